/// What somebody said of how long they waited. Who that was is kept nowhere.
package struct QueueReport: Sendable, Equatable {
    package let place: PlaceKey
    /// Milliseconds since 1970.
    package let time: Int64
    package let minutes: Int

    package init(place: PlaceKey, time: Int64, minutes: Int) {
        (self.place, self.time, self.minutes) = (place, time, minutes)
    }

    /// The longest wait that is believed.
    package static let mostMinutes = 480
}

/// Keeps what is said of queues. What a call has written is on the disk when it returns.
package protocol QueueStore: Sendable {
    func add(_ report: QueueReport) async throws
    /// What was said from `time` on, in the order of times.
    func queueReports(from time: Int64) async throws -> [QueueReport]
    /// Removes what was said before `time`.
    func removeQueueReports(before time: Int64) async throws
}
