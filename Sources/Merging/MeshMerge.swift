package import Community
import GeoCore
package import Gossip
package import Presence

/// Makes rows of messages of the mesh, and messages of what is written here. The same messages give the same rows, in
/// whatever order and however often they come.
package struct MeshMerge: Sendable {
    package typealias Stores = PostMergeStore & GuideMergeStore & OverlayMergeStore & HelpPinStore
        & PostPictureStore & OutgoingStore

    let store: any Stores
    let queues: Queues?
    let node: SignerKey?
    let keys: (any AuthorSigning)?
    let pictures: (any PictureFiles)?
    let mostPictureBytes: Int
    let now: @Sendable () -> Timestamp

    /// `keys` are those with which this node signs for people who write at it; `node` is its own key, by which it signs
    /// reports on queues. `queues` is `nil` where nobody reports, and `pictures` where no pictures are kept; those of
    /// other nodes take at most `mostPictureBytes`.
    package init(
        store: some Stores, queues: Queues? = nil,
        node: SignerKey? = nil,
        keys: (any AuthorSigning)?, pictures: (any PictureFiles)? = nil,
        mostPictureBytes: Int = PostPictureMessage.mostBytes, now: @escaping @Sendable () -> Timestamp
    ) {
        (self.store, self.queues, self.node, self.keys, self.now) = (store, queues, node, keys, now)
        (self.pictures, self.mostPictureBytes) = (pictures, mostPictureBytes)
    }

    /// What a message did.
    package enum Outcome: Sendable, Equatable {
        /// It said nothing new, or waits for the message of its post.
        case nothing
        case post(Post)
        /// Something of the guide changed.
        case guide
        /// The published overlay changed.
        case overlay
        /// The help pins that are shown changed.
        case helpPins
        /// There is a report on the queue at a place.
        case queue(PlaceKey)
        /// Its content is not what its kind must have, or breaks the rules for what is written here. Nodes keep it and
        /// pass it on all the same.
        case meaningless
        /// The roster does not let the author write it.
        case notAllowed
        /// The message is of a kind that becomes no row.
        case notMerged
    }

    /// Merges a message that the node keeps: its signatures hold, and the roster lets its author write it. Once it
    /// returns, the change is on disk.
    ///
    /// Throws only what the store throws. Then nothing has changed, and the caller gives the message again later.
    package func take(_ message: Message, _ roster: some MergeRoster) async throws -> Outcome {
        guard message.time.rawValue <= UInt64(Int64.max) else { return .meaningless }
        switch message.kind {
        case .post, .edit, .deletion:
            guard let said = PostMessage(message) else { return .meaningless }
            return try await removingPicture(of: said) { try await merge(said, roster) }
        case .queueReport: return try await mergeQueue(message)
        case .helpPin: return try await mergeHelpPin(message, roster)
        case .overlay: return try await mergeOverlay(message, roster)
        case .guideChange: return try await mergeGuide(message, roster)
        case .picture: return try await mergePicture(message)
        default: return .notMerged
        }
    }

    /// Hides a post or shows it again, as the operators' message at `order` says. Of several such messages the greatest
    /// holds. The caller has checked that an operator signed it.
    package func setHidden(_ isHidden: Bool, _ post: PostID, by order: MessageOrder) async throws -> Outcome {
        let message = PostMessage(order, by: SignerKey(.zero), about: post, .visibility(isHidden: isHidden))
        return try await store.merge(message, by: nil, nil, at: now()).map { .post($0) } ?? .nothing
    }

    /// Returns the posts here that operators name.
    package func posts(of origin: PostOrigin) async throws -> [PostID] { try await store.posts(of: origin) }

    /// Returns the message that made a post; `nil` for a post that is deleted or stays at this node.
    package func message(thatMade post: PostID) async throws -> MessageID? { try await store.mark(of: post)?.first }

    /// Gives the posts of `authors` to the accounts that the roster names now. Returns the posts that this changed.
    package func assign(_ authors: [SignerKey], _ roster: some MergeRoster) async throws -> [PostID] {
        var changed: [PostID] = []
        for author in authors {
            changed += try await store.assign(roster.account(of: author), to: author, at: now())
        }
        return changed
    }

    private func merge(_ message: PostMessage, _ roster: some MergeRoster) async throws -> Outcome {
        let account = roster.account(of: message.author)
        var signer: MessageSigner?
        if let account, let keys {
            // A post of this node that comes back after its store was lost.
            let own = MessageSigner(account, orGuest: message.post, keys)
            if own.key == message.author { signer = own }
        }
        return try await store.merge(message, by: account, signer, at: now()).map { .post($0) } ?? .nothing
    }
}

extension MeshMerge {
    /// A message that was written here, signed.
    package struct Outgoing: Sendable {
        /// By which `sent` names it.
        package let number: Int64
        package let message: Message
        /// For whom this node signed.
        package let signer: SignerID
    }

    /// Returns at most `limit` messages of what was written here, signed, in the order in which they were written. They
    /// come again until `sent` names them, as the same bytes. Empty without keys.
    package func outgoing(limit: Int = 64) async throws -> [Outgoing] {
        guard let keys else { return [] }
        return try await store.outgoing(limit: limit).compactMap { post in
            let signature = keys.signature(of: post.draft.signedBytes, by: post.signer)
            return (try? post.draft.message(signature: signature)).map {
                Outgoing(number: post.number, message: $0, signer: post.signer)
            }
        }
    }

    /// Forgets messages that the node keeps now, or has refused for good.
    package func sent(_ numbers: [Int64]) async throws { try await store.sent(numbers) }
}

extension PostMessage {
    /// Reads a post, an edit or a deletion; `nil` for one that says nothing, or breaks the rules of the timeline.
    init?(_ message: Message) {
        guard let author = message.author else { return nil }
        do {
            switch message.kind {
            case .post:
                let body = try PostBody(message)
                try Timeline.check(body)
                self.init(message.order, by: author, body)
            case .edit:
                let body = try EditBody(message)
                try Timeline.check(body.text, "message", maximum: Timeline.messageLength)
                self.init(message.order, by: author, about: PostID(body.post), .text(body.text))
            case .deletion:
                self.init(message.order, by: author, about: PostID(try DeletionBody(message).post), .deletion)
            default: return nil
            }
        } catch {
            return nil
        }
    }
}
