import Community

/// The key of somebody who reports, and which positions are recorded in the hours that were looked at last.
struct RecentRecords: Sendable {
    let seal: Seal
    /// The number of the piece that was added last.
    var lastNumber: Int64
    /// Nothing is recorded after this hour.
    private(set) var lastHour: Int64
    /// Milliseconds since each hour began, by device.
    private var hours: [Int64: [DeviceID: Set<UInt32>]] = [:]
    /// How many positions there are in the minutes of those hours.
    private(set) var counts = MinuteCounts()

    /// Hours that are remembered of one person.
    private static let mostHours = 3

    init(_ seal: Seal, lastNumber: Int64, lastHour: Int64) {
        (self.seal, self.lastNumber, self.lastHour) = (seal, lastNumber, lastHour)
    }

    func has(_ hour: Int64) -> Bool { hours[hour] != nil }

    /// Takes up that all of an hour is remembered from now on.
    mutating func begin(_ hour: Int64) {
        hours[hour] = [:]
        counts.begin(hour)
        lastHour = max(lastHour, hour)
    }

    /// Remembers a position in an hour that was begun; returns whether that is new.
    mutating func insert(_ position: Position, from device: DeviceID) -> Bool {
        let (hour, rest) = position.time.quotientAndRemainder(dividingBy: PositionRecords.hourInMilliseconds)
        let isNew = hours[hour, default: [:]][device, default: []].insert(UInt32(rest)).inserted
        if isNew { counts.add(1, at: position.time) }
        return isNew
    }

    /// Counts a position no more: it is known, and another device has recorded it.
    mutating func leaveUncounted(_ position: Position) { counts.add(-1, at: position.time) }

    /// Forgets a position that is not recorded after all.
    mutating func remove(_ position: Position, from device: DeviceID) {
        let (hour, rest) = position.time.quotientAndRemainder(dividingBy: PositionRecords.hourInMilliseconds)
        guard hours[hour]?[device]?.remove(UInt32(rest)) != nil else { return }
        counts.add(-1, at: position.time)
    }

    /// Whether another device than `device` has recorded something at the same time, in an hour that was begun.
    func isTimeOfAnother(_ position: Position, than device: DeviceID) -> Bool {
        let (hour, rest) = position.time.quotientAndRemainder(dividingBy: PositionRecords.hourInMilliseconds)
        return hours[hour]?.contains { $0.key != device && $0.value.contains(UInt32(rest)) } ?? false
    }

    mutating func forgetOldHours() {
        for hour in hours.keys.sorted().dropLast(Self.mostHours) {
            hours[hour] = nil
            counts.forget(hour)
        }
    }

    /// About how many bytes it takes.
    var size: Int {
        hours.values.joined().reduce(500 + 300 * hours.count) { $0 + 100 + 8 * $1.value.count }
    }
}
