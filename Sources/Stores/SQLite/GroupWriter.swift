package import Community
import Dispatch
import Fairness
package import GRDB
import GeoCore
import Synchronization

/// The only writer of a database.
///
/// Writes that arrive during a commit are committed together, each in a savepoint of its own, so that a failed write
/// does not undo the others. Callers get their answers after the commit. The order of writes is fair among networks, and
/// one block of addresses has at most `writesOfBlock` in each commit: all of its waiting writes at once would keep the
/// event loops busy with their answers.
///
/// A class because it owns its queue.
package final class GroupWriter: Sendable {
    private struct Job: Sendable {
        /// Whether it is one of the few writes of its block in a commit. This machine's own writes are not.
        let isOfBlock: Bool
        /// Does the write and returns a closure that answers the caller after the commit.
        let perform: @Sendable (GRDB.Database, inout HybridClock) -> @Sendable () -> Void
        /// Answers the caller if the group was not committed.
        let refuse: @Sendable (any Error) -> Void
    }

    private typealias Ticket = FairQueue<Job>.Ticket

    private struct State {
        var waiting = FairQueue<Job>(
            .init(
                jobs: maximumWaiting, jobsOfBlock: maximumWaiting / 4, costOfBlock: .max, atWorkOfBlock: writesOfBlock))
        var isDraining = false
    }

    /// The maximum number of writes in one commit, and of waiting writes.
    private static let groupSize = 256
    package static let writesOfBlock = 2
    /// After this time a commit takes no more writes, because callers wait for it.
    private static let groupTime = Duration.milliseconds(50)
    /// The usual duration of a write, in microseconds.
    private static let estimate = 200
    package static let maximumWaiting = 8192

    private let pool: DatabasePool
    private let queue = DispatchQueue(label: "hereabouts.store.writer")
    private let state = Mutex(State())
    private let clock: Mutex<HybridClock>

    /// Makes the writer of `pool`, with times later than `last`.
    package init(_ pool: DatabasePool, after last: HybridTime) {
        self.pool = pool
        clock = Mutex(HybridClock(after: last))
    }

    /// Runs `body` in a savepoint and returns its result once the changes are on disk. If `body` throws, nothing
    /// changes.
    ///
    /// Throws the error of `body`, `busy` if too many writes wait, and `networkLimitReached` if too many of the
    /// caller's network do.
    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (GRDB.Database, inout HybridClock) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(
                isOfBlock: Requester.current.network != .local,
                perform: { database, clock in
                    let outcome = Swift.Result { try database.inSavepointOfOwn { try body($0, &clock) } }
                        .mapError { Self.translated($0) }
                    return { continuation.resume(with: outcome) }
                },
                refuse: { continuation.resume(throwing: $0) })
            add(job)
        }
    }

    /// Moves the log into the file and empties it: data overwritten in the file is still in the log. Throws at once if
    /// a reader is active, because writers must not wait for it.
    package func emptyLog() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async {
                continuation.resume(
                    with: Swift.Result {
                        try self.pool.writeWithoutTransaction { database in
                            try database.execute(sql: "PRAGMA busy_timeout = 0")
                            let outcome = Swift.Result { try database.checkpoint(.truncate) }
                            try database.execute(sql: "PRAGMA busy_timeout = \(Int(DatabaseFile.patience * 1000))")
                            _ = try outcome.get()
                        }
                    })
            }
        }
    }

    /// Translates a database error for callers: a full disk has a remedy and is not a fault of the program.
    static func translated(_ error: any Error) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        if [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY].contains(error.resultCode) {
            return CommunityFault.storageFailed
        }
        return StoreFault(code: Int(error.extendedResultCode.rawValue))
    }

    private func add(_ job: Job) {
        do throws(FairQueue<Job>.Refusal) {
            let (displaced, mustDrain) = try state.withLock { state throws(FairQueue<Job>.Refusal) in
                let added = try state.waiting.add(job, costing: Self.estimate, for: Requester.current.network)
                defer { state.isDraining = true }
                return (added.displaced, !state.isDraining)
            }
            displaced?.refuse(CommunityFault.busy)
            if mustDrain { queue.async { self.drain() } }
        } catch {
            job.refuse(CommunityFault(Workers.Refusal(error)))
        }
    }

    /// Commits one group. The next group queues behind other work, because writes may never stop.
    private func drain() {
        commit()
        let hasMore = state.withLock { state in
            state.isDraining = state.waiting.count > 0
            return state.isDraining
        }
        if hasMore { queue.async { self.drain() } }
    }

    /// The number of waiting writes.
    package var waiting: Int { state.withLock { $0.waiting.count } }

    private func next() -> (job: Job, ticket: Ticket)? { state.withLock { $0.waiting.next() } }

    /// Runs jobs in one transaction, and reports each result to its caller.
    private func commit() {
        var group: [Job] = [], unsettled: [(ticket: Ticket, cost: Int)] = []
        defer { settle(unsettled) }
        do {
            let answers = try pool.writeWithoutTransaction { database in
                try database.beginTransaction(.immediate)
                do {
                    var answers: [@Sendable () -> Void] = []
                    let start = ContinuousClock.now
                    while group.count < Self.groupSize, .now - start < Self.groupTime, let (job, ticket) = next() {
                        group.append(job)
                        let (answer, cost) = perform(job, database)
                        answers.append(answer)
                        if job.isOfBlock { unsettled.append((ticket, cost)) } else { settle([(ticket, cost)]) }
                        // SQLite itself ends the transaction if the disk is full or fails.
                        guard database.isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_IOERR) }
                    }
                    try database.commit()
                    return answers
                } catch {
                    // The first error is the one to report.
                    if database.isInsideTransaction { try? database.rollback() }
                    throw error
                }
            }
            for answer in answers { answer() }
        } catch {
            if group.isEmpty { group = taken() }
            for job in group { job.refuse(Self.translated(error)) }
        }
    }

    /// Does a write; returns the answer to its caller, and its cost in microseconds.
    private func perform(_ job: Job, _ database: GRDB.Database) -> (answer: @Sendable () -> Void, cost: Int) {
        let start = ContinuousClock.now
        let answer = clock.withLock { job.perform(database, &$0) }
        return (answer, Int((.now - start).inSeconds * 1e6))
    }

    private func settle(_ done: [(ticket: Ticket, cost: Int)]) {
        state.withLock { state in
            for (ticket, cost) in done { state.waiting.ended(ticket, costing: cost) }
        }
    }

    /// Returns a group of jobs to refuse, because no transaction can begin.
    private func taken() -> [Job] {
        (0..<Self.groupSize).compactMap { _ in
            guard let (job, ticket) = next() else { return nil }
            settle([(ticket, 0)])
            return job
        }
    }
}

extension CommunityFault {
    init(_ refusal: Workers.Refusal) {
        if case .networkLimitReached(let seconds) = refusal {
            self = .networkLimitReached(seconds: seconds)
        } else {
            self = .busy
        }
    }
}

extension GRDB.Database {
    /// Runs `body` inside a transaction and rolls back its changes if it throws. Its statements are prepared once;
    /// `inSavepoint` prepares them each time.
    fileprivate func inSavepointOfOwn<Result>(_ body: (GRDB.Database) throws -> Result) throws -> Result {
        try cachedStatement(sql: "SAVEPOINT one_write").execute()
        do {
            let result = try body(self)
            try cachedStatement(sql: "RELEASE one_write").execute()
            return result
        } catch {
            // If the disk is full or fails, the transaction has ended already, and the first error is the one to
            // report.
            if isInsideTransaction {
                try? cachedStatement(sql: "ROLLBACK TO one_write").execute()
                try? cachedStatement(sql: "RELEASE one_write").execute()
            }
            throw error
        }
    }
}
