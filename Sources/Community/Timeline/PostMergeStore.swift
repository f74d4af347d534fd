package import Gossip

/// Merges messages of the mesh into the posts. A call returns when its changes are on disk; after an error nothing has
/// changed.
package protocol PostMergeStore: Sendable {
    /// Merges a message that the caller has checked, at `time` of this machine's clock. Returns the post if that changed
    /// it. A message about a post that has not come yet waits for it.
    ///
    /// `account` is that of the message's author, as the roster names it: the post of another's account, or of none
    /// here, has no account. `signer` is set if this node holds the author's key.
    func merge(
        _ message: PostMessage, by account: AccountID?, _ signer: MessageSigner?, at time: Timestamp
    ) async throws -> Post?
    /// Takes back an edit that operators hide: where the post has its text, it gets that of the greatest of `others` by the
    /// same author, which are the post's other messages; without one the text stays. Returns the post if that changed it.
    func takeBack(_ edit: PostMessage, _ others: [PostMessage], at time: Timestamp) async throws -> Post?
    /// Gives the posts of a key to the account that the roster names now; to none where there is no such account.
    /// Returns the posts that this changed.
    func assign(_ account: AccountID?, to author: SignerKey, at time: Timestamp) async throws -> [PostID]
    /// Notes whether the roster hides a post. Where that is news, or where `overrides` is set, the post's state follows,
    /// whatever operators here made of it. Returns the post if its state changed.
    func setHidden(
        _ isHidden: Bool, _ post: PostID, overrides: Bool, at time: Timestamp
    ) async throws -> Post?
    /// Returns the posts that a message made, that the author with a key wrote, or that entered the mesh at a node; not
    /// those that are deleted.
    func posts(of origin: PostOrigin) async throws -> [PostID]
    /// Returns what messages have said about a post that is not deleted.
    func mark(of post: PostID) async throws -> PostMark?
}

/// Keeps the messages that were made here until the mesh has them.
package protocol OutgoingStore: Sendable {
    /// Returns at most `limit` messages, in the order of their making.
    func outgoing(limit: Int) async throws -> [OutgoingMessage]
    /// Forgets messages that the mesh has taken or refused for good.
    func sent(_ numbers: [Int64]) async throws
}

/// By what operators name posts.
package enum PostOrigin: Sendable, Equatable {
    case message(MessageID)
    case author(SignerKey)
    /// By the beginning of the node's key.
    case node(UInt64)
}
