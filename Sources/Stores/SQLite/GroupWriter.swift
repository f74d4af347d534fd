package import Community
import Dispatch
import Fairness
package import GRDB
import Synchronization

/// The one writer of a database. Writes that arrive while others reach the disk are committed together, each in a
/// savepoint of its own, so that one that fails takes nothing with it; everybody is answered after the commit. Whose
/// write is next is decided fairly among the networks that they are for.
///
/// A class because it is its queue.
package final class GroupWriter: Sendable {
    private struct Job: Sendable {
        /// Does the write and returns how to answer it once the group is committed.
        let perform: @Sendable (Database, inout HybridClock) -> @Sendable () -> Void
        /// Answers it when nothing of the group was kept.
        let refuse: @Sendable (any Error) -> Void
    }

    private struct State {
        var waiting = FairQueue<Job>(
            .init(jobs: maximumWaiting, jobsOfBlock: maximumWaiting / 4, costOfBlock: .max))
        var isDraining = false
    }

    /// The most writes of one commit, and the most that wait.
    private static let groupSize = 256
    /// Nor does a commit take up more writes after so long: others wait for it.
    private static let groupTime = Duration.milliseconds(50)
    /// Microseconds that a write takes, mostly.
    private static let estimate = 200
    package static let maximumWaiting = 8192

    private let pool: DatabasePool
    private let queue = DispatchQueue(label: "hereabouts.store.writer")
    private let state = Mutex(State())
    private let clock: Mutex<HybridClock>

    /// Writes to `pool`, with times later than `last`.
    package init(_ pool: DatabasePool, after last: HybridTime) {
        self.pool = pool
        clock = Mutex(HybridClock(after: last))
    }

    /// Runs `body` in a savepoint and returns what it returns once that is on the disk; throws what it throws, having
    /// changed nothing; `busy` when too much waits, and `networkHasEnough` when too much of the asker's network does.
    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database, inout HybridClock) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(
                perform: { database, clock in
                    let outcome = Swift.Result { try database.inSavepointOfOwn { try body($0, &clock) } }
                        .mapError { Self.told($0) }
                    return { continuation.resume(with: outcome) }
                },
                refuse: { continuation.resume(throwing: $0) })
            add(job)
        }
    }

    /// Moves the log into the file and empties it: what was overwritten in the file still stands in the log. Throws at
    /// once when somebody is reading it: those who write must not wait for that.
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

    /// What becomes of a database's error outside: a disk that is full has a remedy, and is not the program's fault.
    static func told(_ error: any Error) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        if [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY].contains(error.resultCode) {
            return CommunityFault.cannotKeep
        }
        return StoreFault(code: Int(error.extendedResultCode.rawValue))
    }

    private func add(_ job: Job) {
        do throws(FairQueue<Job>.Refusal) {
            let (displaced, mustDrain) = try state.withLock { state throws(FairQueue<Job>.Refusal) in
                let added = try state.waiting.add(job, costing: Self.estimate, for: Asker.current.network)
                defer { state.isDraining = true }
                return (added.displaced, !state.isDraining)
            }
            displaced?.refuse(CommunityFault.busy)
            if mustDrain { queue.async { self.drain() } }
        } catch {
            job.refuse(CommunityFault(Workers.Refusal(error)))
        }
    }

    /// Commits one group. The next is behind what else waits for the queue: people may write without end.
    private func drain() {
        commit()
        let hasMore = state.withLock { state in
            state.isDraining = state.waiting.count > 0
            return state.isDraining
        }
        if hasMore { queue.async { self.drain() } }
    }

    /// How many writes wait.
    package var waiting: Int { state.withLock { $0.waiting.count } }

    private func next() -> (job: Job, ticket: FairQueue<Job>.Ticket)? { state.withLock { $0.waiting.next() } }

    /// Does jobs in one transaction, and tells each what came of it.
    private func commit() {
        var group: [Job] = []
        do {
            let answers = try pool.writeWithoutTransaction { database in
                try database.beginTransaction(.immediate)
                do {
                    var answers: [@Sendable () -> Void] = []
                    let start = ContinuousClock.now
                    while group.count < Self.groupSize, .now - start < Self.groupTime, let (job, ticket) = next() {
                        group.append(job)
                        answers.append(perform(job, ticket, database))
                        // A disk that is full or fails ends the transaction by itself.
                        guard database.isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_IOERR) }
                    }
                    try database.commit()
                    return answers
                } catch {
                    // The first error is the one to tell.
                    if database.isInsideTransaction { try? database.rollback() }
                    throw error
                }
            }
            for answer in answers { answer() }
        } catch {
            if group.isEmpty { group = taken() }
            for job in group { job.refuse(Self.told(error)) }
        }
    }

    private func perform(_ job: Job, _ ticket: FairQueue<Job>.Ticket, _ database: Database) -> @Sendable () -> Void {
        let start = ContinuousClock.now
        defer {
            let cost = Int((.now - start).inSeconds * 1e6)
            state.withLock { $0.waiting.ended(ticket, costing: cost) }
        }
        return clock.withLock { job.perform(database, &$0) }
    }

    /// A group of jobs that cannot be done, as no transaction begins.
    private func taken() -> [Job] {
        (0..<Self.groupSize).compactMap { _ in
            guard let (job, ticket) = next() else { return nil }
            state.withLock { $0.waiting.ended(ticket, costing: 0) }
            return job
        }
    }
}

extension CommunityFault {
    init(_ refusal: Workers.Refusal) {
        if case .networkHasEnough(let seconds) = refusal {
            self = .networkHasEnough(seconds: seconds)
        } else {
            self = .busy
        }
    }
}

extension Database {
    /// Runs `body` so that what it changed is taken back when it throws, inside a transaction; its statements are
    /// prepared once, which `inSavepoint` does each time.
    fileprivate func inSavepointOfOwn<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try cachedStatement(sql: "SAVEPOINT one_write").execute()
        do {
            let result = try body(self)
            try cachedStatement(sql: "RELEASE one_write").execute()
            return result
        } catch {
            // A disk that is full or fails has ended the transaction, and the first error is the one to tell.
            if isInsideTransaction {
                try? cachedStatement(sql: "ROLLBACK TO one_write").execute()
                try? cachedStatement(sql: "RELEASE one_write").execute()
            }
            throw error
        }
    }
}
