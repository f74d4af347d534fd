package import Community
import GeoCore
package import Gossip

/// The files of pictures.
package protocol PictureFiles: Sendable {
    /// Makes a small picture of a stranger's file, apart from this process, and keeps it on disk as that of `id`.
    /// Throws where the machine has no time for it now.
    func keep(_ file: [UInt8], as id: PictureID) async throws -> KeptPicture
    func remove(_ ids: [PictureID]) async
    /// Returns an edition of a picture that is here, as a WebP file of at most `most` bytes; `nil` if its file is gone,
    /// or no edition is that small. Throws where the machine has no time for it now.
    func edition(of id: PictureID, atMost most: Int) async throws -> [UInt8]?
}

/// What became of the file of a picture that came.
package enum KeptPicture: Sendable, Equatable {
    /// The width and height are in pixels, the size of what is on disk in bytes.
    case kept(width: Int, height: Int, bytes: Int)
    /// It is no picture.
    case none
    /// This machine reads no pictures.
    case unavailable
}

extension MeshMerge {
    /// Whether a message with a picture would change a post now. Says so without the picture, which is long.
    package func wantsPicture(
        _ order: MessageOrder, about post: SubjectID?, by author: SignerKey?
    ) async throws -> Bool {
        guard pictures != nil, let post, let author else { return false }
        return try await store.wantsPicture(order, of: PostID(post), by: author)
    }

    /// Merges the picture of a post. One that comes before its post does nothing: the caller gives it again once the
    /// post is there.
    func mergePicture(_ message: Message) async throws -> Outcome {
        guard let pictures else { return .notMerged }
        guard let author = message.author else { return .notAllowed }
        guard let body = try? PictureBody(message) else { return .meaningless }
        if !body.text.isEmpty {
            do {
                try Timeline.check(body.text, "picture.text", maximum: Timeline.pictureTextLength)
            } catch {
                return .meaningless
            }
        }
        let post = PostID(body.post), id = PictureID(madeBy: message.order)
        guard try await store.wantsPicture(message.order, of: post, by: author) else { return .nothing }
        let content: PostPictureMessage.Content?
        switch try await pictures.keep(body.file, as: id) {
        case .kept(let width, let height, let bytes):
            content = .init(width: width, height: height, bytes: bytes, text: body.text)
        case .none: content = nil
        case .unavailable: return .nothing
        }
        let merged = try await store.merge(
            PostPictureMessage(message.order, by: author, about: post, content), within: mostPictureBytes, at: now())
        await pictures.remove(merged.removed)
        return merged.posts.last.map { .post($0) } ?? .nothing
    }

    /// Takes back the picture of a message that operators hide, whose bytes are not needed. The caller then gives the other
    /// pictures of the post again.
    package func takeBackPicture(_ order: MessageOrder, of post: SubjectID) async throws -> Outcome {
        guard let pictures else { return .nothing }
        let merged = try await store.takeBackPicture(order, of: PostID(post), at: now())
        await pictures.remove(merged.removed)
        return merged.posts.last.map { .post($0) } ?? .nothing
    }

    /// Merges a message about a post, and removes the files of the picture that goes with a deleted one.
    func removingPicture(of message: PostMessage, _ merge: () async throws -> Outcome) async throws -> Outcome {
        guard let pictures, message.content == .deletion else { return try await merge() }
        let picture = try await store.picture(of: message.post), outcome = try await merge()
        if let picture, case .post(let post) = outcome, post.state == .deleted { await pictures.remove([picture]) }
        return outcome
    }

    /// A picture that was added here, as a signed message; `nil` where there is no such edition of it any more.
    package struct OutgoingPicture: Sendable {
        package let post: PostID
        package let message: Message?
    }

    /// Returns at most `limit` pictures that were added here and that the other nodes do not have. They come again
    /// until `sentPictures` names them. Throws what the files throw.
    package func outgoingPictures(limit: Int) async throws -> [OutgoingPicture] {
        guard let keys, let pictures else { return [] }
        var messages: [OutgoingPicture] = []
        for outgoing in try await store.outgoingPictures(limit: limit) {
            let file = try await pictures.edition(of: outgoing.picture.id, atMost: PictureBody.mostBytes)
            let message = file.flatMap { file -> Message? in
                let body = PictureBody(of: outgoing.post.subject, file: file, text: outgoing.picture.text)
                let draft = MessageDraft(
                    .picture, in: outgoing.signer.place, at: outgoing.time, by: outgoing.signer.key,
                    about: outgoing.post.subject, body.fields)
                return try? draft.message(signature: keys.signature(of: draft.signedBytes, by: outgoing.signer.id))
            }
            messages.append(OutgoingPicture(post: outgoing.post, message: message))
        }
        return messages
    }

    /// Notes that the node keeps the pictures of these posts, or has refused them for good.
    package func sentPictures(of posts: [PostID]) async throws { try await store.sentPictures(of: posts) }
}
