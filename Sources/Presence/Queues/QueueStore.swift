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
    /// Removes one report that equals this one, and forgets the key with which it was added; does nothing where there is
    /// none.
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
