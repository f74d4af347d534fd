import Community

/// The key of a person who reports, and their records in recently used hours.
struct RecentRecords: Sendable {
    let seal: Seal
    /// The number of the last piece.
    var lastNumber: Int64
    /// The last hour with records; -1 for none.
    private(set) var lastHour: Int64
    /// By hour and device, the records' milliseconds since the hour began.
    private var hours: [Int64: [DeviceID: Set<UInt32>]] = [:]
    /// The number of positions in each minute of those hours.
    private(set) var counts = MinuteCounts()

    /// The most hours of one person in memory.
    private static let mostHours = 3

    init(_ seal: Seal, lastNumber: Int64, lastHour: Int64) {
        (self.seal, self.lastNumber, self.lastHour) = (seal, lastNumber, lastHour)
    }

    func has(_ hour: Int64) -> Bool { hours[hour] != nil }

    /// Starts to remember an hour, whose records the caller inserts.
    mutating func begin(_ hour: Int64) {
        hours[hour] = [:]
        counts.begin(hour)
        lastHour = max(lastHour, hour)
    }

    /// Remembers a position in a begun hour; returns whether it is new.
    mutating func insert(_ position: Position, from device: DeviceID) -> Bool {
        let (hour, rest) = position.time.quotientAndRemainder(dividingBy: UTCHour.milliseconds)
        let isNew = hours[hour, default: [:]][device, default: []].insert(UInt32(rest)).inserted
        if isNew { counts.add(1, at: position.time) }
        return isNew
    }

    /// Removes a position from the counts, but remembers it: another device has recorded it.
    mutating func leaveUncounted(_ position: Position) { counts.add(-1, at: position.time) }

    /// Forgets a position that was not recorded after all.
    mutating func remove(_ position: Position, from device: DeviceID) {
        let (hour, rest) = position.time.quotientAndRemainder(dividingBy: UTCHour.milliseconds)
        guard hours[hour]?[device]?.remove(UInt32(rest)) != nil else { return }
        counts.add(-1, at: position.time)
    }

    /// Returns whether a device other than `device` has recorded a position at the same time, in a begun hour.
    func isTimeOfAnother(_ position: Position, than device: DeviceID) -> Bool {
        let (hour, rest) = position.time.quotientAndRemainder(dividingBy: UTCHour.milliseconds)
        return hours[hour]?.contains { $0.key != device && $0.value.contains(UInt32(rest)) } ?? false
    }

    mutating func forgetOldHours() {
        for hour in hours.keys.sorted().dropLast(Self.mostHours) {
            hours[hour] = nil
            counts.forget(hour)
        }
    }

    /// The approximate size, in bytes.
    var size: Int {
        hours.values.joined().reduce(500 + 300 * hours.count) { $0 + 100 + 8 * $1.value.count }
    }
}
