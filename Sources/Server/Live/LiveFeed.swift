import Community
import GeoCore
import NIOCore
import Synchronization

/// Tells everybody who listens what changed in the timeline, in the order in which it was committed, and that the guide or the imprint changed.
///
/// It does not pass on what handlers have just written: two of them may finish in another order than their writes were committed,
/// and who reconnects between the two would never hear of the first. It reads the changes from the store, once for everybody,
/// whenever somebody says that there are some. A listener that falls behind is disconnected, and asks again from its cursor.
///
/// A class because all listeners share it.
final class LiveFeed: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<ByteBuffer>.Continuation] = [:]
        var nextListener = 0
        /// All changes up to this one were told.
        var told: HybridTime?
        var isReading = false
        var hasNews = false
    }

    /// What waits for a listener that is slow, in events; beyond that it is disconnected.
    static let patience = 256
    /// The most changes that are told to one who comes back; beyond that, reading the timeline anew is less work.
    static let backlog = 500

    private let timeline: Timeline
    private let guide: Guide
    private let imprints: Imprints
    private let state = Mutex(State())

    init(_ timeline: Timeline, _ guide: Guide, _ imprints: Imprints) {
        self.timeline = timeline
        self.guide = guide
        self.imprints = imprints
    }

    /// Says that the guide was changed: whoever shows it reads it again. The event has no cursor of its own, so that who comes back
    /// misses no post.
    func guideChanged() { tell(Self.guideEvent) }

    /// The same for the imprint.
    func imprintChanged() { tell(Self.imprintEvent) }

    private static let imprintEvent = ByteBuffer(string: "event: imprint\ndata: {}\n\n")
    private static let guideEvent = ByteBuffer(string: "event: guide\ndata: {}\n\n")

    /// Says that something was written.
    func changed() {
        let mustRead = state.withLock { state in
            guard !state.listeners.isEmpty else {
                state.told = nil  // Whoever comes next finds out where things stand.
                return false
            }
            state.hasNews = true
            defer { state.isReading = true }
            return !state.isReading
        }
        if mustRead { Task { await self.read() } }
    }

    /// Sends a comment to all, so that connections that died are noticed and proxies keep the others.
    func beat() { tell(ByteBuffer(string: ": \n\n")) }

    var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// What one who listens is told.
    struct Told: Sendable {
        let first: ByteBuffer
        let rest: AsyncStream<ByteBuffer>
        fileprivate let listener: AsyncStream<ByteBuffer>.Continuation

        /// Ends `rest`.
        func end() { listener.finish() }
    }

    /// Returns what changed after `cursor`, and everything from then on; without a cursor, or when too much changed, it begins now.
    func listen(after cursor: HybridTime?) async throws -> Told {
        let newest = try await timeline.lastChange()
        let (rest, listener) = AsyncStream.makeStream(
            of: ByteBuffer.self, bufferingPolicy: .bufferingOldest(Self.patience))
        let (number, told) = state.withLock { state in
            let number = state.nextListener
            state.nextListener += 1
            state.listeners[number] = listener
            let told = state.told ?? newest
            state.told = told
            return (number, told)
        }
        listener.onTermination = { _ in self.state.withLock { $0.listeners[number] = nil } }
        changed()  // Something may have been written since the newest change was asked for.
        var first = ByteBuffer(string: "retry: 2000\n")
        // From here on changes are told: who read before, and has others than these, missed some.
        let guideTime = try await guide.lastChange()
        let ready = #"{"guide":"\#(guideTime.cursor)","posts":"\#(told.cursor)"}"#
        if let cursor, guideTime > cursor { first.writeImmutableBuffer(Self.guideEvent) }
        if let cursor, try await imprints.current().changed > cursor {
            first.writeImmutableBuffer(Self.imprintEvent)
        }
        guard let cursor, cursor < told else {
            first.writeEvent("ready", at: told, ready)
            return Told(first: first, rest: rest, listener: listener)
        }
        let missed = try await timeline.posts(changedAfter: cursor, limit: Self.backlog + 1).filter {
            $0.changed <= told
        }
        if missed.count > Self.backlog {
            first.writeEvent("reload", at: told, "{}")
        } else {
            for post in missed { first.write(post) }
            first.writeEvent("ready", at: told, ready)
        }
        return Told(first: first, rest: rest, listener: listener)
    }

    /// Reads and tells changes until there are none.
    private func read() async {
        while true {
            let told = state.withLock { state in
                state.hasNews = false
                return state.told ?? HybridTime(rawValue: 0)
            }
            // When the store cannot be read, the next write tries again: nothing is skipped.
            let changes = (try? await timeline.posts(changedAfter: told, limit: Self.patience)) ?? []
            if let last = changes.last {
                var events = ByteBuffer()
                for post in changes { events.write(post) }
                state.withLock { $0.told = last.changed }
                tell(events)
            }
            let isDone = state.withLock { state in
                let isDone = changes.isEmpty && !state.hasNews
                if isDone { state.isReading = false }
                return isDone
            }
            if isDone { return }
        }
    }

    private func tell(_ events: ByteBuffer) {
        let listeners = state.withLock { $0.listeners }
        for (_, listener) in listeners {
            // Ending the stream ends the connection; its client comes back with the cursor of what it got.
            if case .dropped = listener.yield(events) { listener.finish() }
        }
    }
}

extension ByteBuffer {
    /// Writes an event; `data` has no line breaks, which JSON escapes.
    fileprivate mutating func writeEvent(_ name: StaticString, at time: HybridTime, _ data: String) {
        writeStaticString("event: ")
        writeStaticString(name)
        writeString("\nid: \(time.cursor)\ndata: \(data)\n\n")
    }

    /// Writes what became of a post.
    fileprivate mutating func write(_ post: Post) {
        var json = JSONWriter(reservingCapacity: 400)
        if post.state == .shown {
            json.value(post)
            writeEvent("post", at: post.changed, String(decoding: json.bytes, as: UTF8.self))
        } else {
            json.beginObject()
            json.key("id")
            json.value(post.id.text)
            json.endObject()
            writeEvent("removed", at: post.changed, String(decoding: json.bytes, as: UTF8.self))
        }
    }
}

extension HybridTime {
    /// The time as a cursor on the wire; what it is made of may change.
    var cursor: String { String(rawValue, radix: 36) }

    init?(cursor: String) {
        guard let value = UInt64(cursor, radix: 36), value <= UInt64(Int64.max) else { return nil }
        self.init(rawValue: value)
    }
}
