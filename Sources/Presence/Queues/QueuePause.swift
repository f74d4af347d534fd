package import Community

/// The rule of how often one person reports, and what a store needs to hold it for all servers of a place.
package struct QueuePause: Sendable {
    /// The length of both tokens, in bytes.
    static let tokenLength = 16
    /// The least time between two reports of one person on one place.
    private static let least: Milliseconds = 1_200_000
    /// The most reports of one person in an hour: nobody stands in more queues.
    static let mostInAnHour = 12

    /// Tokens of the person, and of the person at the place. Without the key of statistics nobody can tell whose they are.
    package let person: [UInt8], personAtPlace: [UInt8]
    /// When the person reported, and when the report arrived.
    package let time: Timestamp, arrival: Timestamp

    init(_ key: PersonKey, of person: AccountID, at place: PlaceKey, time: Timestamp, arrival: Timestamp) {
        let draw = KeyedDraw(key, for: "pauses of queues 1")
        let bits = UInt64(bitPattern: Int64(place.rawValue))
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
        self.person = draw.bytes(Self.tokenLength, of: [0] + person.bytes)
        personAtPlace = draw.bytes(Self.tokenLength, of: [1] + person.bytes + bytes)
        (self.time, self.arrival) = (time, arrival)
    }

    /// Checks a report of `time` that arrives at `arrival`; throws `tooSoon`.
    ///
    /// - Parameters:
    ///   - times: The times of the person's last reports on the same place.
    ///   - arrivals: When the person's reports on any place arrived, oldest first.
    package static func check(
        _ time: Timestamp, at arrival: Timestamp, after times: [Timestamp], _ arrivals: [Timestamp]
    ) throws(QueueFault) {
        if let gap = times.map({ abs(time - $0) }).min(), gap < least {
            throw .tooSoon(seconds: Int((least - gap + 999) / 1000))
        }
        let lately = arrivals.filter { arrival - $0 < UTCHour.milliseconds }
        if lately.count >= mostInAnHour {
            throw .tooSoon(seconds: Int((UTCHour.milliseconds - (arrival - lately[0]) + 999) / 1000))
        }
    }
}
