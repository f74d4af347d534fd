/// A level of a building, as OpenStreetMap's `level` numbers it: an order, not metres
/// (wiki.openstreetmap.org/wiki/Key:level). 0 is the ground floor; 0.5 lies between 0 and 1.
package struct Level: Equatable, Hashable, Comparable, Sendable {
    /// The number in hundredths: 150 is level 1.5. Within ±`limit` hundredths.
    package let hundredths: Int32

    /// No building has a thousand levels.
    package static let limit: Int32 = 100_000

    package static var ground: Level { Level(0) }

    /// Makes a whole level, |number| ≤ 1000.
    package init(_ number: Int32) {
        precondition(number.magnitude <= 1000, "a level that no building has")
        hundredths = number * 100
    }

    /// `nil` for a number that no level has.
    package init?(hundredths: Int32) {
        guard hundredths.magnitude <= Self.limit.magnitude else { return nil }
        self.hundredths = hundredths
    }

    /// Reads a decimal with an optional sign and at most two decimals; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        var reader = LevelReader(text)
        guard let level = reader.level(), reader.isAtEnd else { return nil }
        self = level
    }

    /// Makes a level from a number with at most two decimals; `nil` for any other number.
    package init?(_ number: Double) {
        let hundredths = (number * 100).rounded()
        // Numbers such as 0.3 are not exact in binary; their multiple is within rounding of a whole number.
        guard abs(number * 100 - hundredths) < 1e-6, abs(hundredths) <= Double(Self.limit) else { return nil }
        self.hundredths = Int32(hundredths)
    }

    package var number: Double { Double(hundredths) / 100 }

    package static func < (a: Level, b: Level) -> Bool { a.hundredths < b.hundredths }

    /// The shortest decimal: `-1`, `0.5`.
    package var text: String {
        let whole = hundredths.magnitude / 100, rest = hundredths.magnitude % 100
        let sign = hundredths < 0 ? "-" : ""
        if rest == 0 { return "\(sign)\(whole)" }
        return rest % 10 == 0 ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// Reads the numbers of a level tag from the left.
struct LevelReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func skipSpaces() { while offset < bytes.count, bytes[offset] == 0x20 { offset += 1 } }

    /// Moves past `byte` if it is next.
    mutating func take(_ byte: UInt8) -> Bool {
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    /// Reads a level; `nil`, at an unspecified position, if there is none.
    mutating func level() -> Level? {
        let isNegative = take(UInt8(ascii: "-"))
        if !isNegative { _ = take(UInt8(ascii: "+")) }
        guard let whole = digits(atMost: 4), whole.count > 0 else { return nil }
        var hundredths = whole.value * 100
        if take(UInt8(ascii: ".")) {
            guard let rest = digits(atMost: 2), rest.count > 0 else { return nil }
            hundredths += rest.count == 1 ? rest.value * 10 : rest.value
        }
        return Level(hundredths: isNegative ? -hundredths : hundredths)
    }

    /// Reads as many digits as there are; `nil` if there are more than `most`.
    private mutating func digits(atMost most: Int) -> (value: Int32, count: Int)? {
        var value: Int32 = 0, count = 0
        while offset < bytes.count, bytes[offset] >= UInt8(ascii: "0"), bytes[offset] <= UInt8(ascii: "9") {
            guard count < most else { return nil }
            value = value * 10 + Int32(bytes[offset] - UInt8(ascii: "0"))
            count += 1
            offset += 1
        }
        return (value, count)
    }
}
