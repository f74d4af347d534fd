#if Postgres
    import Foundation
    import PostgresLanes

    /// A PostgreSQL cluster that holds nothing but people's keys, and no copy of a key that was destroyed.
    ///
    /// A class because it owns connections.
    package final class PostgresKeyCluster: Sendable {
        let server: PostgresServer
        private let eraser: Eraser
        private let erasure: RepeatedErasure

        /// Connects to the hosts of `address`. Throws `StoreError`, also if the cluster's settings would keep the bytes
        /// of destroyed keys, or if it is the cluster of `data`.
        ///
        /// Calls `report` when the bytes of destroyed keys stay on a disk for now, with the reason, and when they are
        /// gone.
        package init(
            _ address: String, besides data: PostgresServer? = nil,
            report: @escaping @Sendable (ErasureReport) -> Void = { _ in }
        ) throws {
            server = try PostgresServer(address)
            let eraser = Eraser(of: ["person_keys", "statistics_keys"], in: server.cluster)
            self.eraser = eraser
            erasure = RepeatedErasure({ try await eraser.erase() }, report: report)
            do {
                if let data, try data.cluster.identity == server.cluster.identity {
                    throw StoreError(
                        "people's keys and their data are in one PostgreSQL cluster, whose copies would keep keys that "
                            + "were destroyed; name another cluster with keys-database")
                }
                let needed = Self.settingsNeeded(try server.cluster.examinePrimary())
                guard needed.isEmpty else {
                    throw StoreError(
                        "the PostgreSQL cluster of keys would keep the bytes of destroyed keys; "
                            + needed.joined(separator: "; "))
                }
            } catch let fault as PostgresFault {
                throw StoreError("the PostgreSQL cluster of keys cannot be used: \(fault)")
            }
        }

        /// Returns once no file of the cluster's hosts has a key that was destroyed before the call; if that can't be
        /// done now, reports why, and goes on trying.
        func forgetDestroyed() async { await erasure.run() }

        /// Whether keys that were destroyed by this server stay on a disk for now.
        package var owesErasure: Bool { erasure.isOwed }

        package func close() async {
            await erasure.close()
            eraser.close()
            server.close()
        }

        /// Returns what the operator must change, each with its remedy.
        static func settingsNeeded(_ host: HostState) -> [String] {
            var needed = wanted.compactMap { one in
                host.settings[one.name].flatMap { one.isFine($0) ? nil : "set \(one.name) = \(one.value)" }
            }
            if host.slots?.isEmpty == false { needed.append("drop its replication slots") }
            if !host.isSuperuser { needed.append("let a superuser of it connect") }
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
