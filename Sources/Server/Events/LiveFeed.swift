package import Community
import FoundationEssentials
import GeoCore
package import struct HereaboutsAPI.AccountEvent
package import struct HereaboutsAPI.MeshNews
package import Logging
package import NIOCore
import Synchronization

/// Sends the changes of the timeline to all listeners, in the order in which they were committed. It also announces
/// changes of the guide, the imprint and the overlay.
///
/// It does not pass on what handlers have just written. Two handlers may finish in another order than their writes were
/// committed, and a listener that reconnects between the two would miss the first. So the feed reads the changes from
/// the store, once for all listeners, when a handler announces some. It disconnects a listener that falls behind; the
/// listener reconnects with its cursor.
///
/// A class because all listeners share it.
package final class LiveFeed: Sendable {
    private struct Listener {
        let stream: AsyncStream<ByteBuffer>.Continuation
        /// The member whose session opened the stream; `nil` for a guest.
        let member: (account: AccountID, session: SessionID)?
        /// The last change before its stream: it has this one and earlier ones, or did not ask for them.
        let begin: HybridTime
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var nextListener = 0
        /// The last change that was sent; `nil` when something was written while nobody listened.
        var lastSent: HybridTime?
        var isReading = false
        var hasNews = false
        /// Learns what was written, for the other nodes of the mesh.
        var observer: (@Sendable (Written) -> Void)?
    }

    /// The number of events that may wait for a slow listener before the feed disconnects it.
    static let patience = 256
    /// The most missed changes that a reconnecting listener gets; beyond that, reading the timeline again is less work.
    static let backlog = 500

    private let timeline: Timeline
    private let guide: Guide
    private let imprints: Imprints
    private let overlays: Overlays
    private let accounts: Accounts
    /// Ends the streams of ended sessions, also those of other feeds.
    let sessions: SessionStreams
    /// Whether the server hears of its own changes, too, once they are stored.
    private let hearsOwnChanges: Bool
    private let logger: Logger
    private let state = Mutex(State())
    /// The pause between attempts to read a failing store.
    private static let pause = Duration.seconds(1)

    package init(
        _ timeline: Timeline, _ guide: Guide, _ imprints: Imprints, _ overlays: Overlays, _ accounts: Accounts,
        _ logger: Logger, hearsOwnChanges: Bool = false
    ) {
        self.hearsOwnChanges = hearsOwnChanges
        self.timeline = timeline
        self.guide = guide
        self.imprints = imprints
        self.overlays = overlays
        self.accounts = accounts
        sessions = SessionStreams(accounts, logger)
        self.logger = logger
    }

    /// Announces that the guide changed, so that pages read it again. The event has no cursor, so that a reconnecting
    /// listener misses no post.
    ///
    /// - Parameter origin: Where this server learned of it; so for the other kinds of changes.
    func guideChanged(_ origin: Origin = .request) {
        tell(.plan)
        send(Self.guideEvent, origin)
    }

    /// Announces that the imprint changed.
    func imprintChanged(_ origin: Origin = .request) { send(Self.imprintEvent, origin) }

    /// Announces that the overlay changed.
    func overlayChanged(_ origin: Origin = .request) {
        tell(.plan)
        send(Self.overlayEvent, origin)
    }

    /// Announces that a queue changed.
    package func queuesChanged(_ origin: Origin = .request) { send(Self.queuesEvent, origin) }

    /// Where a server learns of a change.
    package enum Origin: Sendable {
        /// A request to this server, whose change comes again from the store where several servers share it.
        case request
        /// The store, the clock, or another source of people.
        case store
    }

    private func send(_ event: ByteBuffer, _ origin: Origin) {
        if origin == .store || !hearsOwnChanges { send(event) }
    }

    /// Announces a line in a room of the mesh, or a change of its links.
    package func send(_ news: MeshNews) {
        // Encoding strings and a truth value cannot fail.
        guard let content = try? JSONEncoder().encode(news) else { return }
        send(.event(.mesh, String(decoding: content, as: UTF8.self)))
    }

    private static let queuesEvent = ByteBuffer.event(.queues, "{}")
    private static let overlayEvent = ByteBuffer.event(.overlay, "{}")
    private static let imprintEvent = ByteBuffer.event(.imprint, "{}")
    private static let guideEvent = ByteBuffer.event(.guide, "{}")

    enum Written { case posts, plan }

    /// Calls `observer` after each change of the timeline, the guide or the overlay from now on.
    func observe(_ observer: @escaping @Sendable (Written) -> Void) { state.withLock { $0.observer = observer } }

    private func tell(_ written: Written) { state.withLock { $0.observer }?(written) }

    /// Notes that something was written to the timeline, and sends it.
    package func changed() {
        tell(.posts)
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

    /// Sends a heartbeat comment to all listeners, and ends the streams of ended sessions. The comment reveals dead
    /// connections and keeps proxies from closing the others.
    func sendHeartbeat() async {
        send(ByteBuffer(string: ": \n\n"))
        await endStreams()
        do {
            try await accounts.noteFailures()
        } catch {
            logger.error("failed logins enter the history later: \(error.inLog)")
        }
    }

    /// Ends the streams of ended sessions: those of `account`, or of all accounts; see `SessionStreams`.
    func endStreams(of account: AccountID? = nil) async { await sessions.end(of: account) }

    package var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// The stream of one listener.
    package struct Subscription: Sendable {
        package let first: ByteBuffer
        package let rest: AsyncStream<ByteBuffer>
        fileprivate let listener: AsyncStream<ByteBuffer>.Continuation

        /// Ends `rest`.
        package func end() { listener.finish() }
    }

    /// Returns the changes after `cursor`, and then all events until the member's session ends. Without a cursor, or
    /// when too much changed, the stream begins now.
    package func listen(
        after cursor: HybridTime?, as member: (account: AccountID, session: SessionID)? = nil
    ) async throws -> Subscription {
        let newest = try await timeline.lastChange()
        let (rest, listener) = AsyncStream.makeStream(
            of: ByteBuffer.self, bufferingPolicy: .bufferingOldest(Self.patience))
        let (number, begin) = state.withLock { state in
            let number = state.nextListener
            state.nextListener += 1
            let lastSent = state.lastSent ?? newest
            state.lastSent = lastSent
            // Another server, from which the listener comes, may have been ahead of this one; none is ahead of the store.
            let begin = max(lastSent, cursor.map { min($0, newest) } ?? lastSent)
            state.listeners[number] = Listener(stream: listener, member: member, begin: begin)
            return (number, begin)
        }
        let watched = member.map { _ in sessions.newNumber() }
        listener.onTermination = { _ in
            self.state.withLock { $0.listeners[number] = nil }
            if let watched { self.sessions.forget(watched) }
        }
        if let member, let watched { try await sessions.watch(watched, of: member) { listener.finish() } }
        changed()  // Something may have been written since the newest change was read.
        var first = ByteBuffer()
        // The listener gets all changes from here on. A page that has read older states compares them with these
        // cursors.
        let guideTime = try await guide.lastChange()
        let ready = #"{"guide":"\#(guideTime.cursor)","posts":"\#(begin.cursor)"}"#
        if let cursor, guideTime > cursor { first.writeImmutableBuffer(Self.guideEvent) }
        if let cursor, try await imprints.current().changed > cursor {
            first.writeImmutableBuffer(Self.imprintEvent)
        }
        if let cursor, try await overlays.current().changed > cursor {
            first.writeImmutableBuffer(Self.overlayEvent)
        }
        guard let cursor, cursor < begin else {
            first.writeEvent(.ready, at: begin, ready)
            return Subscription(first: first, rest: rest, listener: listener)
        }
        let missed = try await timeline.posts(changedAfter: cursor, limit: Self.backlog + 1).filter {
            $0.changed <= begin
        }
        if missed.count > Self.backlog {
            first.writeEvent(.reload, at: begin, "{}")
        } else {
            for post in missed { first.write(post) }
            first.writeEvent(.ready, at: begin, ready)
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
                if kind != fault { logger.error("the feed sends no changes until it can read them: \(kind)") }
                fault = kind
                // No change is skipped: as long as listeners remain, the feed tries again.
                if stopsReadingAlone() { return }
                try? await Task.sleep(for: Self.pause)
                continue
            }
            send(changes)
            let isDone = state.withLock { state in
                let isDone = changes.isEmpty && !state.hasNews
                if isDone { state.isReading = false }
                return isDone
            }
            if isDone { return }
        }
    }

    /// Sends changes in their order, to each listener those after its begin: while they were read, all listeners may have
    /// left, and new ones begun at a later change.
    private func send(_ changes: [Post]) {
        guard let last = changes.last else { return }
        var events = ByteBuffer()
        for post in changes { events.write(post) }
        // Who begins after this lock begins after these changes.
        let listeners = state.withLock { state in
            state.lastSent = state.lastSent.map { max($0, last.changed) }
            return Array(state.listeners.values)
        }
        for listener in listeners {
            let news = changes.drop { $0.changed <= listener.begin }
            if news.count == changes.count {
                send(events, to: listener)
            } else if !news.isEmpty {
                var later = ByteBuffer()
                for post in news { later.write(post) }
                send(later, to: listener)
            }
        }
    }

    private func send(_ events: ByteBuffer, to listener: Listener) {
        // Ending the stream closes the connection; the client reconnects with its last cursor.
        if case .dropped = listener.stream.yield(events) { listener.stream.finish() }
    }

    /// Stops reading when there are no listeners; returns whether it did.
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

    /// Sends an event of an account's history to the account's pages, except to `session`.
    func send(_ event: AccountEvent, to account: AccountID, butNot session: SessionID?) {
        // Encoding strings, numbers and enums cannot fail.
        guard let content = try? JSONEncoder().encode(event) else { return }
        send(.event(.account, String(decoding: content, as: UTF8.self)), to: account, butNotSession: session)
    }

    /// Sends events without a cursor to all listeners, to those of `account` only, or to all except those of `others`.
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
        for listener in listeners { send(events, to: listener) }
    }
}
