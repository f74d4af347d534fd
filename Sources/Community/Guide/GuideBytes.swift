import GeoCore
import Gossip

/// The bytes of those values of the guide that are no texts; `GuideField` says which they are. Bytes that mean nothing are
/// read as an empty value.
enum GuideBytes {
    static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) }
    }

    private static func bytes(_ number: Double) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(56 - 8 * $0)) }
    }

    static func bytes(_ point: PointE7) -> [UInt8] {
        bytes(UInt32(bitPattern: point.latitudeE7)) + bytes(UInt32(bitPattern: point.longitudeE7))
    }

    /// Reads all of a value with `read`.
    private static func whole<Value>(
        _ bytes: [UInt8]?, _ read: (inout BodyReader) throws(BodyFault) -> Value?
    ) -> Value? {
        guard let bytes else { return nil }
        var reader = BodyReader(bytes[...], of: 2)
        guard let value = try? read(&reader), reader.isAtEnd else { return nil }
        return value
    }

    static func point(_ bytes: [UInt8]?) -> PointE7? {
        whole(bytes) { (reader) throws(BodyFault) in try reader.point() }
    }

    static func year(_ bytes: [UInt8]?) -> Int? {
        whole(bytes) { (reader) throws(BodyFault) in Int(Int32(truncatingIfNeeded: try reader.number(4))) }
    }

    /// `nil` for bytes that are no ids.
    static func ids(_ bytes: [UInt8]) -> [GuideID]? {
        guard bytes.count % 16 == 0 else { return nil }
        return stride(from: 0, to: bytes.count, by: 16).compactMap { GuideID(bytes: bytes[$0..<$0 + 16]) }
    }

    static func size(of work: GuideContent.Work) -> [UInt8]? {
        guard work.width != nil || work.height != nil || work.unit == .inches else { return nil }
        let has: UInt8 = (work.width == nil ? 0 : 1) | (work.height == nil ? 0 : 2) | (work.unit == .inches ? 4 : 0)
        return [has] + (work.width.map(bytes) ?? []) + (work.height.map(bytes) ?? [])
    }

    static func setSize(_ bytes: [UInt8]?, of work: inout GuideContent.Work) {
        let size = whole(bytes) { (reader) throws(BodyFault) -> (Double?, Double?, UInt64)? in
            let has = try reader.number(1)
            let width = has & 1 == 0 ? nil : Double(bitPattern: try reader.number(8))
            let height = has & 2 == 0 ? nil : Double(bitPattern: try reader.number(8))
            return has < 8 ? (width, height, has) : nil
        }
        guard let (width, height, has) = size else { return }
        (work.width, work.height, work.unit) = (width, height, has & 4 == 0 ? .centimetres : .inches)
    }

    static func bytes(_ entrances: [Entrance]) -> [UInt8]? {
        guard !entrances.isEmpty else { return nil }
        return entrances.flatMap { entrance in
            let step: UInt8 = entrance.isStepFree.map { $0 ? 6 : 2 } ?? 0
            let has = (entrance.name == nil ? 0 : 1) | step | (entrance.level == nil ? 0 : 8)
            return [has] + bytes(entrance.point) + (entrance.name.map(BodyReader.bytes) ?? [])
                + (entrance.level.map { bytes(UInt32(bitPattern: $0.hundredths)) } ?? [])
        }
    }

    static func entrances(_ bytes: [UInt8]?) -> [Entrance] {
        whole(bytes) { (reader) throws(BodyFault) -> [Entrance]? in
            var entrances: [Entrance] = []
            while !reader.isAtEnd {
                let has = try reader.number(1)
                guard has < 16, has & 6 != 4 else { throw reader.wrong }
                var entrance = Entrance(point: try reader.point())
                if has & 1 != 0 { entrance.name = try reader.text() }
                if has & 2 != 0 { entrance.isStepFree = has & 4 != 0 }
                if has & 8 != 0 {
                    guard let level = Level(hundredths: Int32(truncatingIfNeeded: try reader.number(4))) else {
                        throw reader.wrong
                    }
                    entrance.level = level
                }
                entrances.append(entrance)
            }
            return entrances
        } ?? []
    }

    static func bytes(_ access: VenueAccess) -> [UInt8]? {
        guard access != VenueAccess() else { return nil }
        var known: UInt8 = access.note == nil ? 0 : 128, there: UInt8 = 0
        for (bit, feature) in VenueAccess.Feature.allCases.enumerated() {
            guard let isThere = access.features[feature] else { continue }
            known |= 1 << UInt8(bit)
            if isThere { there |= 1 << UInt8(bit) }
        }
        return [known, there] + (access.note.map { Array($0.utf8) } ?? [])
    }

    static func access(_ bytes: [UInt8]?) -> VenueAccess {
        guard let bytes, bytes.count >= 2, bytes[1] & ~bytes[0] == 0 else { return VenueAccess() }
        var access = VenueAccess()
        for (bit, feature) in VenueAccess.Feature.allCases.enumerated() where bytes[0] & 1 << UInt8(bit) != 0 {
            access.features[feature] = bytes[1] & 1 << UInt8(bit) != 0
        }
        if bytes[0] & 128 != 0 { access.note = String(validating: bytes[2...], as: UTF8.self) }
        return access
    }
}
