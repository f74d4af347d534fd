#if Postgres
    package import PostgresLanes

    /// What to say about the hosts of one address, from what they answered.
    package struct ClusterReview {
        /// A host that answered.
        struct Answer {
            let name: String
            let state: HostState
        }

        /// The name of the setting with the address.
        let setting: String
        let hosts: [ExaminedHost]
        /// Whether the cluster holds people's keys.
        let isOfKeys: Bool

        package init(setting: String, hosts: [ExaminedHost], isOfKeys: Bool = false) {
            (self.setting, self.hosts, self.isOfKeys) = (setting, hosts, isOfKeys)
        }

        var answers: [Answer] {
            hosts.compactMap { host in (try? host.state.get()).map { Answer(name: host.name, state: $0) } }
        }

        /// The host that takes writes: of several, that of the highest timeline.
        var primary: Answer? {
            answers.filter { !$0.state.isStandby }.max { $0.state.timeline ?? 0 < $1.state.timeline ?? 0 }
        }

        package var findings: [DatabaseFinding] {
            hosts.flatMap { host in
                switch host.state {
                case .success(let state): HostReview(name: name(host.name), state: state).findings
                case .failure(let fault): [unreachable(host.name, fault)]
                }
            } + membership + replication + keySettings + servers
        }

        /// The name of a host in findings.
        private func name(_ host: String) -> String { "\(setting): \(host)" }

        private func unreachable(_ host: String, _ fault: PostgresFault) -> DatabaseFinding {
            guard case .connectionLost(let reason) = fault else {
                return .fault(
                    "\(name(host)) does not answer questions: \(fault)",
                    "look whether the machine is overloaded or PostgreSQL is stopped there (kill -CONT), and at its log"
                )
            }
            let text = "\(name(host)) cannot be asked: \(reason)"
            if reason.contains("password") || reason.contains("pg_hba.conf") || reason.contains("role ") {
                return .fault(
                    text, "correct the user, the password's file (PGPASSFILE), or that host's pg_hba.conf")
            }
            if reason.contains("database ") {
                return .fault(text, "make the database (createdb), or correct its name in \(setting)")
            }
            return .fault(text, "start PostgreSQL there, check the network, or take the host out of \(setting)")
        }

        /// Who takes writes, and who does not belong here.
        private var membership: [DatabaseFinding] {
            guard let primary else {
                guard !answers.isEmpty else { return [] }
                return [
                    .fault(
                        "\(setting): no host that answers takes writes",
                        "start the primary, or promote a standby (pg_ctl promote)")
                ]
            }
            return answers.filter { $0.name != primary.name }.compactMap { answer in
                let state = answer.state
                guard state.identity == nil || state.identity == primary.state.identity else {
                    return .fault(
                        "\(name(answer.name)) belongs to another cluster than \(primary.name)",
                        "take one of the two out of \(setting)")
                }
                if !state.isStandby {
                    return .fault(
                        "\(name(answer.name)) takes writes on the timeline \(state.timeline ?? 0), although "
                            + "\(primary.name) took over from it on \(primary.state.timeline ?? 0)",
                        "stop it, and make it a standby of \(primary.name) (pg_rewind, or a new base backup)")
                }
                guard let own = state.timeline, let newest = primary.state.timeline, own < newest else { return nil }
                return .fault(
                    "\(name(answer.name)) is a standby on the timeline \(own), and \(primary.name) is on \(newest)",
                    "let it follow \(primary.name): correct its primary_conninfo, or make it anew")
            }
        }

        /// What keeps bytes of destroyed keys, in the cluster of keys.
        private var keySettings: [DatabaseFinding] {
            guard isOfKeys else { return [] }
            let needed = answers.flatMap { answer in
                PostgresKeyCluster.settingsNeeded(answer.state).map { (answer.name, $0) }
            }
            let copies = answers.flatMap { answer in
                (answer.state.copies ?? []).map { copier in
                    DatabaseFinding.fault(
                        "\(name(answer.name)) is copied by \(copier), and a copy keeps keys that are destroyed later",
                        "end it and destroy what it made, unless it makes a standby")
                }
            }
            guard !needed.isEmpty else {
                let isFine = "\(setting): its settings keep no bytes of destroyed keys"
                return (answers.isEmpty ? [] : [.good(isFine)]) + copies
            }
            return needed.map { host, remedy in
                .fault("\(name(host)) would keep bytes of destroyed keys, or the server cannot remove them", remedy)
            } + copies
        }

        private var servers: [DatabaseFinding] {
            guard let all = primary?.state.servers else { return [] }
            var findings = all.map { server in
                let age = Amount.duration(server.age)
                let seen =
                    server.age < Self.liveSeconds
                    ? "seen \(age) ago" : "not seen for \(age): it ended without leaving, or cannot reach the database"
                return DatabaseFinding.good(
                    "server \(server.number) has version \(server.version) and schema \(server.schema), \(seen)")
            }
            let live = Set(all.filter { $0.age < Self.liveSeconds }.map(\.schema))
            let versions = live.map { SchemaVersions($0) }
            let go = versions.allSatisfy { one in
                versions.allSatisfy { other in one.flatMap { other?.overlap($0) } == true }
            }
            if !go {
                findings.append(
                    .fault(
                        "servers of the schemas \(live.sorted().joined(separator: ", ")) run together",
                        "bring all to the newest version"))
            }
            return findings
        }

        /// As the servers see it.
        private static let liveSeconds = 15.0
    }

    /// Amounts as the operator reads them.
    enum Amount {
        /// Seconds, minutes, hours or days.
        static func duration(_ seconds: Double) -> String {
            let units: [(Double, String)] = [(86_400, "d"), (3600, "h"), (60, "min")]
            let amount = max(seconds, 0)
            for (length, name) in units where amount >= 2 * length { return "\(Int(amount / length)) \(name)" }
            return amount < 10 ? "\((amount * 10).rounded() / 10) s" : "\(Int(amount)) s"
        }

        /// Megabytes or gigabytes (powers of 1000).
        static func bytes(_ count: Double) -> String {
            count < 1e9 ? "\(Int(count / 1e6)) MB" : "\((count / 1e8).rounded() / 10) GB"
        }
    }
#endif
