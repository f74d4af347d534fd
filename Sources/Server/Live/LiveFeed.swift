package import Community
import FoundationEssentials
import GeoCore
import struct HereaboutsAPI.AccountEvent
import enum HereaboutsAPI.EventName
package import Logging
package import NIOCore
import Synchronization

/// Tells everybody who listens what changed in the timeline, in the order in which it was committed, and that the
/// guide, the imprint or the overlay changed.
///
/// It does not pass on what handlers have just written: two of them may finish in another order than their writes were
/// committed, and who reconnects between the two would never hear of the first. It reads the changes from the store,
/// once for everybody, whenever somebody says that there are some. A listener that falls behind is disconnected, and
/// asks again from its cursor.
///
/// A class because all listeners share it.
package final class LiveFeed: Sendable {
    private struct Listener {
        let stream: AsyncStream<ByteBuffer>.Continuation
        /// Whose session lets it listen; `nil` for a guest.
        let member: (account: AccountID, session: SessionID)?
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var nextListener = 0
        /// All changes up to this one were told; `nil` when nobody has listened since something was written.
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
    private let overlays: Overlays
    private let accounts: Accounts
    private let logger: Logger
    private let state = Mutex(State())
    /// Between attempts to read a store that fails.
    private static let pause = Duration.seconds(1)

    package init(
        _ timeline: Timeline, _ guide: Guide, _ imprints: Imprints, _ overlays: Overlays, _ accounts: Accounts,
        _ logger: Logger
    ) {
        self.timeline = timeline
        self.guide = guide
        self.imprints = imprints
        self.overlays = overlays
        self.accounts = accounts
        self.logger = logger
    }

    /// Says that the guide was changed: whoever shows it reads it again. The event has no cursor of its own, so that
    /// who comes back misses no post.
    func guideChanged() { tell(Self.guideEvent) }

    /// The same for the imprint.
    func imprintChanged() { tell(Self.imprintEvent) }

    /// The same for the overlay.
    func overlayChanged() { tell(Self.overlayEvent) }

    /// Says that somebody told of a queue.
    func queuesChanged() { tell(Self.queuesEvent) }

    private static let queuesEvent = ByteBuffer.event(.queues, "{}")
    private static let overlayEvent = ByteBuffer.event(.overlay, "{}")
    private static let imprintEvent = ByteBuffer.event(.imprint, "{}")
    private static let guideEvent = ByteBuffer.event(.guide, "{}")

    /// Says that something was written.
    package func changed() {
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

    /// Sends a comment to all, so that connections that died are noticed and proxies keep the others, and ends the
    /// streams of sessions that have ended however they did.
    func tend() async {
        tell(ByteBuffer(string: ": \n\n"))
        await endStreams()
        do {
            try await accounts.noteFailures()
        } catch {
            logger.error("attempts to log in that failed are noted later: \(error.inLog)")
        }
    }

    /// Ends the streams of sessions that have ended: of `account`, or of all. What roles may do makes no difference to
    /// a stream.
    func endStreams(of account: AccountID? = nil) async {
        let listeners = state.withLock { state in
            state.listeners.values.filter { account == nil || $0.member?.account == account }
        }
        let sessions = Set(listeners.compactMap { $0.member?.session })
        guard !sessions.isEmpty else { return }
        do {
            let running = try await accounts.running(sessions)
            for listener in listeners {
                if let member = listener.member, !running.contains(member.session) { listener.stream.finish() }
            }
        } catch {
            logger.error("whether sessions of streams have ended is asked again in a moment: \(error.inLog)")
        }
    }

    package var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// What one who listens is told.
    package struct Told: Sendable {
        package let first: ByteBuffer
        package let rest: AsyncStream<ByteBuffer>
        fileprivate let listener: AsyncStream<ByteBuffer>.Continuation

        /// Ends `rest`.
        package func end() { listener.finish() }
    }

    /// Returns what changed after `cursor`, and everything from then on until the member's session ends; without a
    /// cursor, or when too much changed, it begins now.
    package func listen(
        after cursor: HybridTime?, as member: (account: AccountID, session: SessionID)? = nil
    ) async throws -> Told {
        let newest = try await timeline.lastChange()
        let (rest, listener) = AsyncStream.makeStream(
            of: ByteBuffer.self, bufferingPolicy: .bufferingOldest(Self.patience))
        let (number, told) = state.withLock { state in
            let number = state.nextListener
            state.nextListener += 1
            state.listeners[number] = Listener(stream: listener, member: member)
            let told = state.told ?? newest
            state.told = told
            return (number, told)
        }
        listener.onTermination = { _ in self.state.withLock { $0.listeners[number] = nil } }
        // It may have ended before there was something to end.
        if let session = member?.session, try await accounts.running([session]).isEmpty { listener.finish() }
        changed()  // Something may have been written since the newest change was asked for.
        var first = ByteBuffer(string: "retry: 2000\n")
        // From here on changes are told: who read before, and has others than these, missed some.
        let guideTime = try await guide.lastChange()
        let ready = #"{"guide":"\#(guideTime.cursor)","posts":"\#(told.cursor)"}"#
        if let cursor, guideTime > cursor { first.writeImmutableBuffer(Self.guideEvent) }
        if let cursor, try await imprints.current().changed > cursor {
            first.writeImmutableBuffer(Self.imprintEvent)
        }
        if let cursor, try await overlays.current().changed > cursor {
            first.writeImmutableBuffer(Self.overlayEvent)
        }
        guard let cursor, cursor < told else {
            first.writeEvent(.ready, at: told, ready)
            return Told(first: first, rest: rest, listener: listener)
        }
        let missed = try await timeline.posts(changedAfter: cursor, limit: Self.backlog + 1).filter {
            $0.changed <= told
        }
        if missed.count > Self.backlog {
            first.writeEvent(.reload, at: told, "{}")
        } else {
            for post in missed { first.write(post) }
            first.writeEvent(.ready, at: told, ready)
        }
        return Told(first: first, rest: rest, listener: listener)
    }

    /// Reads and tells changes until there are none.
    private func read() async {
        var fault: String?
        while true {
            let told = state.withLock { state in
                state.hasNews = false
                if state.told == nil { state.isReading = false }
                return state.told
            }
            guard let told else { return }
            let changes: [Post]
            do {
                changes = try await timeline.posts(changedAfter: told, limit: Self.patience)
                fault = nil
            } catch {
                let kind = error.inLog
                if kind != fault { logger.error("what changes is not told live until it can be read: \(kind)") }
                fault = kind
                // Nothing is skipped: as long as somebody listens, it is tried again.
                if stopsReadingAlone() { return }
                try? await Task.sleep(for: Self.pause)
                continue
            }
            if let last = changes.last {
                var events = ByteBuffer()
                for post in changes { events.write(post) }
                // Everybody may have left meanwhile, and somebody come who knows of more.
                state.withLock { state in state.told = state.told.map { max($0, last.changed) } }
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

    /// Leaves off reading when nobody listens.
    private func stopsReadingAlone() -> Bool {
        state.withLock { state in
            guard state.listeners.isEmpty else { return false }
            state.told = nil
            state.isReading = false
            return true
        }
    }

    /// Those who listen as themselves.
    var listeningAccounts: Set<AccountID> {
        state.withLock { Set($0.listeners.values.compactMap { $0.member?.account }) }
    }

    /// Tells the pages of an account, but those of one session, what happened to it.
    func tell(_ event: AccountEvent, to account: AccountID, butNot session: SessionID?) {
        // Texts, numbers and words alone are always written.
        guard let content = try? JSONEncoder().encode(event) else { return }
        tell(.event(.account, String(decoding: content, as: UTF8.self)), to: account, butNotSession: session)
    }

    /// Tells events without a cursor to all who listen, or to those who listen as `account`, or to all but those who
    /// listen as one of `others`.
    func tell(
        _ events: ByteBuffer, to account: AccountID? = nil, butNot others: Set<AccountID> = [],
        butNotSession session: SessionID? = nil
    ) {
        let listeners = state.withLock { state in
            state.listeners.values.filter { listener in
                guard let (member, current) = listener.member else { return account == nil }
                return current != session && (account == nil || member == account) && !others.contains(member)
            }
        }
        for listener in listeners {
            // Ending the stream ends the connection; its client comes back with the cursor of what it got.
            if case .dropped = listener.stream.yield(events) { listener.stream.finish() }
        }
    }
}

extension ByteBuffer {
    /// An event without a cursor.
    static func event(_ name: EventName, _ data: String) -> ByteBuffer {
        ByteBuffer(string: "event: \(name.rawValue)\ndata: \(data)\n\n")
    }

    /// Writes an event; `data` has no line breaks, which JSON escapes.
    fileprivate mutating func writeEvent(_ name: EventName, at time: HybridTime, _ data: String) {
        writeStaticString("event: ")
        writeString(name.rawValue)
        writeString("\nid: \(time.cursor)\ndata: \(data)\n\n")
    }

    /// Writes what became of a post.
    fileprivate mutating func write(_ post: Post) {
        var json = JSONWriter(reservingCapacity: 400)
        if post.state == .shown {
            json.value(post)
            writeEvent(.post, at: post.changed, String(decoding: json.bytes, as: UTF8.self))
        } else {
            json.beginObject()
            json.key("id")
            json.value(post.id.text)
            json.endObject()
            writeEvent(.removed, at: post.changed, String(decoding: json.bytes, as: UTF8.self))
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
