#if Postgres
    import PostgresLanes

    /// What to say about one host, from what it answered.
    struct HostReview {
        /// The host's name in findings.
        let name: String
        let state: HostState

        /// A clock that is further off should be set, in seconds. From 60 s on, servers are not ready.
        private static let mostClockOffset = 5.0
        /// A snapshot that is older slows all writes, in seconds; every write of a place changes one row, whose old
        /// versions stay for it.
        private static let mostSnapshotSeconds = 300.0
        /// The same for a snapshot of unknown age, in transactions.
        private static let mostSnapshotTransactions: Int64 = 100_000
        /// A slot that keeps more of the log fills the disk, in bytes.
        private static let mostKeptBytes = 1e9

        var findings: [DatabaseFinding] {
            [summary] + pooler + settings + clock + connections + snapshot + slots + collations
        }

        private var summary: DatabaseFinding {
            let version = state.version.split(separator: " ").first ?? ""
            return .good(
                "\(name) \(state.isStandby ? "is a standby" : "takes writes"): PostgreSQL \(version)"
                    + (state.timeline.map { ", timeline \($0)" } ?? "")
                    + (state.readsAll ? "" : "; its user may not see what others do (GRANT pg_monitor TO it)"))
        }

        private var pooler: [DatabaseFinding] {
            guard state.isBehindPooler else { return [] }
            return [
                .fault(
                    "\(name) is answered by something between, such as pgbouncer",
                    "name PostgreSQL's own port: prepared statements and LISTEN need connections of their own, of which a "
                        + "server has about ten")
            ]
        }

        private var settings: [DatabaseFinding] {
            var findings = state.weakSettings.map { setting in
                DatabaseFinding.fault(
                    "\(name) has \(setting.name) = \(setting.value), so writes that were acknowledged may be lost",
                    "set \(setting.name) = on there, also for this user and database, and reload (pg_ctl reload)")
            }
            if state.settings["data_checksums"] == "off" {
                findings.append(
                    .fault(
                        "\(name) has no data checksums, so a damaged page goes unnoticed",
                        "stop it and run pg_checksums --enable"))
            }
            return findings
        }

        private var clock: [DatabaseFinding] {
            let offset = state.clockOffset
            guard abs(offset) > Self.mostClockOffset else { return [] }
            return [
                .fault(
                    "\(name) has a clock \(Amount.duration(abs(offset))) \(offset > 0 ? "behind" : "ahead of") this machine's",
                    "synchronise both (timedatectl set-ntp true)")
            ]
        }

        private var connections: [DatabaseFinding] {
            guard let used = state.connections, let most = state.settings["max_connections"].flatMap({ Int64($0) })
            else { return [] }
            let text = "\(name) has \(used) of \(most) connections"
            return [
                used * 5 > most * 4
                    ? .fault(text, "raise max_connections, or find who keeps them (pg_stat_activity)") : .good(text)
            ]
        }

        private var snapshot: [DatabaseFinding] {
            guard let oldest = state.snapshot else { return [] }
            let isOld =
                oldest.seconds.map { $0 > Self.mostSnapshotSeconds }
                ?? (oldest.transactions > Self.mostSnapshotTransactions)
            guard isOld else { return [] }
            let age = oldest.seconds.map { Amount.duration($0) } ?? "\(oldest.transactions) transactions"
            return [
                .fault(
                    "\(name) keeps deleted rows for \(oldest.holder), since \(age), which slows all writes",
                    "end it: pg_terminate_backend(…), ROLLBACK PREPARED …, or pg_drop_replication_slot(…)")
            ]
        }

        private var slots: [DatabaseFinding] {
            (state.slots ?? []).compactMap { slot in
                let kept = "keeps \(Amount.bytes(slot.keptBytes)) of the log"
                if !slot.isActive {
                    return .fault(
                        "\(name) \(kept) for the replication slot \(slot.name), which nobody reads",
                        "start its standby, or drop it: SELECT pg_drop_replication_slot('\(slot.name)')")
                }
                guard slot.keptBytes > Self.mostKeptBytes else { return nil }
                return .fault(
                    "\(name) \(kept) for the replication slot \(slot.name), whose reader is behind",
                    "look at that standby's disk and network")
            }
        }

        private var collations: [DatabaseFinding] {
            state.collations.map { collation in
                .fault(
                    "\(name) sorts texts by another version of the collation \(collation.name) (\(collation.actual)) than "
                        + "its indexes (\(collation.recorded))",
                    "REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION; standbys need the same system "
                        + "libraries")
            }
        }
    }
#endif
