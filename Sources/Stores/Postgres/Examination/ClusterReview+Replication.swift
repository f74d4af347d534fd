#if Postgres
    import PostgresLanes

    extension ClusterReview {
        /// A standby that is further behind would lose time or the last writes, in bytes and seconds.
        private static let mostLagBytes = 64e6
        private static let mostLagSeconds = 30.0

        /// Whether commits wait for standbys, and how those follow.
        var replication: [DatabaseFinding] {
            guard let primary else { return [] }
            let names = primary.state.settings["synchronous_standby_names"] ?? ""
            guard !names.isEmpty else {
                return [
                    .fault(
                        "\(setting): no commit waits for a standby, so the loss of \(primary.name) loses the last writes",
                        "set synchronous_standby_names = 'ANY 1 (one, two)' there, with the names of two standbys")
                ]
            }
            guard let standbys = primary.state.standbys else {
                return [
                    .good(
                        "\(setting): commits wait for \(names); whether these follow is not visible (GRANT pg_monitor TO "
                            + "this user)")
                ]
            }
            return [waiting(names, standbys.filter(\.isSynchronous).map(\.name))] + standbys.compactMap(lag)
        }

        private func waiting(_ names: String, _ following: [String]) -> DatabaseFinding {
            let list = following.joined(separator: ", ")
            switch following.count {
            case 0:
                return .fault(
                    "\(setting): no standby of \(names) follows, so no write is acknowledged",
                    "start one, or take it out of synchronous_standby_names")
            case 1 where !isOfKeys:
                return .fault(
                    "\(setting): only \(list) follows, of those for which commits wait (\(names)): without it, no write is "
                        + "acknowledged", "start another standby")
            default:
                return .good("\(setting): commits wait for \(names); \(list) follow\(following.count == 1 ? "s" : "")")
            }
        }

        private func lag(_ standby: HostState.Standby) -> DatabaseFinding? {
            let seconds = standby.lagSeconds ?? 0
            guard standby.lagBytes > Self.mostLagBytes || seconds > Self.mostLagSeconds else { return nil }
            return .fault(
                "\(setting): the standby \(standby.name) is \(Amount.bytes(standby.lagBytes)) and "
                    + "\(Amount.duration(seconds)) behind", "look at its disk, its network and long queries there")
        }
    }
#endif
