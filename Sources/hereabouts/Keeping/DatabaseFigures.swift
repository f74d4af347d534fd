#if Postgres
    import PostgresLanes
    import Presence
    import Server
    import Stores

    extension Figure {
        /// The figures of a server's work with PostgreSQL; `owesErasure` says whether destroyed keys stay on a disk.
        static func all(of figures: PostgresFigures, owesErasure: Bool) -> [Figure] {
            let answers = gauge(
                "host_answers", "Whether the host that takes writes answers questions about itself.",
                figures.host == nil ? 0 : 1)
            let owed = gauge(
                "erasure_owed", "Whether destroyed keys stay on a disk until a later try succeeds.", owesErasure ? 1 : 0
            )
            let ofHost = figures.host.map { host in self.ofHost(host) + replication(of: host) } ?? []
            return ofLanes(figures) + ofServers(figures) + [owed, answers] + ofHost
        }

        private static let prefix = "hereabouts_database_"

        /// `nil` leaves it out.
        private static func gauge(_ name: String, _ help: String, _ value: Double?) -> Figure {
            Figure(prefix + name, help, value: value)
        }

        private static func counter(_ name: String, _ help: String, _ value: Int) -> Figure {
            Figure(prefix + name, help, .counter, value: Double(value))
        }

        private static func ofLanes(_ figures: PostgresFigures) -> [Figure] {
            let writer = figures.writer, commits = writer.commits
            let lanes = [("writes", writer.lane), ("reads", figures.reads), ("looks", figures.looks)]
            let waiting = lanes.map { Sample(Double($0.1.waiting), [("lane", $0.0)]) }
            let refused = lanes.map { Sample(Double($0.1.refused), [("lane", $0.0)]) }
            return [
                gauge("connections", "Connections of this process to PostgreSQL.", Double(figures.connections)),
                Figure(prefix + "waiting", "Statements that wait, by lane.", samples: waiting),
                Figure(
                    prefix + "refused_total", "Statements that were refused because too many waited, by lane.",
                    .counter, samples: refused),
                counter("writes_total", "Writes whose transaction was committed.", writer.writes),
                counter("in_doubt_total", "Transactions whose commit had no answer at first.", writer.inDoubt),
                Figure(
                    prefix + "commit_seconds", "Time of transactions, of many writes each, until the answer.",
                    bounds: commits.bounds, counts: commits.counts, seconds: commits.seconds),
            ]
        }

        private static func ofServers(_ figures: PostgresFigures) -> [Figure] {
            let jobs = PlaceJob.allCases.map { Sample(figures.jobs.contains($0) ? 1 : 0, [("name", $0.rawValue)]) }
            return [
                gauge(
                    "follower_lag_seconds", "Age of the oldest change that may not have been taken in.",
                    figures.lag.map(seconds)),
                counter(
                    "catch_ups_total", "Times the server caught up before it answered about people.", figures.catchUps),
                counter("catch_ups_failed_total", "Times it could not, and answered 503.", figures.failedCatchUps),
                Figure(prefix + "jobs", "Whether this server does a job for all, by its name.", samples: jobs),
                counter("leases_lost_total", "Times another server may have taken over a job.", figures.lostLeases),
                gauge("servers_live", "Servers seen within 15 seconds, this one too.", Double(figures.liveServers)),
                gauge(
                    "heartbeat_age_seconds", "Age of this server's last heartbeat that was committed.",
                    seconds(figures.heartbeatAge)),
                gauge(
                    "clock_offset_seconds", "How far this machine's clock is ahead of the database's.",
                    figures.clockOffset.map(seconds)),
            ]
        }

        private static func ofHost(_ host: HostState) -> [Figure] {
            let weak = Set(host.weakSettings.map(\.name))
            let settings = HostState.strongSettings.map { Sample(weak.contains($0) ? 1 : 0, [("setting", $0)]) }
            return [
                gauge(
                    "host_connections", "Connections of all programs to the host that takes writes.",
                    host.connections.map { Double($0) }),
                gauge(
                    "host_max_connections", "Connections that the host allows.",
                    host.settings["max_connections"].flatMap { Double($0) }),
                Figure(
                    prefix + "weak_setting", "Whether a setting is weaker than acknowledged writes need, by setting.",
                    samples: settings),
            ]
        }

        /// What the user may not read is left out.
        private static func replication(of host: HostState) -> [Figure] {
            guard host.readsAll else { return [] }
            // Standbys without a name of their own have the same one.
            let standbys = Dictionary(grouping: host.standbys ?? [], by: \.name).sorted { $0.key < $1.key }
            let bytes = standbys.map { name, all in
                Sample(all.map(\.lagBytes).max() ?? 0, [("standby", name)])
            }
            let behind = standbys.map { name, all in
                Sample(all.map { $0.lagSeconds ?? 0 }.max() ?? 0, [("standby", name)])
            }
            return [
                gauge(
                    "oldest_snapshot_seconds", "Age of the oldest snapshot that keeps deleted rows; 0 if unknown.",
                    host.snapshot?.seconds ?? 0),
                gauge(
                    "oldest_snapshot_transactions", "Transactions since the oldest snapshot that keeps deleted rows.",
                    Double(host.snapshot?.transactions ?? 0)),
                gauge(
                    "synchronous_standbys", "Standbys that follow and for which commits may wait.",
                    host.standbys.map { Double($0.count { $0.isSynchronous }) }),
                Figure(
                    prefix + "standby_lag_bytes", "Log that a standby does not have on its disk yet, by standby.",
                    samples: bytes),
                Figure(
                    prefix + "standby_lag_seconds", "How far a standby is behind with what it shows, by standby.",
                    samples: behind),
            ]
        }

        private static func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }
    }
#endif
