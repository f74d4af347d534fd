import Community
import GeoCore

/// The positions of all but one of a person's devices in some hours: a file may repeat what a phone has reported.
struct OtherDevices {
    private let device: DeviceID
    /// Times that differ by less than this mean the same moment.
    private let precision: Milliseconds
    private var readHours: Set<Int64> = []
    /// By time in whole seconds since 1970.
    private var positions: [Int64: [(time: Timestamp, point: PointE7)]] = [:]

    /// Covers the devices other than `device`; `precision` is at most a second.
    init(than device: DeviceID, precision: Milliseconds) { (self.device, self.precision) = (device, precision) }

    /// Returns the hours that may hold a position's moment and are not loaded yet.
    func unread(near position: Position) -> [Int64] {
        let first = UTCHour.number(at: max(0, position.time - precision + 1))
        let last = UTCHour.number(at: position.time + precision - 1)
        return (first...last).filter { !readHours.contains($0) }
    }

    /// Adds all records of an hour.
    mutating func take(_ groups: [PositionRecords.Group], of hour: Int64) {
        readHours.insert(hour)
        for position in groups.filter({ $0.device != device }).flatMap(\.positions).map(\.position) {
            positions[position.time / 1000, default: []].append((position.time, position.point))
        }
    }

    /// Returns whether another device was at that place at that moment.
    func hold(_ position: Position) -> Bool {
        let second = position.time / 1000
        return (second - 1...second + 1).contains { second in
            positions[second]?.contains {
                abs($0.time - position.time) < precision && Self.isSamePlace($0.point, position.point)
            } ?? false
        }
    }

    /// Returns whether two points are the same after a file's rounding: about a metre apart at most.
    private static func isSamePlace(_ one: PointE7, _ other: PointE7) -> Bool {
        abs(Int64(one.latitudeE7) - Int64(other.latitudeE7)) <= 10
            && abs(Int64(one.longitudeE7) - Int64(other.longitudeE7)) <= 10
    }
}
