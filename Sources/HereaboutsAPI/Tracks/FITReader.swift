/// Reads the record messages of FIT files (Garmin's *Flexible and Interoperable Data Transfer (FIT) Protocol*), also of
/// several in one: places, times, heights and speeds. Records without a position are moments at which the receiver knew
/// none, and no fault.
struct FITReader {
    /// The position of a field in a message of its kind, in bytes behind the header.
    private struct Field {
        let offset: Int
        let size: Int
    }

    /// The form of the messages of a local type.
    private struct Definition {
        let message: Int
        let isBigEndian: Bool
        let length: Int
        /// Of the fields that are read, by their numbers in the profile.
        let fields: [UInt8: Field]
    }

    private enum Damage: Error {
        case cut, unknownKind
    }

    private let bytes: [UInt8]
    private var at = 0
    private var points = TrackPoints()
    private var definitions: [Int: Definition] = [:]
    /// The last time that was written in full, in seconds since `epoch`.
    private var lastTime: UInt32?

    /// The profile's numbers of the message and its fields.
    private static let record = 20
    private static let latitude: UInt8 = 0, longitude: UInt8 = 1, altitude: UInt8 = 2, speed: UInt8 = 6
    private static let accuracy: UInt8 = 31, fineSpeed: UInt8 = 73, fineAltitude: UInt8 = 78, timestamp: UInt8 = 253
    private static let wanted: Set<UInt8> = [
        latitude, longitude, altitude, speed, accuracy, fineSpeed, fineAltitude, timestamp,
    ]
    /// 1989-12-31T00:00:00Z, in seconds since 1970.
    private static let epoch: Int64 = 631_065_600
    /// Smaller numbers are seconds since the device was switched on.
    private static let firstDate: UInt32 = 0x1000_0000

    /// Returns whether bytes begin like a file of this format.
    static func reads(_ bytes: [UInt8]) -> Bool { bytes.count >= 12 && bytes[8..<12].elementsEqual(".FIT".utf8) }

