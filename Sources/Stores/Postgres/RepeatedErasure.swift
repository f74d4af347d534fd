#if Postgres
    import Synchronization

    /// What the operator should know about destroyed keys.
    package enum ErasureReport: Equatable, Sendable, CustomStringConvertible {
        /// Their bytes stay on a disk for now, because of this.
        case delayed(String)
        /// A later try succeeded.
        case done

        package var description: String {
            switch self {
            case .delayed(let reason):
                "destroyed keys stay on a disk until a later try succeeds; the server goes on trying: \(reason)"
            case .done: "destroyed keys are gone from all disks now"
            }
        }
    }

    /// Erases destroyed keys from all disks, and tries again until it succeeds.
    ///
    /// A key that was destroyed while this is under way has its own call of `run()`. If the server ends before it
    /// succeeds, the hourly tidying of another server erases what was left.
    ///
    /// A class because all who destroy keys share the later tries.
    package final class RepeatedErasure: Sendable {
        private struct State {
            var isRetrying = false
            /// How many calls of `run()` left their keys to the later tries.
            var owed = 0
            var retrying: Task<Void, Never>?
            /// The reason that was reported last.
            var reason: String?
            var isOver = false
        }

        private let erase: @Sendable () async throws -> Void
        private let report: @Sendable (ErasureReport) -> Void
        private let wait: @Sendable (Duration) async throws -> Void
        private let state = Mutex(State())

        /// Pauses between tries double up to this.
        private static let longestPause = Duration.seconds(60)

        package init(
            _ erase: @escaping @Sendable () async throws -> Void, report: @escaping @Sendable (ErasureReport) -> Void,
            wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        ) {
            (self.erase, self.report, self.wait) = (erase, report, wait)
        }

        /// Whether bytes of destroyed keys stay on a disk for now.
        package var isOwed: Bool { state.withLock(\.isRetrying) }

        /// Erases once; if that fails, reports it and goes on trying after this returns.
        package func run() async {
            if await attempt() { return }
            state.withLock { state in
                state.owed += 1
                guard !state.isRetrying, !state.isOver else { return }
                state.isRetrying = true
                state.retrying = Task.detached { [self] in await retry() }
            }
        }

        /// Ends the tries; what is under way is finished.
        package func close() async {
            let task = state.withLock { state in
                state.isOver = true
                return state.retrying
            }
            task?.cancel()
            await task?.value
        }

        private func retry() async {
            var pause = Duration.seconds(2)
            while true {
                do { try await wait(pause) } catch { return }
                pause = min(pause * 2, Self.longestPause)
                let owed = state.withLock(\.owed)
                guard await attempt() else { continue }
                let isDone = state.withLock { state in
                    // A key that was destroyed since needs another try.
                    guard state.owed == owed else { return false }
                    (state.isRetrying, state.reason) = (false, nil)
                    return true
                }
                if isDone { return report(.done) }
            }
        }

        /// Returns whether it succeeded. The same reason is reported once.
        private func attempt() async -> Bool {
            do {
                try await erase()
                return true
            } catch {
                let reason = "\(error)"
                let isNew = state.withLock { state in
                    defer { state.reason = reason }
                    return state.reason != reason
                }
                if isNew { report(.delayed(reason)) }
                return false
            }
        }
    }
#endif
