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

    /// Takes back a message that operators hide: the rows are then those of the other messages, whatever the order. `others`
    /// are the messages that the node keeps of which `message` may have taken the place: of a change of the guide or the
    /// overlay, those of the same entry, list or overlay; of a help pin, those about the same pin; of an edit, the post's
    /// message and its other edits. Pictures
    /// have `takeBackPicture`.
    ///
    /// Throws only what the store throws. Then nothing has changed.
    package func takeBack(
        _ message: Message, _ others: [Message], _ roster: some MergeRoster
    ) async throws -> Outcome {
        let others = others.filter { !roster.takesBack($0) }
        switch message.kind {
        case .edit:
            guard let said = PostMessage(message) else { return .nothing }
            return try await store.takeBack(said, others.compactMap { PostMessage($0) }, at: now()).map { .post($0) }
                ?? .nothing
        case .queueReport: return try await mergeQueue(message, takesBack: true)
        case .helpPin: return try await takeBackHelpPin(message, others, roster)
        case .overlay: return try await takeBackOverlay(message, others, roster)
        case .guideChange: return try await takeBackGuide(message, others, roster)
        default: return .notMerged
        }
    }

    /// Hides the posts of an origin, or shows them again, as the roster says now. What operators said in which order does
    /// not matter: the roster is the same. Returns the posts that this changed.
    package func moderate(_ origin: PostOrigin, _ roster: some MergeRoster) async throws -> [Post] {
        var changed: [Post] = []
        for post in try await store.posts(of: origin) {
            if let post = try await moderate(post, roster) { changed.append(post) }
        }
        return changed
    }

    /// Does the same for one post. `overrides`: also where the roster says what it said before, since somebody here hid
    /// the post or showed it.
    package func moderate(
        _ post: PostID, _ roster: some MergeRoster, overrides: Bool = false
    ) async throws -> Post? {
        guard let mark = try await store.mark(of: post) else { return nil }
        let isHidden = roster.hides(mark.first, by: mark.author, enteredAt: mark.entry)
        guard isHidden != mark.isHidden || overrides else { return nil }
        return try await store.setHidden(isHidden, post, overrides: overrides, at: now())
    }

    /// Returns what messages have said about a post; `nil` for a post that is deleted or stays at this node.
    package func mark(of post: PostID) async throws -> PostMark? { try await store.mark(of: post) }

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
        let merged = try await store.merge(message, by: account, signer, at: now())
        // The roster may have hidden it since the node took it.
        if case .post = message.content, let moderated = try await moderate(message.post, roster) {
            return .post(moderated)
        }
        return merged.map { .post($0) } ?? .nothing
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
                self.init(message.order, by: author, body, entry: message.stamp?.member)
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