    static func read(_ bytes: [UInt8]) -> TrackPoints {
        var reader = FITReader(bytes: bytes)
        while reader.at < bytes.count, !reader.points.isFull, reader.points.damage == nil { reader.readFile() }
        return reader.points
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads one of several files that follow each other.
    private mutating func readFile() {
        let start = at
        guard bytes.count - start >= 12, Self.reads(Array(bytes[start..<start + 12])) else {
            return points.end("the file has extra bytes after the FIT data")
        }
        let headLength = Int(bytes[start]), dataLength = Int(number(start + 4, 4, isBigEndian: false))
        at = start + max(12, headLength)
        // A device that is switched off while it writes leaves the length at 0.
        let end = dataLength == 0 ? bytes.count : at + dataLength
        (definitions, lastTime) = ([:], nil)
        do throws(Damage) {
            while at < min(end, bytes.count), !points.isFull { try readMessage() }
            if at > end || end + 2 > bytes.count || dataLength == 0 { throw .cut }
        } catch {
            return points.end(
                error == .cut
                    ? "the FIT file is not complete; it was cut off" : "a message of the FIT file has no definition")
        }
        at = end + 2
        let sum = UInt16(truncatingIfNeeded: number(end, 2, isBigEndian: false))
        if Self.checksum(bytes[start..<end]) != sum {
            points.end("the checksum of the FIT file is wrong: what was read of it may be wrong, too")
        }
    }

    private mutating func readMessage() throws(Damage) {
        let header = try take(1)
        if bytes[header] & 0x80 != 0 {
            // The header has the five low bits of the time; the last full time gives the others.
            if let last = lastTime {
                let bits = UInt32(bytes[header] & 0x1f)
                lastTime = last &+ (bits &- last) & 0x1f
            }
            return try readData(Int(bytes[header] >> 5 & 0x3), hasOwnTime: false)
        }
        let kind = Int(bytes[header] & 0xf)
        if bytes[header] & 0x40 != 0 {
            try readDefinition(of: kind, hasDeveloperFields: bytes[header] & 0x20 != 0)
        } else {
            try readData(kind, hasOwnTime: true)
        }
    }

    private mutating func readDefinition(of kind: Int, hasDeveloperFields: Bool) throws(Damage) {
        let head = try take(5), isBigEndian = bytes[head + 1] == 1
        var fields: [UInt8: Field] = [:], length = 0
        for _ in 0..<bytes[head + 4] {
            let field = try take(3), size = Int(bytes[field + 1])
            if Self.wanted.contains(bytes[field]) { fields[bytes[field]] = Field(offset: length, size: size) }
            length += size
        }
        if hasDeveloperFields {
            let count = try take(1)
            for _ in 0..<bytes[count] {
                let field = try take(3)
                length += Int(bytes[field + 1])
            }
        }
        definitions[kind] = Definition(
            message: Int(number(head + 2, 2, isBigEndian: isBigEndian)), isBigEndian: isBigEndian, length: length,
            fields: fields)
    }

    private mutating func readData(_ kind: Int, hasOwnTime: Bool) throws(Damage) {
        guard let definition = definitions[kind] else { throw .unknownKind }
        let start = try take(definition.length)
        let time = value(Self.timestamp, 4, definition, start).map { UInt32(truncatingIfNeeded: $0) }
        if let time { lastTime = time }
        guard definition.message == Self.record else { return }
        let latitude = value(Self.latitude, 4, definition, start),
            longitude = value(Self.longitude, 4, definition, start)
        guard latitude != nil || longitude != nil else { return }
        var point = TrackPoints.Point()
        (point.latitude, point.longitude) = (Self.degrees(latitude), Self.degrees(longitude))
        if let seconds = hasOwnTime ? time : time ?? lastTime {
            point.moment = seconds < Self.firstDate ? .unreadable : .at((Int64(seconds) + Self.epoch) * 1000)
        }
        // Fifths of a metre above 500 m below the sea, and millimetres a second.
        let height = value(Self.fineAltitude, 4, definition, start) ?? value(Self.altitude, 2, definition, start)
        point.altitudeMetres = height.map { Double($0) / 5 - 500 }
        let speed = value(Self.fineSpeed, 4, definition, start) ?? value(Self.speed, 2, definition, start)
        point.speed = speed.map { Double($0) / 1000 }
        point.accuracyMetres = value(Self.accuracy, 1, definition, start).map { Double($0) }
        points.add(point)
    }

    /// The number in a field with a size in bytes; `nil` where it is missing or says that it is unknown.
    private func value(_ number: UInt8, _ size: Int, _ definition: Definition, _ start: Int) -> UInt64? {
        guard let field = definition.fields[number], field.size == size else { return nil }
        let value = self.number(start + field.offset, size, isBigEndian: definition.isBigEndian)
        let isSigned = number == Self.latitude || number == Self.longitude
        return value == UInt64.max >> (UInt64(64 - 8 * size) + (isSigned ? 1 : 0)) ? nil : value
    }

    /// Converts semicircles to degrees; 2³¹ semicircles are 180°.
    private static func degrees(_ value: UInt64?) -> Double? {
        value.map { Double(Int32(truncatingIfNeeded: $0)) * 180 / 2_147_483_648 }
    }

    /// Skips a number of bytes, and returns where they begin.
    private mutating func take(_ count: Int) throws(Damage) -> Int {
        guard bytes.count - at >= count else { throw .cut }
        defer { at += count }
        return at
    }

    private func number(_ start: Int, _ size: Int, isBigEndian: Bool) -> UInt64 {
        (0..<size).reduce(0) { value, index in
            value << 8 | UInt64(bytes[isBigEndian ? start + index : start + size - 1 - index])
        }
    }

    /// The cyclic redundancy check of the protocol: that of x¹⁶ + x¹⁵ + x² + 1, lowest bit first (CRC-16/ARC).
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ UInt16(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xa001 }
        }
    }
}
