package import Community
import GeoCore
package import Gossip

extension MeshMerge {
    func mergeHelpPin(_ message: Message, _ roster: some MergeRoster) async throws -> Outcome {
        guard message.author != nil else { return .notAllowed }
        guard let said = HelpPinMessage(message, roster) else { return .meaningless }
        return try await store.merge(said, at: now()) ? .helpPins : .nothing
    }

    func takeBackHelpPin(
        _ message: Message, _ others: [Message], _ roster: some MergeRoster
    ) async throws -> Outcome {
        guard let said = HelpPinMessage(message, roster) else { return .nothing }
        let left = others.compactMap { HelpPinMessage($0, roster) }
        return try await store.takeBack(said, left, at: now()) ? .helpPins : .nothing
    }

    /// Returns the signed message of a person without a key of their own, who asks for help or resolves a pin. The node
    /// takes it like any other. `time` is the node's; missing: that of this machine. `nil` without keys, and for words
    /// that are too long for a message.
    package func message(of pin: HelpPinBody, by signer: SignerID, at time: HybridTime? = nil) -> Message? {
        guard let keys else { return nil }
        if case .asks(_, let words) = pin, words.utf8.count > HelpPinBody.longestWords { return nil }
        let time = time ?? HybridTime(milliseconds: now())
        let draft = MessageDraft(
            .helpPin, in: keys.place, at: time, by: keys.key(of: signer), about: pin.about, pin.fields)
        return try? draft.message(signature: keys.signature(of: draft.signedBytes, by: signer))
    }

    /// Returns the pins that are shown at `time` of the node; missing: at that of this machine.
    package func helpPins(at time: Timestamp?) async throws -> [HelpPin] {
        try await store.helpPins(at: time ?? now())
    }
}

extension HelpPinMessage {
    /// Reads a message about a help pin; `nil` for one that says nothing, or breaks the rules.
    fileprivate init?(_ message: Message, _ roster: some MergeRoster) {
        guard let author = message.author, let body = try? HelpPinBody(message) else { return nil }
        switch body {
        case .asks(let point, let words):
            guard (try? Timeline.check(words, "words", maximum: HelpPin.wordsLength)) != nil else { return nil }
            self.init(message.order, by: author, .asks(at: point, words: words))
        case .resolves(let pin):
            // Operators also moderate.
            let isOperator = roster.mayWrite(.moderation, author, enteredAt: nil)
            self.init(message.order, by: author, .resolves(HelpPinID(pin), byOperator: isOperator))
        }
    }
}
