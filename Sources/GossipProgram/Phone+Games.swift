import GeoCore
import Gossip

extension Phone {
    /// Answers with everything before the signature of a message in a game, and behind it the bytes to sign, as `draft`
    /// does. `field` is a tag (1) and its value. -1 for what says nothing.
    mutating func gameDraft(
        _ field: [UInt8], about: SubjectID?, in place: PlaceCode, at time: HybridTime, by author: SignerKey
    ) -> Int32 {
        guard let tag = field.first, field.count - 1 <= BodyField.maximumValue else { return -1 }
        let about = about.flatMap { $0.high | $0.low == 0 ? nil : $0 }
        let draft = MessageDraft(
            .gameMove, in: place, at: time, by: author, about: about,
            [BodyField(tag: tag, value: Array(field.dropFirst()))])
        let unsigned = [UInt8](repeating: 0, count: Message.signatureLength)
        guard let message = try? draft.message(signature: unsigned), Self.gameTag(of: message) == tag else { return -1 }
        return answer(with: draft.bytes + draft.signedBytes)
    }

    /// Answers with what a message says in a game: the game's id (16), the tag (1) and the value of its field. -1 for a
    /// message that says nothing in one.
    mutating func gameBody(_ bytes: [UInt8]) -> Int32 {
        guard let message = try? Message(bytes: bytes), let tag = Self.gameTag(of: message),
            let value = message.value(of: tag)
        else { return -1 }
        let game = message.about ?? SubjectID(madeBy: message.order)
        return answer(with: game.bytes + [tag] + value)
    }

    /// The tag of the one field of a message in a game; `nil` for a message that says nothing in one. `GameBody` decides
    /// the same with typed contents, of which the page needs none: with it the program is a tenth larger.
    private static func gameTag(of message: Message) -> UInt8? {
        guard message.kind == .gameMove else { return nil }
        var found: UInt8?
        for tag in UInt8(1)...5 where message.value(of: tag) != nil {
            guard found == nil else { return nil }
            found = tag
        }
        guard let tag = found, (tag == 1) == (message.about == nil) else { return nil }
        let length = tag == 1 ? 9 : tag == 3 ? 32 : tag == 4 ? 44 : 0
        return message.value(of: tag)?.count == length ? tag : nil
    }
}
