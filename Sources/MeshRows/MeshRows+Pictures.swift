import Community
import Gossip
import Merging
import Mesh
import MeshHost
import Synchronization

/// The pictures of posts. They take their own way, one after the other: making one takes a process some tenths of a
/// second, and nothing else waits for it.
extension MeshRows {
    /// Merges and sends pictures until the stream ends.
    func exchangePictures(_ wakes: AsyncStream<Void>) async {
        for await _ in wakes {
            await attempt {
                do {
                    try await takePictures()
                    try await sendPictures()
                } catch {
                    pictures.lookAtAll()
                    throw error
                }
            }
        }
    }

    /// Looks for pictures that came before the post that a message has made.
    func lookForPictures(of message: Message, _ outcome: MeshMerge.Outcome) async throws {
        guard message.kind == .post, case .post(let post) = outcome, post.state != .deleted else { return }
        guard let author = message.author else { return }
        pictures.add(try await host.pictures(about: post.id.subject, by: author))
    }

    /// Merges the pictures that posts want. Where one fails, the others follow all the same; throws the last error.
    private func takePictures() async throws {
        let found = if let found = pictures.take() { found } else { await host.pictures() }
        var failure: (any Error)?
        for facts in found where !Task.isCancelled {
            do { try await follow(facts) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Shows a picture, or takes it back, as the roster says.
    private func follow(_ picture: MessageFacts) async throws {
        guard try await !takesBack(picture),
            try await merge.wantsPicture(picture.order, about: picture.about, by: picture.author)
        else { return }
        for message in try await host.messages([picture.id]) {
            let outcome = try await merge.take(message, try await roster())
            if case .post = outcome { await changed(outcome) }
        }
        // Operators may have hidden it meanwhile.
        _ = try await takesBack(picture)
    }

    /// Takes back a picture that operators hide; returns whether they do.
    private func takesBack(_ picture: MessageFacts) async throws -> Bool {
        guard let post = picture.about, let author = picture.author,
            try await roster().hides(picture.id, by: author, enteredAt: picture.entry)
        else { return false }
        let outcome = try await merge.takeBackPicture(picture.order, of: post)
        if case .post = outcome {
            await changed(outcome)
            pictures.add(try await host.pictures(about: post, by: author))
        }
        return true
    }

    /// Gives the node the pictures that were added here, until none waits or the node cannot take one yet.
    private func sendPictures() async throws {
        while !Task.isCancelled {
            let waiting = try await merge.outgoingPictures(limit: 4)
            guard !waiting.isEmpty else { return }
            var done: [PostID] = []
            for picture in waiting {
                // The picture of somebody hidden waits with the post until they are shown again.
                if let message = picture.message,
                    try await host.take([message], areOwn: true).contains(where: \.mayBeKeptLater)
                {
                    continue
                }
                done.append(picture.post)
            }
            try await merge.sentPictures(of: done)
            guard done.count == waiting.count else { return }
        }
    }
}

/// The pictures to look at, until the task that merges them does.
///
/// A class because those who find some and the task share it.
final class PictureNews: Sendable {
    private struct State {
        var found: [MessageFacts] = []
        /// At the start, the rows may be older than the messages, or new.
        var mustLookAtAll = true
        var waker: AsyncStream<Void>.Continuation?
    }

    /// How many may wait. Beyond it, all that the node has are looked at.
    private static let most = 4096
    private let state = Mutex(State())

    /// Wakes the task where there is something to do, also at once.
    func begin() -> AsyncStream<Void> {
        let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        waker.yield()
        state.withLock { $0.waker = waker }
        return wakes
    }

    func wake() { state.withLock { _ = $0.waker?.yield() } }

    func add(_ facts: [MessageFacts]) {
        guard !facts.isEmpty else { return }
        state.withLock { state in
            if state.found.count + facts.count > Self.most {
                (state.found, state.mustLookAtAll) = ([], true)
            } else {
                state.found += facts
            }
            _ = state.waker?.yield()
        }
    }

    /// Has all pictures of the node looked at, when the task wakes next.
    func lookAtAll() { state.withLock { $0.mustLookAtAll = true } }

    /// Returns what was found since the last call; `nil` if all is to be looked at.
    func take() -> [MessageFacts]? {
        state.withLock { state in
            defer { (state.found, state.mustLookAtAll) = ([], false) }
            return state.mustLookAtAll ? nil : state.found
        }
    }
}
