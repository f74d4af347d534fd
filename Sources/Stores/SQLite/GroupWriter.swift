package import Community
import Dispatch
package import GRDB
import Synchronization

/// The one writer of a database. Writes that arrive while others reach the disk are committed together, each in a
/// savepoint of its own, so that one that fails takes nothing with it; everybody is answered after the commit.
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
        var waiting: [Job] = []
        var isDraining = false
    }

    /// The most writes of one commit, and the most that wait.
    private static let groupSize = 256
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
    /// changed nothing, and `busy` when too much waits.
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
            if !add(job) { job.refuse(CommunityFault.busy) }
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

    private func add(_ job: Job) -> Bool {
        let (wasTaken, mustDrain) = state.withLock { state in
            guard state.waiting.count < Self.maximumWaiting else { return (false, false) }
            state.waiting.append(job)
            defer { state.isDraining = true }
            return (true, !state.isDraining)
        }
        if mustDrain { queue.async { self.drain() } }
        return wasTaken
    }

    /// Commits one group. The next is behind what else waits for the queue: people may write without end.
    private func drain() {
        let group = state.withLock { state in
            let group = Array(state.waiting.prefix(Self.groupSize))
            state.waiting.removeFirst(group.count)
            return group
        }
        commit(group)
        let hasMore = state.withLock { state in
            state.isDraining = !state.waiting.isEmpty
            return state.isDraining
        }
        if hasMore { queue.async { self.drain() } }
    }

    /// Does all jobs in one transaction, and tells each what came of it.
    private func commit(_ group: [Job]) {
        do {
            let answers = try pool.writeWithoutTransaction { database in
                try database.beginTransaction(.immediate)
                do {
                    let answers = try group.map { job in
                        let answer = clock.withLock { job.perform(database, &$0) }
                        // A disk that is full or fails ends the transaction by itself.
                        guard database.isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_IOERR) }
                        return answer
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
            for job in group { job.refuse(Self.told(error)) }
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
