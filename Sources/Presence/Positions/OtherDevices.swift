import GeoCore

/// What all devices of a person but one have recorded in some hours: a file holds what a phone has reported already.
struct OtherDevices {
    private let device: DeviceID
    /// How far apart times may be that mean the same moment: less than this, in milliseconds.
    private let precision: Int64
    private var readHours: Set<Int64> = []
    /// By the second of the time.
    private var positions: [Int64: [(time: Int64, point: PointE7)]] = [:]

    /// Other devices than `device`; `precision` is at most a second.
    init(than device: DeviceID, precision: Int64) { (self.device, self.precision) = (device, precision) }

    /// The hours that are not known yet and may hold a position's moment.
    func unread(near position: Position) -> [Int64] {
        let first = PositionRecords.hour(of: max(0, position.time - precision + 1))
        let last = PositionRecords.hour(of: position.time + precision - 1)
        return (first...last).filter { !readHours.contains($0) }
    }

    /// Takes all that is recorded in an hour.
    mutating func take(_ groups: [PositionRecords.Group], of hour: Int64) {
        readHours.insert(hour)
        for position in groups.filter({ $0.device != device }).flatMap(\.positions).map(\.position) {
            positions[position.time / 1000, default: []].append((position.time, position.point))
        }
    }

    /// Whether another device was at that place at that moment.
    func hold(_ position: Position) -> Bool {
        let second = position.time / 1000
        return (second - 1...second + 1).contains { second in
            positions[second]?.contains {
                abs($0.time - position.time) < precision && Self.isSamePlace($0.point, position.point)
            } ?? false
        }
    }

    /// Whether two points are one as files round them: about a metre apart at most.
    private static func isSamePlace(_ one: PointE7, _ other: PointE7) -> Bool {
        abs(Int64(one.latitudeE7) - Int64(other.latitudeE7)) <= 10
            && abs(Int64(one.longitudeE7) - Int64(other.longitudeE7)) <= 10
    }
}
