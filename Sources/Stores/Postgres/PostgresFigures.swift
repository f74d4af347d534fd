#if Postgres
    package import PostgresLanes
    package import Presence
    import Synchronization

    /// What a server knows of its work with PostgreSQL, for `/metrics`.
    package struct PostgresFigures: Sendable {
        /// The connections of this process to all clusters.
        package let connections: Int
        /// What is written to the data cluster.
        package let writer: WriterFigures
        /// What is read for requests.
        package let reads: LaneFigures
        /// What is read to follow the other servers.
        package let looks: LaneFigures
        /// Everything that was committed longer ago than this has been taken in; `nil` before the first look.
        package let lag: Duration?
        /// How often the server caught up before it told something of people.
        package let catchUps: Int
        /// How often it could not, and refused.
        package let failedCatchUps: Int
        /// The jobs of the place that this server does.
        package let jobs: Set<PlaceJob>
        /// How often another server may have taken over a job that this one did.
        package let lostLeases: Int
        /// The servers that live, this one too.
        package let liveServers: Int
        /// How long ago this server's last heartbeat that was committed was sent.
        package let heartbeatAge: Duration
        /// How far this machine's clock is ahead of the database's; `nil` before the first measurement.
        package let clockOffset: Duration?
        /// What the host that takes writes says of itself; `nil` while it can't be asked.
        package let host: HostState?
    }

    /// Asks the host that takes writes from time to time what it says of itself: `/metrics` waits for no answer.
    ///
    /// A class because it owns a task.
    final class HostWatch: Sendable {
        private struct State {
            var latest: HostState?
            var asking: Task<Void, Never>?
        }

        private static let interval = Duration.seconds(15)

        private let state = Mutex(State())

        /// Starts to ask.
        init(by housekeeping: Housekeeping) {
            let task = Task.detached { [weak self] in
                while !Task.isCancelled {
                    // An old answer would hide that nobody answers.
                    let latest = try? await housekeeping.examine()
                    guard let self else { return }
                    state.withLock { $0.latest = latest }
                    try? await Task.sleep(for: Self.interval)
                }
            }
            state.withLock { $0.asking = task }
        }

        /// The last answer; `nil` before the first, and if the last question had none.
        var latest: HostState? { state.withLock(\.latest) }

        /// Stops to ask.
        func close() async {
            let task = state.withLock(\.asking)
            task?.cancel()
            await task?.value
        }
    }
#endif
