import Synchronization

/// Runs one task at a time for each key. The others wait in the order of their arrival.
///
/// A class because all waiting tasks share it.
package final class KeyedLock<Key: Hashable & Sendable>: Sendable {
    /// The waiting tasks, by held key.
    private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

    package init() {}

    /// Runs `body` while no other task holds `key`.
    package func hold<Result: Sendable>(_ key: Key, _ body: () async throws -> Result) async rethrows -> Result {
        if !take(key) {
            await withCheckedContinuation { continuation in
                if take(key, orWait: continuation) { continuation.resume() }
            }
        }
        defer { letGo(key) }
        return try await body()
    }

    /// Returns whether `key` was free. Otherwise `continuation` waits for it.
    private func take(_ key: Key, orWait continuation: CheckedContinuation<Void, Never>? = nil) -> Bool {
        waiting.withLock { waiting in
            if waiting[key] == nil {
                waiting[key] = []
                return true
            }
            if let continuation { waiting[key]?.append(continuation) }
            return false
        }
    }

    private func letGo(_ key: Key) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard waiting[key]?.isEmpty == false else {
                waiting[key] = nil
                return nil
            }
            return waiting[key]?.removeFirst()
        }
        next?.resume()
    }
}
