import Dispatch
import Foundation
import Synchronization

/// Tells the servers that there are changes, so that their followers look at once.
///
/// A nudge has no content and no place in the order: it is sent outside of transactions, because commits with `NOTIFY`
/// follow each other for the whole database. A lost one costs the time until the next poll.
///
/// A class because it owns a connection with a thread, which listens and sends.
package final class Nudges: Sendable {
    private struct State {
        var isWanted = false
        var isOver = false
        var added = 0
        var listeners: [Int: @Sendable () -> Void] = [:]
    }

    private static let listening = Statement("LISTEN hereabouts")
    private static let nudge = Statement("NOTIFY hereabouts")
    /// How long a host has for each answer.
    private static let answerTime = Duration.seconds(5)
    /// How long the thread sleeps at most. It then sees whether the host is still trusted.
    private static let longestSleep = Duration.seconds(1)

    private let cluster: Cluster
    private let interval: Duration
    private let state = Mutex(State())
    private let bell = Bell()
    private let ended = DispatchSemaphore(value: 0)

    /// Starts to listen. It sends at most one nudge each `interval`.
    package init(on cluster: Cluster, every interval: Duration = .milliseconds(50)) {
        self.cluster = cluster
        self.interval = interval
        Thread.detachNewThread { self.work() }
    }

    /// Nudges all servers, this one too, a little later. Blocks for nothing.
    package func send() {
        let isFirst = state.withLock { state in
            defer { state.isWanted = true }
            return !state.isWanted && !state.isOver
        }
        if isFirst { bell.ring() }
    }

    /// Calls `listener` at each nudge, and whenever some may have been lost. It must return soon. Returns a key for
    /// `forget(_:)`.
    package func onNudge(_ listener: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.added += 1
            state.listeners[state.added] = listener
            return state.added
        }
    }

    package func forget(_ key: Int) { state.withLock { $0.listeners[key] = nil } }

    /// Ends the thread; blocks until then.
    package func close() {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        guard isFirst else { return }
        bell.ring()
        ended.wait()
    }

    // MARK: On the thread

    private func work() {
        let lane = LaneConnection(cluster)
        var listening: Connection?, next = ContinuousClock.now
        while !state.withLock(\.isOver) {
            do throws(PostgresFault) {
                let connection = try lane.current()
                if connection !== listening {
                    try connection.run([Self.listening], by: .now + Self.answerTime)
                    listening = connection
                    tellListeners()
                }
                try send(at: &next, on: connection)
            } catch {
                // Polls replace the nudges meanwhile.
                lane.drop(after: error)
                bell.hear()
                bell.wait(until: .now + .milliseconds(.random(in: 200...400)))
            }
        }
        lane.close()
        ended.signal()
    }

    /// Sends a nudge if one is wanted and due, and waits for others' or for the next wish.
    private func send(at next: inout ContinuousClock.Instant, on connection: Connection) throws(PostgresFault) {
        bell.hear()
        var wait = ContinuousClock.now + Self.longestSleep
        if state.withLock(\.isWanted) {
            if next <= .now {
                // A change that is committed from here on wants another nudge.
                state.withLock { $0.isWanted = false }
                next = .now + interval
                try connection.run([Self.nudge], by: .now + Self.answerTime)
            }
            wait = min(wait, next)
        }
        if try !connection.notifications(by: wait, or: bell.file).isEmpty { tellListeners() }
    }

    private func tellListeners() {
        for listener in state.withLock({ $0.listeners.values.map(\.self) }) { listener() }
    }
}
