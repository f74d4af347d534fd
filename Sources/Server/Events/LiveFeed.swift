package import Community
import FoundationEssentials
import GeoCore
import struct HereaboutsAPI.AccountEvent
package import enum HereaboutsAPI.EventName
package import Logging
package import NIOCore
import Synchronization

/// Sends the changes of the timeline to all listeners, in the order in which they were committed, and announces changes
/// of the guide, the imprint and the overlay.
///
/// It does not pass on what handlers have just written. Two handlers may finish in another order than their writes were
/// committed, and a listener that reconnects between the two would miss the first. So it reads the changes from the
/// store, once for all listeners, when a handler says that there are some. It disconnects a listener that falls behind;
/// the listener asks again from its cursor.
///
/// A class because all listeners share it.
package final class LiveFeed: Sendable {
    private struct Listener {
        let stream: AsyncStream<ByteBuffer>.Continuation
        /// The member whose session lets it listen; `nil` for a guest.
        let member: (account: AccountID, session: SessionID)?
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var nextListener = 0
        /// The last change that was sent; `nil` when nobody has listened since something was written.
        var lastSent: HybridTime?
        var isReading = false
        var hasNews = false
    }

    /// How many events wait for a slow listener before it is disconnected.
    static let patience = 256
    /// The most changes that a listener gets when it comes back; beyond that, reading the timeline anew is less work.
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

    /// Announces that the guide changed, so that pages read it again. The event has no cursor of its own, so that a
    /// listener that comes back misses no post.
    func guideChanged() { send(Self.guideEvent) }

    /// The same for the imprint.
    func imprintChanged() { send(Self.imprintEvent) }

    /// The same for the overlay.
    func overlayChanged() { send(Self.overlayEvent) }

    /// Announces that a queue changed.
    package func queuesChanged() { send(Self.queuesEvent) }

    private static let queuesEvent = ByteBuffer.event(.queues, "{}")
    private static let overlayEvent = ByteBuffer.event(.overlay, "{}")
    private static let imprintEvent = ByteBuffer.event(.imprint, "{}")
    private static let guideEvent = ByteBuffer.event(.guide, "{}")

    /// Takes note that something was written to the timeline.
    package func changed() {
        let mustRead = state.withLock { state in
            guard !state.listeners.isEmpty else {
                state.lastSent = nil  // The next listener reads the newest change.
                return false
            }
            state.hasNews = true
            defer { state.isReading = true }
            return !state.isReading
        }
        if mustRead { Task { await self.read() } }
    }

    /// Sends a comment to all, which reveals dead connections and keeps proxies from closing the others, and ends the
    /// streams of ended sessions.
    func tend() async {
        send(ByteBuffer(string: ": \n\n"))
        await endStreams()
        do {
            try await accounts.noteFailures()
        } catch {
            logger.error("attempts to log in that failed are noted later: \(error.inLog)")
        }
    }

    /// Ends the streams of ended sessions: of `account`, or of all. A stream does not depend on roles.
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

    /// The stream of one listener.
    package struct Subscription: Sendable {
        package let first: ByteBuffer
        package let rest: AsyncStream<ByteBuffer>
        fileprivate let listener: AsyncStream<ByteBuffer>.Continuation

        /// Ends `rest`.
        package func end() { listener.finish() }
    }

    /// Returns the changes after `cursor`, and everything from then on until the member's session ends. Without a cursor,
    /// or when too much changed, the stream begins now.
    package func listen(
        after cursor: HybridTime?, as member: (account: AccountID, session: SessionID)? = nil
    ) async throws -> Subscription {
        let newest = try await timeline.lastChange()
        let (rest, listener) = AsyncStream.makeStream(
            of: ByteBuffer.self, bufferingPolicy: .bufferingOldest(Self.patience))
        let (number, lastSent) = state.withLock { state in
            let number = state.nextListener
            state.nextListener += 1
            state.listeners[number] = Listener(stream: listener, member: member)
            let lastSent = state.lastSent ?? newest
            state.lastSent = lastSent
            return (number, lastSent)
        }
        listener.onTermination = { _ in self.state.withLock { $0.listeners[number] = nil } }
        // It may have ended before there was something to end.
        if let session = member?.session, try await accounts.running([session]).isEmpty { listener.finish() }
        changed()  // Something may have been written since the newest change was asked for.
        var first = ByteBuffer(string: "retry: 2000\n")
        // The listener gets all changes from here on. A page that has read older states compares them with these.
        let guideTime = try await guide.lastChange()
        let ready = #"{"guide":"\#(guideTime.cursor)","posts":"\#(lastSent.cursor)"}"#
        if let cursor, guideTime > cursor { first.writeImmutableBuffer(Self.guideEvent) }
        if let cursor, try await imprints.current().changed > cursor {
            first.writeImmutableBuffer(Self.imprintEvent)
        }
        if let cursor, try await overlays.current().changed > cursor {
            first.writeImmutableBuffer(Self.overlayEvent)
        }
        guard let cursor, cursor < lastSent else {
            first.writeEvent(.ready, at: lastSent, ready)
            return Subscription(first: first, rest: rest, listener: listener)
        }
        let missed = try await timeline.posts(changedAfter: cursor, limit: Self.backlog + 1).filter {
            $0.changed <= lastSent
        }
        if missed.count > Self.backlog {
            first.writeEvent(.reload, at: lastSent, "{}")
        } else {
            for post in missed { first.write(post) }
            first.writeEvent(.ready, at: lastSent, ready)
        }
        return Subscription(first: first, rest: rest, listener: listener)
    }

    /// Reads and sends changes until there are none.
    private func read() async {
        var fault: String?
        while true {
            let lastSent = state.withLock { state in
                state.hasNews = false
                if state.lastSent == nil { state.isReading = false }
                return state.lastSent
            }
            guard let lastSent else { return }
            let changes: [Post]
            do {
                changes = try await timeline.posts(changedAfter: lastSent, limit: Self.patience)
                fault = nil
            } catch {
                let kind = error.inLog
                if kind != fault { logger.error("changes are not sent live until they can be read: \(kind)") }
                fault = kind
                // No change is skipped: as long as somebody listens, the feed tries again.
                if stopsReadingAlone() { return }
                try? await Task.sleep(for: Self.pause)
                continue
            }
            if let last = changes.last {
                var events = ByteBuffer()
                for post in changes { events.write(post) }
                // All listeners may have left meanwhile, and a new one may have a later change.
                state.withLock { state in state.lastSent = state.lastSent.map { max($0, last.changed) } }
                send(events)
            }
            let isDone = state.withLock { state in
                let isDone = changes.isEmpty && !state.hasNews
                if isDone { state.isReading = false }
                return isDone
            }
            if isDone { return }
        }
    }

    /// Stops reading when nobody listens.
    private func stopsReadingAlone() -> Bool {
        state.withLock { state in
            guard state.listeners.isEmpty else { return false }
            state.lastSent = nil
            state.isReading = false
            return true
        }
    }

    /// The accounts of all listeners.
    var listeningAccounts: Set<AccountID> {
        state.withLock { Set($0.listeners.values.compactMap { $0.member?.account }) }
    }

    /// Sends the pages of an account an event of its history; `session` is left out.
    func send(_ event: AccountEvent, to account: AccountID, butNot session: SessionID?) {
        // Texts, numbers and words alone are always written.
        guard let content = try? JSONEncoder().encode(event) else { return }
        send(.event(.account, String(decoding: content, as: UTF8.self)), to: account, butNotSession: session)
    }

    /// Sends events without a cursor to all listeners, or only to those of `account`, or to all but those of `others`.
    package func send(
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
    package static func event(_ name: EventName, _ data: String) -> ByteBuffer {
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
