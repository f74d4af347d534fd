package import GeoCore

/// The body of the published overlay: all its features.
///
///     1  the features, one after the other
///
/// A feature: kind (1), travellers (1, a bit each), what it has (1): 1 name, 2 note, 4 factor, 8 from, 16 until; these
/// in this order: length (2) and text, the same, IEEE 754 binary64 (8), milliseconds since 1970 (8), the same. Then its
/// shape (1): 0 point, 1 line, 2 area, 3 ways; the number (2) of points or ways; each point (8) or way (8).
package struct OverlayBody: Equatable, Sendable {
    package var features: [Feature]

    package init(features: [Feature]) { self.features = features }

    package struct Feature: Equatable, Sendable {
        package let kind: UInt8
        package let travellers: UInt8
        package let shape: Shape
        package var name: String?
        package var note: String?
        package var factor: Double?
        package var from: Timestamp?
        package var until: Timestamp?

        package init(kind: UInt8, travellers: UInt8, _ shape: Shape) {
            (self.kind, self.travellers, self.shape) = (kind, travellers, shape)
        }
    }

    package enum Shape: Equatable, Sendable {
        case point(PointE7)
        case line([PointE7])
        case area([PointE7])
        case ways([Int64])
    }

    package init(_ message: Message) throws(BodyFault) {
        try message.aboutNothing()
        var reader = BodyReader(try message.value(of: 1).required(1), of: 1)
        features = []
        while !reader.isAtEnd { features.append(try Feature(&reader)) }
    }

    /// The bytes of the body's one field; `nil` where they do not fit in a message.
    package var fields: [BodyField]? {
        let bytes = features.flatMap { $0.bytes }
        guard bytes.count + 3 <= MessageClass.plan.maximumBody else { return nil }
        return [BodyField(tag: 1, value: bytes)]
    }
}

extension OverlayBody.Feature {
    private enum Has {
        static let name: UInt8 = 1, note: UInt8 = 2, factor: UInt8 = 4, from: UInt8 = 8, until: UInt8 = 16
        static let all = name | note | factor | from | until
    }

    fileprivate init(_ reader: inout BodyReader) throws(BodyFault) {
        kind = UInt8(truncatingIfNeeded: try reader.number(1))
        travellers = UInt8(truncatingIfNeeded: try reader.number(1))
        let has = UInt8(truncatingIfNeeded: try reader.number(1))
        guard has & ~Has.all == 0 else { throw reader.wrong }
        if has & Has.name != 0 { name = try reader.text() }
        if has & Has.note != 0 { note = try reader.text() }
        if has & Has.factor != 0 { factor = Double(bitPattern: try reader.number(8)) }
        if has & Has.from != 0 { from = try reader.time() }
        if has & Has.until != 0 { until = try reader.time() }
        shape = try OverlayBody.Shape(&reader)
    }

    fileprivate var bytes: [UInt8] {
        var has: UInt8 = 0, rest: [UInt8] = []
        func add(_ bit: UInt8, _ bytes: [UInt8]?) {
            guard let bytes else { return }
            has |= bit
            rest += bytes
        }
        func number(_ number: UInt64) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.appendBigEndian(number)
            return bytes
        }
        add(Has.name, name.map(BodyReader.bytes))
        add(Has.note, note.map(BodyReader.bytes))
        add(Has.factor, factor.map { number($0.bitPattern) })
        add(Has.from, from.map { number(UInt64(clamping: $0)) })
        add(Has.until, until.map { number(UInt64(clamping: $0)) })
        return [kind, travellers, has] + rest + shape.bytes
    }
}

extension OverlayBody.Shape {
    fileprivate init(_ reader: inout BodyReader) throws(BodyFault) {
        let shape = try reader.number(1), count = Int(try reader.number(2))
        guard count > 0 else { throw reader.wrong }
        if shape == 3 {
            var ways: [Int64] = []
            for _ in 0..<count { ways.append(Int64(bitPattern: try reader.number(8))) }
            self = .ways(ways)
            return
        }
        var points: [PointE7] = []
        for _ in 0..<count { points.append(try reader.point()) }
        switch shape {
        case 0 where count == 1: self = .point(points[0])
        case 1: self = .line(points)
        case 2: self = .area(points)
        default: throw reader.wrong
        }
    }

    fileprivate var bytes: [UInt8] {
        let (shape, items): (UInt8, [[UInt8]]) =
            switch self {
            case .point(let point): (0, [PointBytes.bytes(of: point)])
            case .line(let points): (1, points.map(PointBytes.bytes))
            case .area(let points): (2, points.map(PointBytes.bytes))
            case .ways(let ways):
                (
                    3,
                    ways.map { way in
                        var bytes: [UInt8] = []
                        bytes.appendBigEndian(UInt64(bitPattern: way))
                        return bytes
                    }
                )
            }
        var bytes = [shape]
        bytes.appendBigEndian(UInt64(items.count), count: 2)
        return bytes + items.joined()
    }
}
