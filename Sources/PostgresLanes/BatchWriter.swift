import Fairness
import Foundation

/// The only writer of a server. Writes that wait are committed together, in one transaction for each tenant and realm.
///
/// The transaction begins with the tenant's *turn*: it locks the row of `clocks` and raises it, so that the transactions
/// of all servers follow each other, and the order of times is the order of commits. It has an id in `batches`. A
/// commit whose answer was lost is sent again with the same id: the row tells whether it had happened.
///
/// A class because it owns its lane.
package final class BatchWriter: Sendable {
    /// A tenant's rows with an order of their own.
    package struct Turn: Hashable, Sendable {
        /// The 16 bytes of the tenant's id.
        package let tenant: [UInt8]
        package let realm: Int64

        package init(tenant: [UInt8], realm: Int64) {
            self.tenant = tenant
            self.realm = realm
        }
    }

    struct Job: Sendable {
        let turn: Turn
        let work: Work
        /// Answers the caller if nothing was committed, or if that can't be known.
        let refuse: @Sendable (PostgresFault) -> Void
    }

    enum Work: Sendable {
        /// Does the write, looking at answers on the way. Throws only faults after which the transaction runs again, or
        /// fails as a whole; a rule that refuses the write is an outcome.
        case steps(@Sendable (Transaction) throws(PostgresFault) -> Outcome)
        /// Statements that are sent together with those of the neighbouring jobs, and the answer that follows from
        /// theirs.
        case together(
            @Sendable (Transaction) throws(PostgresFault) -> [Statement],
            answer: @Sendable (Result<[Rows], PostgresFault>) -> @Sendable () -> Void)

        var isTogether: Bool { if case .together = self { true } else { false } }
    }

    /// The outcome of a job. `answer` tells the caller, after the commit.
    enum Outcome: Sendable {
        /// The write is part of the transaction, or it wrote nothing.
        case done(answer: @Sendable () -> Void)
        /// The write failed after it had changed rows, so the transaction must be undone.
        case undone(answer: @Sendable () -> Void)
    }

    /// How long a commit is tried again before its callers are refused.
    private static let patience = Duration.seconds(10)
    /// How long a host has for each answer. It must be shorter than what passes before a standby is promoted.
    private static let answerTime = Duration.seconds(5)
    /// The usual duration of a write, in microseconds.
    private static let estimate = 200
    package static let maximumWaiting = 8192

    private let lane: Lane<Job>
    private let tally: CommitTally

    /// Makes the writer. The tables of `step` must be there, and those of `Change.step` where changes are noted. Calls
    /// `afterChanges` after each commit that noted some; it must return soon.
    package init(to cluster: Cluster, afterChanges: @escaping @Sendable () -> Void = {}) {
        let tally = CommitTally()
        self.tally = tally
        lane = Lane(
            to: cluster, together: 256,
            .init(jobs: Self.maximumWaiting, jobsOfBlock: Self.maximumWaiting / 4, costOfBlock: .max)
        ) { jobs, connection in
            if Self.commit(jobs, on: connection, tally) { afterChanges() }
        }
    }

    /// The tables of the turn and of the batches' ids.
    package static let step = Schema.Step(
        "turns and batches",
        [
            """
            CREATE TABLE clocks (
                tenant bytea NOT NULL, realm bigint NOT NULL, last bigint NOT NULL, PRIMARY KEY (tenant, realm)
            ) WITH (fillfactor = 50)
            """,
            """
            CREATE TABLE batches (
                tenant bytea NOT NULL, id bytea NOT NULL, made timestamptz NOT NULL DEFAULT now(),
                PRIMARY KEY (tenant, id)
            )
            """,
        ])

    /// Makes the clocks of tenants; a turn without its clock cannot be taken. Blocks. Throws `PostgresFault`.
    package static func prepare(_ turns: [Turn], on cluster: Cluster) throws(PostgresFault) {
        let statements = turns.map { turn in
            Statement(
                "INSERT INTO clocks (tenant, realm, last) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING",
                [.bytes(turn.tenant), .integer(turn.realm)])
        }
        try Schema.run(statements, on: cluster)
    }

    /// Runs `body` in the tenant's next transaction, and returns its result once that is committed. If `body` throws,
    /// nothing changes. It may run several times.
    ///
    /// Throws the error of `body`, and `PostgresFault`: `outcomeUnknown` if the write may have happened, `laneFull` if
    /// too many writes wait.
    package func write<Result: Sendable>(
        in turn: Turn, _ body: @escaping @Sendable (Transaction) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let work = Work.steps { transaction throws(PostgresFault) in
                let before = transaction.writes
                let result = Swift.Result { try body(transaction) }
                let answer: @Sendable () -> Void = { continuation.resume(with: result) }
                guard case .failure(let error) = result else { return .done(answer: answer) }
                if let fault = transaction.fault, fault.endsConnection { throw fault }
                // PostgreSQL has undone the whole transaction if it refused a statement.
                let isUndone = transaction.fault != nil || transaction.writes > before
                if let fault = error as? PostgresFault, case .refused(let state, _, _) = fault, state.passes {
                    throw fault
                }
                return isUndone ? .undone(answer: answer) : .done(answer: answer)
            }
            add(Job(turn: turn, work: work) { continuation.resume(throwing: $0) })
        }
    }

    /// Runs statements that need no look on the way in the tenant's next transaction, with one round trip for those of
    /// all such writes. Returns the result of `read`, which gets a value for each statement, once that is committed.
    ///
    /// `statements` may run several times. If `read` throws, the statements must have changed nothing: a rule belongs
    /// into their conditions. Throws the error of `read`, and what `write(in:_:)` throws.
    package func write<Result: Sendable>(
        in turn: Turn, sending statements: @escaping @Sendable (Transaction) throws(PostgresFault) -> [Statement],
        reading read: @escaping @Sendable ([Rows]) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let work = Work.together(statements) { rows in
                let result = Swift.Result { try read(rows.get()) }
                return { continuation.resume(with: result) }
            }
            add(Job(turn: turn, work: work) { continuation.resume(throwing: $0) })
        }
    }

    private func add(_ job: Job) {
        do {
            try lane.add(job, costing: Self.estimate, for: Requester.current.network)?.refuse(.laneFull)
        } catch let fault as PostgresFault {
            job.refuse(fault)
        } catch {
            job.refuse(.laneFull)
        }
    }

    /// The number of waiting writes.
    package var waiting: Int { lane.waiting }

    package var figures: WriterFigures { tally.figures(lane.figures) }

    /// Commits what waits and ends; blocks until then.
    package func close() { lane.close() }

    // MARK: On the lane's thread

    /// Commits the jobs; returns whether followers have something to take in.
    private static func commit(_ jobs: [Job], on connection: LaneConnection, _ tally: CommitTally) -> Bool {
        var haveNotes = false
        for (turn, jobs) in Dictionary(grouping: jobs, by: \.turn) {
            // Jobs that wait together have no order. Those that share a round trip come first.
            let inOrder = jobs.filter(\.work.isTogether) + jobs.filter { !$0.work.isTogether }
            haveNotes = commit(inOrder, in: turn, on: connection, tally) || haveNotes
        }
        return haveNotes
    }

    /// Commits the jobs of one tenant together; a job that must be undone is left out, and then tried alone.
    private static func commit(
        _ jobs: [Job], in turn: Turn, on connection: LaneConnection, _ tally: CommitTally
    ) -> Bool {
        var together = jobs, haveNotes = false
        while !together.isEmpty {
            let start = ContinuousClock.now
            var batch = Batch(turn: turn, jobs: together, deadline: start + patience)
            let end = batch.commit(on: connection)
            if batch.isInDoubt { tally.wasInDoubt() }
            switch end {
            case .committed(let answers):
                tally.committed(together.count, in: .now - start)
                for answer in answers { answer() }
                return haveNotes || batch.hasNotes
            case .failed(let fault):
                for job in together { job.refuse(fault) }
                return haveNotes
            case .undoneLater(let fault):
                guard together.count > 1 else {
                    together[0].refuse(fault)
                    return haveNotes
                }
                for job in together { haveNotes = commit([job], in: turn, on: connection, tally) || haveNotes }
                return haveNotes
            case .undoneBy(let index, let answer):
                let job = together.remove(at: index)
                if together.isEmpty {
                    answer()
                } else {
                    haveNotes = commit([job], in: turn, on: connection, tally) || haveNotes
                }
            }
        }
        return haveNotes
    }

    /// The attempts to commit some jobs in one transaction.
    fileprivate struct Batch {
        enum End {
            case committed([@Sendable () -> Void])
            case failed(PostgresFault)
            case undoneBy(index: Int, answer: @Sendable () -> Void)
            /// By a statement that was sent later, of any job.
            case undoneLater(PostgresFault)
        }

        let turn: Turn
        let jobs: [Job]
        let deadline: ContinuousClock.Instant
        private let id = (0..<16).map { _ in UInt8.random(in: 0...255) }
        /// The answers of the attempt whose commit is in doubt.
        private var doubtful: [@Sendable () -> Void]?
        /// Whether the last attempt noted changes.
        private(set) var hasNotes = false
        /// Whether a commit had no answer.
        private(set) var isInDoubt = false

        init(turn: Turn, jobs: [Job], deadline: ContinuousClock.Instant) {
            self.turn = turn
            self.jobs = jobs
            self.deadline = deadline
        }

        /// Runs the jobs in their order; neighbours without looks share a round trip. Does not commit.
        private func perform(in transaction: Transaction) throws(PostgresFault) -> End {
            var answers: [@Sendable () -> Void] = [], gathered = Gathered()
            for (index, job) in jobs.enumerated() {
                switch job.work {
                case .together(let statements, let answer):
                    gathered.add(try statements(transaction), answer, of: index)
                case .steps(let perform):
                    if let end = try gathered.send(in: transaction, &answers) { return end }
                    let outcome = try perform(transaction)
                    if let fault = transaction.laterFault { return .undoneLater(fault) }
                    switch outcome {
                    case .done(let answer): answers.append(answer)
                    case .undone(let answer): return .undoneBy(index: index, answer: answer)
                    }
                }
            }
            return try gathered.send(in: transaction, &answers) ?? .committed(answers)
        }

        mutating func commit(on lane: LaneConnection) -> End {
            while true {
                do throws(PostgresFault) {
                    return try attempt(on: lane.current())
                } catch {
                    lane.drop(after: error)
                    if error.endsConnection, doubtful != nil { isInDoubt = true }
                    guard error.mayPass, ContinuousClock.now < deadline else {
                        return .failed(doubtful == nil ? error : .outcomeUnknown)
                    }
                }
                Thread.sleep(forTimeInterval: .random(in: 0.02...0.08))
            }
        }

        private mutating func attempt(on connection: Connection) throws(PostgresFault) -> End {
            var transaction: Transaction?
            do throws(PostgresFault) {
                let begun = try Transaction(turn, batch: id, on: connection, answerTime: answerTime)
                transaction = begun
                switch try perform(in: begun) {
                case .committed(let answers): doubtful = answers
                case let end:
                    try connection.run([Statement("ROLLBACK")], by: .now + answerTime)
                    return end
                }
                hasNotes = begun.hasNotes
                try begun.commit()
                return .committed(doubtful ?? [])
            } catch .refused(.uniqueViolation, Transaction.batchKey, _) {
                try connection.run([Statement("ROLLBACK")], by: .now + answerTime)
                guard let doubtful else { throw .unexpectedRow(reason: "a new batch has an id that was used") }
                return .committed(doubtful)
            } catch {
                if !error.endsConnection { _ = try? connection.run([Statement("ROLLBACK")], by: .now + answerTime) }
                if let fault = transaction?.laterFault { return .undoneLater(fault) }
                throw error
            }
        }
    }
}

