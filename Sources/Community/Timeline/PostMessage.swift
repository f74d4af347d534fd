import GeoCore
package import Gossip

/// What a message of the mesh says about a post.
package struct PostMessage: Sendable, Equatable {
    /// Its place among all messages: of two that say different things, the later one holds, in whatever order they
    /// come.
    package let order: MessageOrder
    /// The key that signed it.
    package let author: SignerKey
    package let post: PostID
    package let content: Content
    /// The beginning of the key of the member that stamped it; `nil` without a stamp.
    package let entry: UInt64?

    package enum Content: Sendable, Equatable {
        case post(PostBody)
        case text(String)
        case deletion
    }

    package init(
        _ order: MessageOrder, by author: SignerKey, about post: PostID, _ content: Content, entry: UInt64? = nil
    ) {
        (self.order, self.author, self.post, self.content, self.entry) = (order, author, post, content, entry)
    }

    /// Makes the message that made a post.
    package init(_ order: MessageOrder, by author: SignerKey, _ body: PostBody, entry: UInt64? = nil) {
        self.init(order, by: author, about: PostID(madeBy: order), .post(body), entry: entry)
    }
}

extension ID {
    /// The id of what a message makes; see `SubjectID.init(madeBy:)`.
    package init(madeBy order: MessageOrder) {
        guard let id = Self(bytes: SubjectID(madeBy: order).bytes) else { preconditionFailure("an id has 16 bytes") }
        self = id
    }

    /// Makes the id of what a message is about.
    package init(_ subject: SubjectID) {
        guard let id = Self(bytes: subject.bytes) else { preconditionFailure("an id has 16 bytes") }
        self = id
    }

    /// What a message about this entity is about.
    package var subject: SubjectID {
        guard let subject = SubjectID(bytes) else { preconditionFailure("an id has 16 bytes") }
        return subject
    }
}

/// What the messages of the mesh have said about a post so far. A post that messages do not know has none, and a
/// deleted post has none either.
package struct PostMark: Sendable, Equatable {
    package let author: SignerKey
    /// The message that made the post.
    package let first: MessageID
    /// The message whose text it has.
    package var text: MessageOrder
    /// The beginning of the key of the member where it entered the mesh; `nil` until its message comes with a stamp.
    package var entry: UInt64?
    /// Whether the roster hid it when this node looked last.
    package var isHidden: Bool
    /// Who wrote it at this node; `nil` if the author's key is elsewhere.
    package let signer: MessageSigner?

    package init(
        author: SignerKey, first: MessageID, text: MessageOrder, entry: UInt64? = nil, isHidden: Bool = false,
        signer: MessageSigner?
    ) {
        (self.author, self.first, self.text) = (author, first, text)
        (self.entry, self.isHidden, self.signer) = (entry, isHidden, signer)
    }

    /// Returns this mark with the entry of a copy of the post's message; `nil` where that says nothing new.
    package func entered(by message: PostMessage) -> PostMark? {
        guard case .post = message.content, message.order.id == first, entry == nil, let entry = message.entry else {
            return nil
        }
        var copy = self
        copy.entry = entry
        return copy
    }
}

/// The effect of a message on a post.
package enum PostStep: Sendable, Equatable {
    case nothing
    /// The post has not come yet.
    case waits
    case adds(PostBody)
    case sets(text: String)
    case deletes
    /// Sets when the post was made, which is all that remains of a deleted one.
    case dates(HybridTime)
}

extension PostMessage {
    /// Returns what the message does to its post. The same messages leave the same post, in whatever order and however
    /// often they come: the text is that of the author's greatest message, and a deletion is final.
    package func step(on post: Post?, _ mark: PostMark?) -> PostStep {
        guard let post else {
            guard case .post(let body) = content else { return .waits }
            return .adds(body)
        }
        if case .post = content, post.state == .deleted, order.time < post.created { return .dates(order.time) }
        guard post.state != .deleted, let mark else { return .nothing }
        switch content {
        // Only an author who searches for it can give two posts one id, some 2³⁷ tries. Nodes could disagree about which of
        // them came first, so neither stays.
        case .post: return mark.first == order.id ? .nothing : .deletes
        case .text(let text): return author == mark.author && order > mark.text ? .sets(text: text) : .nothing
        case .deletion: return author == mark.author ? .deletes : .nothing
        }
    }

    /// Returns the message whose text a post has once this edit is taken back; `nil` where that changes nothing.
    package func replacement(of post: Post?, _ mark: PostMark?, _ others: [PostMessage]) -> PostMessage? {
        guard let post, post.state != .deleted, let mark, mark.text == order else { return nil }
        return others.filter { $0.post == post.id && $0.author == mark.author && $0.order != order && $0.text != nil }
            .max { $0.order < $1.order }
    }

    /// The text that it gives its post.
    package var text: String? {
        switch content {
        case .post(let body): body.text
        case .text(let text): text
        case .deletion: nil
        }
    }

    /// When a post was made that this message deletes: of two posts with one id, the earlier time.
    package func created(_ post: Post) -> HybridTime {
        if case .post = content { min(post.created, order.time) } else { post.created }
    }

    /// The register in which the message waits for its post; of one register, the greatest message waits.
    package var register: Register {
        switch content {
        case .post, .text: Register(post: post, author: author, kind: .edit)
        case .deletion: Register(post: post, author: author, kind: .deletion)
        }
    }

    package struct Register: Hashable, Sendable {
        package let post: PostID
        package let author: SignerKey
        package let kind: MessageKind
    }

    /// The maximum number of messages that wait, and how long they do. Beyond it the oldest go: no node keeps the
    /// message of their post for longer.
    package static let mostWaiting = 4000
    package static let longestWait: Milliseconds = 30 * UTCDay.milliseconds
}

extension Post {
    /// Makes the post of a message.
    package init(_ message: PostMessage, _ body: PostBody, by account: AccountID?, at time: HybridTime) {
        self.init(
            id: message.post, author: Author(account: account, name: body.name), message: body.text,
            location: body.location.map { PostLocation($0) }, picture: nil, classicLocation: nil, state: .shown,
            revision: 1, created: message.order.time, written: body.written, changed: time)
    }
}

extension Post {
    /// Returns the post with another time of its making.
    package func made(at created: HybridTime) -> Post {
        Post(
            id: id, author: author, message: message, location: location, picture: picture,
            classicLocation: classicLocation, isSimulated: isSimulated, state: state, revision: revision,
            created: created, written: written, changed: changed)
    }

    /// Returns the post with another account of its author.
    package func given(to account: AccountID?) -> Post {
        Post(
            id: id, author: Author(account: account, name: author.name), message: message, location: location,
            picture: picture, classicLocation: classicLocation, isSimulated: isSimulated, state: state,
            revision: revision, created: created, written: written, changed: changed)
    }
}

extension PostLocation {
    package init(_ location: PostBody.Location) {
        self.init(
            point: location.point, accuracyMetres: location.accuracyDecimetres.map { Double($0) / 10 },
            place: location.place, facing: location.facing, speed: location.speed)
    }
}
