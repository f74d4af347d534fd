import Community
import GeoCore

/// A position, and when the server received it.
struct ArrivedPosition: Sendable, Equatable {
    let position: Position
    /// `nil` for positions that are older than the record of arrivals.
    let arrival: Timestamp?
}

/// Packs the positions of one person in one hour into bytes, which the caller seals.
///
/// The bytes are groups, one or more for each device: its id (16 bytes), the number of records (UInt16), and the
/// records, 22 or 26 bytes each. All numbers are little endian:
///
///     0  UInt32  milliseconds since the hour began
///     4  Int32   latitude × 10⁷
///     8  Int32   longitude × 10⁷
///    12  UInt16  accuracy in decimetres; 0 unknown
///    14  Int16   altitude in metres; -32 768 unknown
///    16  UInt16  speed in cm/s; 65 535 unknown
///    18  UInt16  course in hundredths of a degree; 65 535 unknown
///    20  UInt8   battery in per cent; 255 unknown
///    21  UInt8   1 at home, plus 2 if the arrival follows
///    22  Int32   milliseconds from the time to the arrival; missing from positions older than the record of arrivals
///
/// A value beyond a field's range becomes the nearest value that fits.
enum PositionRecords {
    /// A device and its records.
    typealias Group = (device: DeviceID, positions: [ArrivedPosition])

    private static let recordLength = 22
    private static let homeFlag: UInt8 = 1
    private static let arrivalFlag: UInt8 = 2
    private static let headLength = 18

    /// Packs positions that are all in `hour`.
    static func pack(_ groups: [Group], hour: Int64) -> [UInt8] {
        var writer = Writer()
        for (device, positions) in groups {
            // No device has more in an hour; a file may, and the rest begins another group.
            for start in stride(from: 0, to: positions.count, by: Int(UInt16.max)) {
                let part = positions[start..<min(positions.count, start + Int(UInt16.max))]
                writer.bytes += device.bytes
                writer.append(UInt16(part.count))
                for position in part { writer.append(position, since: hour * UTCHour.milliseconds) }
            }
        }
        return writer.bytes
    }

    /// Reads the bytes of `pack`; returns `nil` for bytes that it cannot have written.
    static func unpack(_ bytes: [UInt8], hour: Int64) -> [Group]? {
        var groups: [Group] = [], offset = 0
        while offset < bytes.count {
            guard bytes.count - offset >= headLength, let device = DeviceID(bytes: bytes[offset..<offset + 16]) else {
                return nil
            }
            var reader = Reader(bytes: bytes[(offset + 16)...])
            let count = Int(reader.next(UInt16.self))
            guard reader.bytes.count >= count * recordLength else { return nil }
            var positions: [ArrivedPosition] = []
            positions.reserveCapacity(count)
            for _ in 0..<count {
                guard let position = reader.position(since: hour * UTCHour.milliseconds) else { return nil }
                positions.append(position)
            }
            groups.append((device, positions))
            offset = reader.bytes.startIndex
        }
        return groups
    }

    private struct Writer {
        var bytes: [UInt8] = []

        mutating func append(_ value: some FixedWidthInteger) {
            for shift in stride(from: 0, to: value.bitWidth, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: value >> shift))
            }
        }

        mutating func append(_ arrived: ArrivedPosition, since start: Timestamp) {
            let position = arrived.position
            append(UInt32(position.time - start))
            append(position.point.latitudeE7)
            append(position.point.longitudeE7)
            // A known radius must not become unknown by rounding.
            append(position.accuracyMetres.map { max(1, Self.clamped($0 * 10, to: 0...UInt16.max)) } ?? 0)
            append(position.altitudeMetres.map { Self.clamped($0, to: -Int16.max...Int16.max) } ?? .min)
            append(position.speed.map { Self.clamped($0 * 100, to: 0...(.max - 1)) } ?? UInt16.max)
            append(position.course.map { Self.clamped($0 * 100, to: 0...36_000) } ?? UInt16.max)
            append(position.batteryPercent.map { Self.clamped($0, to: 0...100) } ?? UInt8.max)
            append((position.isAtHome ? homeFlag : 0) | (arrived.arrival == nil ? 0 : arrivalFlag))
            if let arrival = arrived.arrival { append(Int32(clamping: arrival - position.time)) }
        }

        /// Returns the nearest integer, ties to even, or the nearest end of `range`.
        private static func clamped<Value: FixedWidthInteger>(
            _ value: Double, to range: ClosedRange<Value>
        ) -> Value {
            Value(min(Double(range.upperBound), max(Double(range.lowerBound), value.rounded(.toNearestOrEven))))
        }
    }

    private struct Reader {
        var bytes: ArraySlice<UInt8>

        /// Reads the next number. The caller ensures that there are enough bytes.
        mutating func next<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
            var value: Value = 0
            for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
                value |= Value(truncatingIfNeeded: bytes[bytes.startIndex + shift / 8]) << shift
            }
            bytes = bytes.dropFirst(Value.bitWidth / 8)
            return value
        }

        mutating func position(since start: Timestamp) -> ArrivedPosition? {
            guard bytes.count >= recordLength else { return nil }
            let time = start + Int64(next(UInt32.self))
            let point = PointE7(latitudeE7: next(Int32.self), longitudeE7: next(Int32.self))
            guard time < start + UTCHour.milliseconds, point.isOnEarth else { return nil }
            var position = Position(time: time, point: point)
            let accuracy = next(UInt16.self), altitude = next(Int16.self), speed = next(UInt16.self)
            let course = next(UInt16.self), battery = next(UInt8.self)
            position.accuracyMetres = accuracy == 0 ? nil : Double(accuracy) / 10
            position.altitudeMetres = altitude == .min ? nil : Double(altitude)
            position.speed = speed == .max ? nil : Double(speed) / 100
            position.course = course == .max ? nil : Double(course) / 100
            position.batteryPercent = battery == .max ? nil : Double(battery)
            let flags = next(UInt8.self)
            position.isAtHome = flags & homeFlag != 0
            guard flags & arrivalFlag != 0 else { return ArrivedPosition(position: position, arrival: nil) }
            guard bytes.count >= 4 else { return nil }
            return ArrivedPosition(position: position, arrival: time + Int64(next(Int32.self)))
        }
    }
}
