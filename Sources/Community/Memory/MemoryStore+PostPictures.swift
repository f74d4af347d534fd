import GeoCore
package import Gossip
import Synchronization

extension MemoryStore: PostPictureStore {
    package func wantsPicture(_ order: MessageOrder, of post: PostID, by author: SignerKey) -> Bool {
        state.withLock { $0.counts(order, of: post, by: author) }
    }

    package func merge(
        _ message: PostPictureMessage, within most: Int, at time: Timestamp
    ) throws -> MergedPicture {
        try write { state in
            var merged = MergedPicture()
            guard state.counts(message.order, of: message.post, by: message.author) else {
                if message.content != nil, state.pictures[message.id] == nil { merged.removed = [message.id] }
                return merged
            }
            let hasRoom = state.pictureMarks.values.allSatisfy { $0.state != .madeRoom || $0.order < message.order }
            // Of two pictures with one id, for which their author must have searched, the first stays.
            let picture = Picture(message).flatMap { state.pictures[$0.id] == nil ? $0 : nil }
            state.pictureMarks[message.post] = PictureMark(message.order, picture, hasRoom: hasRoom)
            while state.comePictureBytes > most, let oldest = state.oldestPicture {
                state.pictureMarks[oldest]?.state = .madeRoom
                state.pictureMarks[oldest]?.bytes = 0
                if oldest != message.post { state.show(nil, in: oldest, &merged, at: time) }
            }
            let isShown = state.pictureMarks[message.post]?.state == .came
            if let picture {
                if isShown { state.pictures[picture.id] = picture } else { merged.removed.append(picture.id) }
            }
            state.show(isShown ? ShownPicture(message) : nil, in: message.post, &merged, at: time)
            return merged
        }
    }

    package func takeBackPicture(
        _ order: MessageOrder, of post: PostID, at time: Timestamp
    ) throws -> MergedPicture {
        try write { state in
            var merged = MergedPicture()
            guard state.pictureMarks[post]?.order == order else { return merged }
            state.pictureMarks[post] = .takenBack
            state.show(nil, in: post, &merged, at: time)
            return merged
        }
    }

    package func picture(of post: PostID) -> PictureID? { state.withLock { $0.posts[post]?.picture?.id } }

    package func outgoingPictures(limit: Int) -> [OutgoingPicture] {
        state.withLock { state in
            let waiting = state.pictureMarks.filter { $0.value.state == .waits }
                .sorted { $0.value.order < $1.value.order }
            return waiting.prefix(limit).compactMap { id, mark in
                guard let picture = state.posts[id]?.picture, let signer = state.marks[id]?.signer else { return nil }
                return OutgoingPicture(post: id, picture: picture, time: mark.order.time, signer: signer)
            }
        }
    }

    package func sentPictures(of posts: [PostID]) throws {
        try write { state in
            for post in posts where state.pictureMarks[post]?.state == .waits {
                state.pictureMarks[post]?.state = .isTold
            }
        }
    }
}

extension MemoryStore.State {
    fileprivate func counts(_ order: MessageOrder, of post: PostID, by author: SignerKey) -> Bool {
        PostPictureMessage.counts(order, by: author, on: posts[post], marks[post], pictureMarks[post])
    }

    /// The bytes of all pictures that came.
    var comePictureBytes: Int { pictureMarks.values.reduce(0) { $0 + $1.bytes } }

    fileprivate var oldestPicture: PostID? {
        pictureMarks.filter { $0.value.state == .came }.min { $0.value.order < $1.value.order }?.key
    }

    fileprivate mutating func show(
        _ picture: ShownPicture?, in id: PostID, _ merged: inout MergedPicture, at time: Timestamp
    ) {
        guard let post = posts[id], post.picture != picture else { return }
        if let old = post.picture {
            pictures[old.id] = nil
            merged.removed.append(old.id)
        }
        var changed = post.showing(picture)
        changed.revision += 1
        changed.changed = clock.reading(at: time)
        posts[id] = changed
        merged.posts.append(changed)
    }
}
