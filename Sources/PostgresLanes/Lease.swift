/// The right to do a job of a tenant, for one of all servers. It ends unless it is renewed.
package struct Lease: Hashable, Sendable {
    /// Another server may have the lease.
    package struct Lost: Error, Equatable, CustomStringConvertible {
        package let job: String

        package init(job: String) { self.job = job }

        package var description: String { "the lease of the job \(job) was lost; another server may have it" }
    }

    package let tenant: [UInt8]
    package let job: String
    /// The id of the server that holds it.
    package let holder: [UInt8]
    /// Greater than the terms of all that held the lease before.
    package let term: Int64

    /// The table of leases.
    package static let step = Schema.Step(
        "leases",
        [
            """
            CREATE TABLE leases (
                tenant bytea NOT NULL, job text COLLATE "C" NOT NULL, holder bytea NOT NULL, term bigint NOT NULL,
                until timestamptz NOT NULL, PRIMARY KEY (tenant, job)
            ) WITH (fillfactor = 50)
            """
        ])

    /// Checks in a transaction that no other has the lease; nobody gets it before the transaction ends. So what the
    /// transaction writes is undone or comes before all that the next holder does.
    ///
    /// Throws `Lost`, before the transaction has changed anything if it is called first, and `PostgresFault`.
    package func check(in transaction: Transaction) throws {
        let condition = condition(from: 1)
        guard try transaction.rows("SELECT \(condition.sql)", condition.parameters) == [[.integer(1)]] else {
            throw Lost(job: job)
        }
    }

    /// Returns the same check as a condition of a statement whose next parameter has the number `first`, with the
    /// values of its three parameters.
    package func condition(from first: Int) -> (sql: String, parameters: [Value]) {
        // The lock makes the condition see a later term that is committed, and has a later holder wait.
        let sql = """
            EXISTS (SELECT FROM leases WHERE leases.tenant = $\(first) AND leases.job = $\(first + 1) \
            AND leases.term = $\(first + 2) FOR SHARE)
            """
        return (sql, [.bytes(tenant), .text(job), .integer(term)])
    }
}
