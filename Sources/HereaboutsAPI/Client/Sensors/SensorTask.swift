import Synchronization

/// The task of a source that listens or replays, from one start to the next stop.
///
/// A class because a source and its task share it.
package final class SensorTask: Sendable {
    private let running = Mutex<Task<Void, Never>?>(nil)

    package init() {}

    /// Runs `body` until it returns or `end` cancels it.
    package func begin(_ body: @escaping @Sendable () async -> Void) {
        let task = Task { await body() }
        running.withLock { $0 = task }
    }

    /// Cancels the last task of `begin`.
    package func end() {
        let task = running.withLock { task in
            defer { task = nil }
            return task
        }
        task?.cancel()
    }
}
