package import Community

/// How long a person waited at a place. The server stores nowhere who reported it.
package struct QueueReport: Sendable, Equatable {
    package let place: PlaceKey
    package let time: Timestamp
    package let minutes: Int

    package init(place: PlaceKey, time: Timestamp, minutes: Int) {
        (self.place, self.time, self.minutes) = (place, time, minutes)
    }

    /// The longest wait that the server accepts, in minutes.
    package static let mostMinutes = 480
}

/// Stores reports on queues. A call returns once its changes are on the disk.
package protocol QueueStore: Sendable {
    /// Adds a report at `time`, unless `key` did so before. Throws `keyUsed` if the key came with another report.
    func add(_ report: QueueReport, key: QueueKey?, at time: Timestamp) async throws
    /// Whether the store holds the pauses between a person's reports, for several servers.
    var holdsPauses: Bool { get }
    /// Adds a report as `add(_:key:at:)` does, and remembers its pause for an hour; throws `QueueFault.tooSoon` if the
    /// person has reported too often at any server.
    func add(_ report: QueueReport, key: QueueKey?, after pause: QueuePause) async throws
    /// Removes one report that equals this one, and forgets the key with which it was added; does nothing where there
    /// is none.
    func remove(_ report: QueueReport, key: QueueKey) async throws
    /// Returns whether `key` added a report; throws `keyUsed` if that was another report.
    func knows(_ key: QueueKey, at time: Timestamp) async throws -> Bool
    /// Forgets the keys that have expired at `time`, and the oldest keys beyond `most`.
    func forgetQueueKeys(at time: Timestamp, beyond most: Int) async throws
    /// Returns the reports from `time` on, in the order of times.
    func queueReports(from time: Timestamp) async throws -> [QueueReport]
    /// Removes the reports before `time`.
    func removeQueueReports(before time: Timestamp) async throws
}

extension QueueStore {
    /// A store of one server holds no pauses: the server remembers them.
    package var holdsPauses: Bool { false }

    package func add(_ report: QueueReport, key: QueueKey?, after pause: QueuePause) async throws {
        try await add(report, key: key, at: pause.arrival)
    }
}