/// Statements of neighbouring jobs, which wait to be sent together.
private struct Gathered {
    typealias Answer = @Sendable (Result<[Rows], PostgresFault>) -> @Sendable () -> Void

    private var statements: [Statement] = []
    private var jobs: [(index: Int, range: Range<Int>, answer: Answer)] = []

    mutating func add(_ added: [Statement], _ answer: @escaping Answer, of index: Int) {
        jobs.append((index, statements.count..<statements.count + added.count, answer))
        statements += added
    }

    /// Sends what waits. Returns `undoneBy` if PostgreSQL refuses a statement for good.
    mutating func send(
        in transaction: Transaction, _ answers: inout [@Sendable () -> Void]
    ) throws(PostgresFault) -> BatchWriter.Batch.End? {
        defer { self = Gathered() }
        guard !jobs.isEmpty else { return nil }
        do throws(PostgresFault) {
            let rows = try transaction.execute(statements)
            answers += jobs.map { $0.answer(.success(Array(rows[$0.range]))) }
            return nil
        } catch .refused(let state, let constraint, let statement) where !state.passes {
            let fault = PostgresFault.refused(state: state, constraint: constraint, statement: statement)
            guard let job = jobs.first(where: { $0.range.contains(statement) }) else { throw fault }
            return .undoneBy(index: job.index, answer: job.answer(.failure(fault)))
        }
    }
}
