import GeoCore
import Gossip

extension Phone {
    /// Answers with everything before the signature of a message in a game, and behind it the bytes to sign, as `draft`
    /// does. `field` is a tag (1) and its value. -1 for what says nothing.
    mutating func gameDraft(
        _ field: [UInt8], about: SubjectID?, in place: PlaceCode, at time: HybridTime, by author: SignerKey
    ) -> Int32 {
        guard let tag = field.first, field.count - 1 <= BodyField.maximumValue else { return -1 }
        let about = about.flatMap { $0 == SubjectID(high: 0, low: 0) ? nil : $0 }
        let draft = MessageDraft(
            .gameMove, in: place, at: time, by: author, about: about,
            [BodyField(tag: tag, value: Array(field.dropFirst()))])
        let unsigned = [UInt8](repeating: 0, count: Message.signatureLength)
        guard let message = try? draft.message(signature: unsigned), (try? GameBody(message)) != nil else { return -1 }
        return answer(with: draft.bytes + draft.signedBytes)
    }

    /// Answers with what a message says in a game: the game's id (16), the tag (1) and the value of its field. -1 for a
    /// message that says nothing in one.
    mutating func gameBody(_ bytes: [UInt8]) -> Int32 {
        guard let message = try? Message(bytes: bytes), message.kind == .gameMove, let body = try? GameBody(message),
            let field = body.fields.first
        else { return -1 }
        let game = body.game ?? SubjectID(madeBy: message.order)
        return answer(with: game.bytes + [field.tag] + field.value)
    }
}
