import Synchronization

/// The servers of the installation: each has a row in `servers`, which it renews while it lives.
///
/// A class because it owns the own server's row.
package final class Registry: Sendable {
    /// Another server.
    package struct Server: Hashable, Sendable {
        package let id: [UInt8]
        package let number: Int
        package let version: String
        package let schema: SchemaVersions
    }

    /// What the last look said.
    package struct Standing: Sendable {
        /// The own server's small number. Another server gets it if this one is not seen for a minute, so a write that
        /// relies on it calls `check(in:)`.
        package let number: Int
        /// The other servers that were seen within fifteen seconds, by their numbers.
        package let others: [Server]
        /// When the last renewal that was committed was sent.
        package let seen: ContinuousClock.Instant

        /// The number of servers that live, this one too: limits are divided by it.
        package var live: Int { others.count + 1 }
    }

    /// All small numbers are taken.
    package struct Full: Error, CustomStringConvertible {
        package var description: String { "all \(numbers.count) numbers of servers are taken; stop some servers" }
    }

    /// The row of the own server was removed, because it was not seen for a minute.
    package struct Forgotten: Error {}

    /// This program cannot use the tables, or not beside the others.
    package enum Incompatible: Error, CustomStringConvertible {
        /// The tables have a version that this program does not know.
        case tables(version: Int64, known: SchemaVersions)
        /// Another server has no version in common with this one. It may have ended within the last minute.
        case server(Server, own: SchemaVersions)

        package var description: String {
            switch self {
            case .tables(let version, let known):
                """
                the tables have version \(version), and this program knows \(known): use a newer program, or restore a \
                backup from before
                """
            case .server(let server, let own):
                """
                server \(server.number) (program \(server.version)) knows version \(server.schema) of the tables, and this \
                program \(own): stop that server and wait a minute, or use a program between both
                """
            }
        }
    }

    /// What a server says of itself.
    private struct Identity: Sendable {
        let id: [UInt8]
        let version: String
        let schema: SchemaVersions
    }

    package static let numbers = 0..<1024

    private let identity: Identity
    private let housekeeping: Housekeeping
    private let state: Mutex<Standing>
    private let renewal = Mutex<Task<Void, Never>?>(nil)

    /// The tables of servers. They belong to no tenant: they are whole everywhere.
    package static let steps = [table, Schema.versionStep]
    private static let table = Schema.Step(
        "servers",
        [
            """
            CREATE TABLE servers (
                id bytea PRIMARY KEY CHECK (octet_length(id) = 16),
                number bigint NOT NULL UNIQUE CHECK (number BETWEEN 0 AND 1023),
                version text COLLATE "C" NOT NULL, schema text COLLATE "C" NOT NULL,
                started timestamptz NOT NULL DEFAULT now(), seen timestamptz NOT NULL DEFAULT now()
            ) WITH (fillfactor = 50)
            """
        ])

    static let removal = "DELETE FROM servers WHERE seen < now() - interval '1 minute'"
    /// The second look, which no other server's announcement and no removal from the tables can follow.
    private static let insertion = """
        INSERT INTO servers (id, number, version, schema) SELECT $1::bytea, $2::bigint, $3::text, $4::text
        WHERE NOT EXISTS (SELECT FROM schema_version WHERE version > $6::bigint) AND NOT EXISTS (
            SELECT FROM servers WHERE \(SchemaVersions.oldest) > $6::bigint OR \(SchemaVersions.newest) < $5::bigint
        ) ON CONFLICT DO NOTHING
        """
    private static let renewing = "UPDATE servers SET seen = now() WHERE id = $1"
    private static let query = """
        SELECT id, number, version, schema, seen > now() - interval '15 seconds' FROM servers ORDER BY number
        """

    /// Announces this server, which takes the lowest small number that is free, and renews its row each `interval`.
    ///
    /// `id` has 16 bytes and is made at each start. A lane that also waits for locks, such as for those of leases,
    /// delays renewals: the registry should have one of its own. Throws `Full`, `Incompatible`, and what
    /// `Housekeeping.run(_:)` throws.
    package static func announce(
        id: [UInt8], version: String, schema: SchemaVersions, by housekeeping: Housekeeping,
        every interval: Duration = .seconds(1)
    ) async throws -> Registry {
        precondition(id.count == 16, "the id of a server has 16 bytes")
        let identity = Identity(id: id, version: version, schema: schema)
        let standing = try await announce(identity, by: housekeeping)
        return Registry(identity, standing, housekeeping, every: interval)
    }

    private init(
        _ identity: Identity, _ standing: Standing, _ housekeeping: Housekeeping, every interval: Duration
    ) {
        self.identity = identity
        self.housekeeping = housekeeping
        state = Mutex(standing)
        let task = Task.detached { [weak self] in
            while true {
                do { try await Task.sleep(for: interval) } catch { return }
                guard let self else { return }
                // The next renewal may be answered; until then `isCurrent` says how old the last one is.
                try? await self.renew()
            }
        }
        renewal.withLock { $0 = task }
    }

    package var standing: Standing { state.withLock { $0 } }

    /// Whether a renewal that was sent within `duration` was committed.
    ///
    /// A host that another has replaced can't commit where commits wait for standbys. So, whoever only answers while
    /// this is true never answers from such a host, if `duration` is shorter than what passes until a host is replaced.
    package func isCurrent(within duration: Duration = .seconds(5)) -> Bool { standing.seen + duration > .now }

    /// Checks in a transaction that the small number is still this server's; nobody gets it before the transaction
    /// ends. Throws `Forgotten` and `PostgresFault`.
    package func check(_ number: Int, in transaction: Transaction) throws {
        // A lock of the key lets renewals pass, but not the row's removal.
        let rows = try transaction.rows(
            "SELECT number FROM servers WHERE id = $1 AND number = $2 FOR KEY SHARE",
            [.bytes(identity.id), .integer(Int64(number))])
        guard rows.count == 1 else { throw Forgotten() }
    }

    /// Stops the renewals and removes the row. Throws what `Housekeeping.run(_:)` throws.
    package func leave() async throws {
        let task = renewal.withLock { $0 }
        task?.cancel()
        await task?.value
        _ = try await housekeeping.run([Statement("DELETE FROM servers WHERE id = $1", [.bytes(identity.id)])])
    }

    /// Renews the row now, or takes another number if the row was removed. Throws `Full`, `Incompatible`, and what
    /// `Housekeeping.run(_:)` throws.
    package func renew() async throws {
        let sent = ContinuousClock.now
        let answers = try await housekeeping.run([
            Statement(Self.renewing, [.bytes(identity.id)]), Statement(Self.query),
        ])
        let now =
            if let standing = try Self.standing(answers[1], of: identity, seen: sent) {
                standing
            } else {
                try await Self.announce(identity, by: housekeeping)
            }
        state.withLock { $0 = now }
    }

    /// Makes the own row, or finds the one that an attempt without an answer made.
    private static func announce(_ identity: Identity, by housekeeping: Housekeeping) async throws -> Standing {
        while true {
            let sent = ContinuousClock.now
            let answers = try await housekeeping.run([
                Statement(removal), Statement(renewing, [.bytes(identity.id)]), Statement(query),
                Statement(Schema.versionQuery),
            ])
            if let standing = try standing(answers[2], of: identity, seen: sent) { return standing }
            let others = try answers[2].rows.map { try server($0).server }
            try check(identity, beside: others, on: Schema.version(answers[3]))
            let taken = Set(others.map(\.number))
            guard let free = numbers.first(where: { !taken.contains($0) }) else { throw Full() }
            // Of servers that start together one gets the number; the others look again.
            let schema = identity.schema
            let values: [Value] = [
                .bytes(identity.id), .integer(Int64(free)), .text(identity.version), .text("\(schema)"),
                .integer(schema.oldest), .integer(schema.newest),
            ]
            _ = try await housekeeping.run([Statement(Schema.versionLock), Statement(insertion, values)])
        }
    }

    /// Throws `Incompatible` if this program can't use the tables beside the others.
    private static func check(_ identity: Identity, beside others: [Server], on version: Int64) throws(Incompatible) {
        guard version <= identity.schema.newest else { throw .tables(version: version, known: identity.schema) }
        if let other = others.first(where: { !$0.schema.overlap(identity.schema) }) {
            throw .server(other, own: identity.schema)
        }
    }

    /// Returns `nil` if the own server has no row.
    private static func standing(
        _ answer: Rows, of identity: Identity, seen: ContinuousClock.Instant
    ) throws -> Standing? {
        let servers = try answer.rows.map { try server($0) }
        guard let own = servers.first(where: { $0.server.id == identity.id }) else { return nil }
        let others = servers.filter { $0.isLive && $0.server.id != identity.id }.map(\.server)
        return Standing(number: own.server.number, others: others, seen: seen)
    }

    private static func server(_ row: [Value]) throws(PostgresFault) -> (server: Server, isLive: Bool) {
        guard row.count == 5, case .bytes(let id) = row[0], case .integer(let number) = row[1],
            case .text(let version) = row[2], case .text(let text) = row[3], let schema = SchemaVersions(text)
        else { throw .unexpectedRow(reason: "a server has other columns") }
        let server = Server(id: id, number: Int(clamping: number), version: version, schema: schema)
        return (server, row[4] == .integer(1))
    }
}
