import Community
import GeoCore
import Gossip

extension MeshMerge {
    func mergeGuide(_ message: Message, _ roster: some MergeRoster) async throws -> Outcome {
        guard let author = message.author,
            roster.mayWrite(.guideChange, author, enteredAt: message.stamp?.time)
        else { return .notAllowed }
        guard let change = GuideChange(message) else { return .meaningless }
        let hasChanged = try await store.merge(change, signer: signers(of: .guideChange, roster), at: now())
        return hasChanged ? .guide : .nothing
    }

    func takeBackGuide(
        _ message: Message, _ others: [Message], _ roster: some MergeRoster
    ) async throws -> Outcome {
        guard let change = GuideChange(message) else { return .nothing }
        let hasChanged = try await store.takeBack(
            change, others.compactMap { GuideChange($0) }, signer: signers(of: .guideChange, roster), at: now())
        return hasChanged ? .guide : .nothing
    }

    /// Makes messages of changes by curators here, for `outgoing`. To be called after changes of the guide, and each
    /// minute, because embargoes end.
    package func tellGuide(_ roster: some MergeRoster) async throws {
        try await store.tellGuide(signer: signers(of: .guideChange, roster), at: now())
    }

    /// Signs for accounts that the roster lets write messages of this kind. A key of the node's own signs changes from
    /// the command line.
    func signers(
        of kind: MessageKind, _ roster: some MergeRoster
    ) -> @Sendable (AccountID?) -> MessageSigner? {
        { [keys] account in
            guard let keys else { return nil }
            let signer = MessageSigner(account, keys)
            return roster.mayWrite(kind, signer.key, enteredAt: nil) ? signer : nil
        }
    }
}

extension GuideChange {
    /// `nil` where the message is none.
    fileprivate init?(_ message: Message) {
        guard let body = try? GuideChangeBody(message) else { return nil }
        self.init(message.order, of: GuideID(body.entry), field: body.field, value: body.value)
    }
}
