import GeoCore
package import Gossip

/// The picture of a post that a message of the mesh brought.
package struct PostPictureMessage: Sendable, Equatable {
    package let order: MessageOrder
    /// The key that signed it.
    package let author: SignerKey
    package let post: PostID
    /// `nil` where the message has no picture that this node can show.
    package let content: Content?

    /// A picture whose file is on disk.
    package struct Content: Sendable, Equatable {
        package let width: Int
        package let height: Int
        /// The size of its file.
        package let bytes: Int
        /// What it shows; empty if its author did not say.
        package let text: String

        package init(width: Int, height: Int, bytes: Int, text: String) {
            (self.width, self.height, self.bytes, self.text) = (width, height, bytes, text)
        }
    }

    package init(_ order: MessageOrder, by author: SignerKey, about post: PostID, _ content: Content?) {
        (self.order, self.author, self.post, self.content) = (order, author, post, content)
    }

    /// The picture's id, the same at every node but the one where it was added.
    package var id: PictureID { PictureID(madeBy: order) }

    /// The maximum number of bytes of all pictures that came. Beyond it the oldest go.
    package static let mostBytes = 512_000_000
}

/// What messages have said about the picture of a post so far.
package struct PictureMark: Sendable, Equatable {
    /// The message with the picture.
    package let order: MessageOrder
    package var state: State
    /// What the picture takes; 0 where it did not come.
    package var bytes: Int

    package enum State: UInt8, Sendable {
        /// It was added at this node, and the other nodes have it.
        case isTold
        /// It was added at this node, and the other nodes are to get it.
        case waits
        case came
        /// It came, and cannot be shown.
        case isNone
        /// It came, and went because later ones needed the room.
        case madeRoom
    }

    package init(order: MessageOrder, state: State, bytes: Int) {
        (self.order, self.state, self.bytes) = (order, state, bytes)
    }

    /// The mark of a message, which has a picture or none; `hasRoom`: none that is later had to make room.
    package init(_ order: MessageOrder, _ picture: Picture?, hasRoom: Bool) {
        let bytes = hasRoom ? picture?.bytes : nil
        self.init(
            order: order, state: picture == nil ? .isNone : hasRoom ? .came : .madeRoom, bytes: bytes ?? 0)
    }

    /// The mark of a post whose picture was taken back: any message is greater.
    package static let takenBack = PictureMark(
        order: MessageOrder(time: HybridTime(rawValue: 0), id: MessageID(.zero)), state: .isNone, bytes: 0)

    /// The mark of a picture that was added here with its post. Its message will have the time of the post, so that it
    /// is the same message however often it is made; the original is greater than that edition of it.
    package init(addedAt time: HybridTime) {
        self.init(order: MessageOrder(time: time, id: .greatest), state: .waits, bytes: 0)
    }
}

extension PostPictureMessage {
    /// Whether its picture, or that it has none, is what holds for the post: the post is here, its author sent this,
    /// and no greater message of theirs has come. So it does not matter in which order they come.
    package static func counts(
        _ order: MessageOrder, by author: SignerKey, on post: Post?, _ mark: PostMark?, _ known: PictureMark?
    ) -> Bool {
        guard let post, post.state != .deleted, let mark, mark.author == author else { return false }
        // A picture of which messages know nothing is one that stays here.
        return known.map { $0.order < order } ?? (post.picture == nil)
    }
}

/// What merging a picture changed.
package struct MergedPicture: Sendable, Equatable {
    /// The posts that have another picture now, or none.
    package var posts: [Post] = []
    /// The pictures whose files nobody needs any more.
    package var removed: [PictureID] = []

    package init() {}
}

/// A picture that the other nodes are to get.
package struct OutgoingPicture: Sendable, Equatable {
    package let post: PostID
    package let picture: ShownPicture
    /// The time of its message.
    package let time: HybridTime
    package let signer: MessageSigner

    package init(post: PostID, picture: ShownPicture, time: HybridTime, signer: MessageSigner) {
        (self.post, self.picture, self.time, self.signer) = (post, picture, time, signer)
    }
}

/// Merges the pictures of posts that messages bring, and knows which pictures were added here. A call returns when its
/// changes are on disk; after an error nothing has changed.
package protocol PostPictureStore: Sendable {
    /// Whether the message would give its post a picture now. False also before the post is here: the caller asks again
    /// when it is.
    func wantsPicture(_ order: MessageOrder, of post: PostID, by author: SignerKey) async throws -> Bool
    /// Merges a message whose picture is on disk. All pictures that came take at most `most` bytes afterwards.
    func merge(_ message: PostPictureMessage, within most: Int, at time: Timestamp) async throws -> MergedPicture
    /// Takes back the picture of a message that operators hide, where the post shows it. A picture that was added here stays.
    func takeBackPicture(_ order: MessageOrder, of post: PostID, at time: Timestamp) async throws -> MergedPicture
    /// Returns the picture of a post; `nil` also without a post.
    func picture(of post: PostID) async throws -> PictureID?
    /// Returns at most `limit` pictures that the other nodes are to get.
    func outgoingPictures(limit: Int) async throws -> [OutgoingPicture]
    /// Notes that the other nodes have the pictures of these posts, or will not get them.
    func sentPictures(of posts: [PostID]) async throws
}

extension Post {
    /// Returns the post with another picture, or without one.
    package func showing(_ picture: ShownPicture?) -> Post {
        Post(
            id: id, author: author, message: message, location: location, picture: picture,
            classicLocation: classicLocation, isSimulated: isSimulated, state: state, revision: revision,
            created: created, written: written, changed: changed)
    }
}

extension Picture {
    /// Makes the record of a picture that came; `nil` where none did.
    package init?(_ message: PostPictureMessage) {
        guard let content = message.content else { return nil }
        self.init(
            id: message.id, owner: nil, width: content.width, height: content.height, bytes: content.bytes,
            isOfGuide: false, created: message.order.time.milliseconds)
    }
}

extension ShownPicture {
    package init?(_ message: PostPictureMessage) {
        guard let content = message.content else { return nil }
        self.init(id: message.id, width: content.width, height: content.height, text: content.text)
    }
}
