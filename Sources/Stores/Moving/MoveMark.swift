#if Postgres
    import Foundation
    import PostgresLanes

    /// What a database says of the move by which a place came there.
    struct MoveMark: Equatable {
        /// The id of the move, the same in both clusters.
        let id: [UInt8]
        /// Whether the whole place is there; until then no server takes it.
        let isWhole: Bool
        /// The count of changes of the keys in the files that the place came from.
        let generation: Int64

        static let step = Schema.Step(
            "moves",
            [
                """
                CREATE TABLE moves (
                    tenant bytea PRIMARY KEY NOT NULL REFERENCES tenants (id), id bytea NOT NULL,
                    is_whole boolean NOT NULL, generation bigint NOT NULL
                )
                """
            ])

        static let unfinished = StoreError(
            "a move of the place to it is under way, or ended early; let it end, or repeat `hereabouts move`")

        /// The question for the mark of the place with the name `name`.
        static func question(of name: String) -> PostgresLanes.Statement {
            PostgresLanes.Statement(
                """
                SELECT moves.id, is_whole, generation FROM moves JOIN tenants ON tenants.id = moves.tenant
                WHERE tenants.name = $1
                """, [.text(name)])
        }

        /// Reads the answer; `nil` for a place that did not come by a move.
        init?(_ answer: Rows) throws {
            guard let row = answer.rows.first else { return nil }
            guard row.count == 3, case .bytes(let id) = row[0], case .integer(let isWhole) = row[1],
                case .integer(let generation) = row[2]
            else { throw PostgresFault.unexpectedRow(reason: "the mark of a move has other columns") }
            (self.id, self.isWhole, self.generation) = (id, isWhole == 1, generation)
        }
    }
#endif
