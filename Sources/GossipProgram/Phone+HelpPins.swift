import GeoCore
import Gossip

extension Phone {
    /// Answers with everything before the signature of the message that resolves a help pin, and behind it the bytes to
    /// sign, as `draft` does.
    mutating func resolution(
        of pin: SubjectID, in place: PlaceCode, at time: HybridTime, by author: SignerKey
    ) -> Int32 {
        let body = HelpPinBody.resolves(pin)
        let draft = MessageDraft(.helpPin, in: place, at: time, by: author, about: body.about, body.fields)
        return answer(with: draft.bytes + draft.signedBytes)
    }

    /// Answers with the id of the pin that a message is about (16), and where it asks for help, with latitude (4) and
    /// longitude (4) in 10⁻⁷ degrees and the words. -1 for a message that says nothing of a pin.
    mutating func helpPin(_ bytes: [UInt8]) -> Int32 {
        guard let message = try? Message(bytes: bytes), message.kind == .helpPin, let body = try? HelpPinBody(message)
        else { return -1 }
        guard case .asks(_, let words) = body else { return answer(with: body.about?.bytes ?? []) }
        return answer(with: SubjectID(madeBy: message.order).bytes + (message.value(of: 1) ?? []) + words.utf8)
    }
}
