/// The agreement of all servers on the atlas of a place. A newer atlas is served once each server that lives has it, and
/// then by all.
package struct AtlasAgreement: Sendable {
    package struct Standing: Equatable, Sendable {
        /// The identity of the atlas that all are to serve.
        package let wanted: String
        /// The small numbers of the servers that live and have another atlas than was offered.
        package let without: [Int]

        package init(wanted: String, without: [Int]) { (self.wanted, self.without) = (wanted, without) }
    }

    /// The tables of the atlases that servers have, and of those that they are to serve.
    package static let step = Schema.Step(
        "atlases",
        [
            """
            CREATE TABLE atlases (
                tenant bytea NOT NULL, server bytea NOT NULL, identity text COLLATE "C" NOT NULL,
                PRIMARY KEY (tenant, server)
            )
            """,
            """
            CREATE TABLE wanted_atlases (
                tenant bytea PRIMARY KEY, identity text COLLATE "C" NOT NULL
            )
            """,
        ])

    private static let removal = """
        DELETE FROM atlases WHERE tenant = $1 AND NOT EXISTS (SELECT FROM servers WHERE servers.id = atlases.server)
        """
    private static let offer = """
        INSERT INTO atlases (tenant, server, identity) VALUES ($1, $2, $3)
        ON CONFLICT (tenant, server) DO UPDATE SET identity = excluded.identity
        WHERE atlases.identity <> excluded.identity
        """
    private static let first = """
        INSERT INTO wanted_atlases (tenant, identity) VALUES ($1, $2) ON CONFLICT DO NOTHING
        """
    /// Of the servers that were seen within fifteen seconds, as in `Registry.Standing`.
    private static let others = """
        FROM atlases JOIN servers ON servers.id = atlases.server WHERE atlases.tenant = $1
        AND atlases.identity <> $2 AND servers.seen > now() - interval '15 seconds'
        """
    private static let agreeing = """
        UPDATE wanted_atlases SET identity = $2 WHERE tenant = $1 AND identity <> $2 AND NOT EXISTS (SELECT \(others))
        """
    private static let question = "SELECT identity FROM wanted_atlases WHERE tenant = $1"
    private static let missing = "SELECT servers.number \(others) ORDER BY servers.number"

    private let tenant: [UInt8]
    private let server: [UInt8]
    private let housekeeping: Housekeeping

    /// Makes the part in it of the server with the id `server`, for the place `tenant`.
    package init(on tenant: [UInt8], of server: [UInt8], by housekeeping: Housekeeping) {
        self.tenant = tenant
        self.server = server
        self.housekeeping = housekeeping
    }

    /// Says that this server has the atlas with this identity and no newer one, and returns what all servers say. Throws
    /// what `Housekeeping.run(_:)` throws.
    package func offer(_ identity: String) async throws -> Standing {
        let atlas: [Value] = [.bytes(tenant), .text(identity)]
        let answers = try await housekeeping.run([
            Statement(Self.removal, [.bytes(tenant)]),
            Statement(Self.offer, [.bytes(tenant), .bytes(server), .text(identity)]),
            Statement(Self.first, atlas), Statement(Self.agreeing, atlas),
            Statement(Self.question, [.bytes(tenant)]), Statement(Self.missing, atlas),
        ])
        guard case .text(let wanted)? = answers[4].rows.first?.first else {
            throw PostgresFault.unexpectedRow(reason: "no atlas is wanted")
        }
        let without = answers[5].rows.compactMap { row -> Int? in
            if case .integer(let number)? = row.first { Int(clamping: number) } else { nil }
        }
        return Standing(wanted: wanted, without: without)
    }
}
