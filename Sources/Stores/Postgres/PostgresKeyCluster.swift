#if Postgres
    import Foundation
    import PostgresLanes

    /// A PostgreSQL cluster that holds nothing but people's keys, and no copy of a key that was destroyed.
    ///
    /// A class because it owns connections.
    package final class PostgresKeyCluster: Sendable {
        let server: PostgresServer
        private let eraser: Eraser
        private let report: @Sendable (String) -> Void

        /// Connects to the hosts of `address`. Throws `StoreError`, also if the cluster's settings would keep the bytes
        /// of destroyed keys, or if it is the cluster of `data`.
        ///
        /// Calls `report` when the bytes of destroyed keys stay on a disk for now, with the reason.
        package init(
            _ address: String, besides data: PostgresServer? = nil,
            report: @escaping @Sendable (String) -> Void = { _ in }
        ) throws {
            self.report = report
            server = try PostgresServer(address)
            eraser = Eraser(of: ["person_keys", "statistics_keys"], in: server.cluster)
            do {
                if let data, try data.cluster.identity == server.cluster.identity {
                    throw StoreError(
                        "people's keys and their data are in one PostgreSQL cluster, whose copies would keep keys that "
                            + "were destroyed; name another cluster with keys-database")
                }
                let needed = try Self.settingsNeeded(server)
                guard needed.isEmpty else {
                    throw StoreError(
                        "the PostgreSQL cluster of keys would keep the bytes of destroyed keys; "
                            + needed.joined(separator: "; "))
                }
            } catch let fault as PostgresFault {
                throw StoreError("the PostgreSQL cluster of keys cannot be used: \(fault)")
            }
        }

        /// Returns once no file of the cluster's hosts has a key that was destroyed before the call, or reports why not.
        func forgetDestroyed() async {
            do {
                try await eraser.erase()
            } catch {
                report("destroyed keys stay on a disk until a later try succeeds: \(error)")
            }
        }

        package func close() {
            eraser.close()
            server.close()
        }

        /// Returns what the operator must change, each with its remedy.
        private static func settingsNeeded(_ server: PostgresServer) throws(PostgresFault) -> [String] {
            let names = wanted.map { "'\($0.name)'" }.joined(separator: ", ")
            let answers = try Schema.run(
                [
                    PostgresLanes.Statement("SELECT name, setting FROM pg_settings WHERE name IN (\(names))"),
                    PostgresLanes.Statement("SELECT count(*) FROM pg_replication_slots"),
                    PostgresLanes.Statement("SELECT rolsuper FROM pg_roles WHERE rolname = current_user"),
                ], on: server.cluster)
            var settings: [String: String] = [:]
            for row in answers[0].rows {
                if row.count == 2, case .text(let name) = row[0], case .text(let value) = row[1] {
                    settings[name] = value
                }
            }
            var needed = wanted.compactMap { one in
                settings[one.name].flatMap { one.isFine($0) ? nil : "set \(one.name) = \(one.value)" }
            }
            if answers[1].rows != [[.integer(0)]] { needed.append("drop its replication slots") }
            if answers[2].rows != [[.integer(1)]] { needed.append("let a superuser of it connect") }
            return needed
        }

        /// Settings by which PostgreSQL keeps old log files, or writes parameters into its log of messages.
        private static let wanted: [(name: String, value: String, isFine: @Sendable (String) -> Bool)] = [
            ("wal_recycle", "off", { $0 == "off" }),
            ("wal_keep_size", "0", { $0 == "0" }),
            ("archive_mode", "off", { $0 == "off" }),
            ("log_statement", "none", { ["none", "ddl"].contains($0) }),
            ("log_min_duration_statement", "-1", { $0 == "-1" }),
            ("log_min_duration_sample", "-1", { $0 == "-1" }),
            ("log_parameter_max_length_on_error", "0", { $0 == "0" }),
        ]
    }
#endif
