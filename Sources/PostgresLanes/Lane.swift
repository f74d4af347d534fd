import Dispatch
import Fairness
import Foundation
import Synchronization

/// One or several connections, each with a thread of its own. A thread takes jobs that wait, fairly among networks, and
/// gives them to `perform` together.
///
/// A class because it owns the threads.
final class Lane<Job: Sendable>: Sendable {
    private typealias Ticket = FairQueue<Job>.Ticket

    private struct State {
        var waiting: FairQueue<Job>
        /// The number of threads that sleep until the bell rings, once for each.
        var asleep = 0
        /// The number of jobs for which there was no room.
        var refused = 0
        var isOver = false
    }

    /// How many jobs `perform` gets at most at a time.
    private let together: Int
    private let cluster: Cluster
    private let state: Mutex<State>
    private let bell = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let perform: @Sendable ([Job], LaneConnection) -> Void

    private let threads: Int

    /// Starts the threads; `perform` must answer every job that it gets.
    init(
        to cluster: Cluster, threads: Int = 1, together: Int, _ limits: FairQueue<Job>.Limits,
        perform: @escaping @Sendable ([Job], LaneConnection) -> Void
    ) {
        self.cluster = cluster
        self.together = together
        self.perform = perform
        self.threads = threads
        state = Mutex(State(waiting: FairQueue(limits)))
        for _ in 0..<threads { Thread.detachNewThread { self.work() } }
    }

    /// Adds a job; returns the job that it displaced, which the caller must refuse. Throws `FairQueue.Refusal` if there
    /// is no room, and `laneClosed` after `close()`.
    func add(_ job: Job, costing microseconds: Int, for network: Network) throws -> Job? {
        let (displaced, mustRing) = try state.withLock { state in
            guard !state.isOver else { throw PostgresFault.laneClosed }
            let added: (ticket: Ticket, displaced: Job?)
            do { added = try state.waiting.add(job, costing: microseconds, for: network) } catch {
                state.refused += 1
                throw error
            }
            if added.displaced != nil { state.refused += 1 }
            defer { state.asleep = max(0, state.asleep - 1) }
            return (added.displaced, state.asleep > 0)
        }
        if mustRing { bell.signal() }
        return displaced
    }

    /// The number of waiting jobs.
    var waiting: Int { figures.waiting }

    var figures: LaneFigures { state.withLock { LaneFigures(waiting: $0.waiting.count, refused: $0.refused) } }

    /// Ends the threads after the jobs that wait, and closes the connections; blocks until then.
    func close() {
        let (isFirst, asleep) = state.withLock { state in
            defer { (state.isOver, state.asleep) = (true, 0) }
            return (!state.isOver, state.asleep)
        }
        for _ in 0..<asleep { bell.signal() }
        guard isFirst else { return }
        for _ in 0..<threads { ended.wait() }
    }

    private func work() {
        let connection = LaneConnection(cluster)
        while true {
            let (jobs, isOver) = state.withLock { state in
                var jobs: [(job: Job, ticket: Ticket)] = []
                while jobs.count < together, let next = state.waiting.next() { jobs.append(next) }
                if jobs.isEmpty, !state.isOver { state.asleep += 1 }
                return (jobs, state.isOver)
            }
            if jobs.isEmpty {
                if isOver { break }
                bell.wait()
                continue
            }
            let start = ContinuousClock.now
            perform(jobs.map(\.job), connection)
            let (seconds, attoseconds) = (ContinuousClock.now - start).components
            let cost = (Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)) / jobs.count
            state.withLock { state in
                for (_, ticket) in jobs { state.waiting.ended(ticket, costing: cost) }
            }
        }
        connection.close()
        ended.signal()
    }
}

/// The connection of a lane, made when it is needed. Only the lane's thread uses it.
package final class LaneConnection {
    private let cluster: Cluster
    private var primary: Cluster.Primary?

    init(_ cluster: Cluster) { self.cluster = cluster }

    /// Returns a connection to the host that takes writes. Throws `noPrimary`.
    func current() throws(PostgresFault) -> Connection {
        if let primary, !cluster.trusts(primary) { self.primary = nil }
        if let primary { return primary.connection }
        let made = try cluster.connect()
        primary = made
        return made.connection
    }

    /// Returns connections of their own to all other hosts. Throws `connectionLost` if one of them cannot be reached.
    func others() throws(PostgresFault) -> [Connection] {
        _ = try current()
        guard let primary else { return [] }
        return try cluster.connect(toOthersThan: primary)
    }

    /// Drops the connection after a fault that ends it; a host that did not answer is distrusted by all lanes.
    func drop(after fault: PostgresFault) {
        guard fault.endsConnection, let primary else { return }
        cluster.distrust(primary)
        self.primary = nil
    }

    func close() { primary = nil }

    /// Runs `body` with the connection; after a fault that may pass it runs again, for `patience`. Blocks.
    func attempt<Result>(
        for patience: Duration, _ body: (Connection) throws(PostgresFault) -> Result
    ) throws(PostgresFault) -> Result {
        let deadline = ContinuousClock.now + patience
        while true {
            do throws(PostgresFault) {
                return try body(current())
            } catch {
                drop(after: error)
                guard error.mayPass, ContinuousClock.now < deadline else { throw error }
            }
            Thread.sleep(forTimeInterval: .random(in: 0.02...0.08))
        }
    }
}
