package import Community
package import Gossip

/// What merging asks the roster of the place.
package protocol MergeRoster: Sendable {
    /// Whether the author may write messages of this kind.
    func mayWrite(_ kind: MessageKind, _ author: SignerKey) -> Bool
    /// The account that the roster gives to a key; `nil` for strangers.
    func account(of author: SignerKey) -> AccountID?
    /// Whether operators hide a message: the message itself, its author, or the member that stamped it, named by the
    /// beginning of its key.
    func hides(_ message: MessageID, by author: SignerKey, enteredAt entry: UInt64?) -> Bool
}

extension MergeRoster {
    /// Whether operators hide a message, so that no row may follow from it. Posts keep their rows, which are hidden; a
    /// deletion counts in any case, because it says nothing to anybody.
    package func takesBack(_ message: Message) -> Bool {
        guard message.kind != .post, message.kind != .deletion, let author = message.author else { return false }
        return hides(message.id, by: author, enteredAt: message.stamp?.member)
    }
}
