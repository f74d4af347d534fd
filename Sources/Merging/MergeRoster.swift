package import Community
package import Gossip

/// Answers the questions of merging about the roster of the place.
package protocol MergeRoster: Sendable {
    /// Whether a message of this kind by the author counts that entered the mesh at `entry`; `nil`: that enters now.
    func mayWrite(_ kind: MessageKind, _ author: SignerKey, enteredAt entry: HybridTime?) -> Bool
    /// The account that the roster gives to a key; `nil` for strangers.
    func account(of author: SignerKey) -> AccountID?
    /// Whether operators hide a message: the message itself, its author, or the member that stamped it, named by the
    /// beginning of its key.
    func hides(_ message: MessageID, by author: SignerKey, enteredAt entry: UInt64?) -> Bool
}

extension MergeRoster {
    /// Whether no row may follow from a message: operators hide it, or its author might not write it. Posts keep their rows, which are hidden; a
    /// deletion counts in any case, because it says nothing to anybody.
    package func takesBack(_ message: Message) -> Bool {
        guard message.kind != .post, message.kind != .deletion, let author = message.author else { return false }
        return hides(message.id, by: author, enteredAt: message.stamp?.member)
            || !mayWrite(message.kind, author, enteredAt: message.stamp?.time)
    }
}
