import Atlas

/// The data about a way that matters to wheelchairs, and its level changes: one element of `roads.chairFacts`.
///
/// After wiki.openstreetmap.org/wiki/Wheelchair_routing. Untagged properties are unknown, never good.
package struct WheelchairFacts: Equatable, BitwiseCopyable, Sendable {
    package var rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The ground for small wheels: bits 0 and 1.
    package enum Ground: UInt16, Sendable {
        case unknown = 0, even, rough, impassable
    }

    /// The slope: bits 2 and 3. Gentle is up to 6 % (ISO 21542:2021), steep up to 10 %.
    package enum Slope: UInt16, Sendable {
        case unknown = 0, gentle, steep, tooSteep
    }

    /// Other properties: one bit each, from bit 4 on.
    package struct Marks: OptionSet, Sendable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        package static let stairs = Marks(rawValue: 1 << 4)
        /// Stairs with a ramp for wheelchairs.
        package static let ramp = Marks(rawValue: 1 << 5)
        package static let narrow = Marks(rawValue: 1 << 6)
        /// `wheelchair=limited`: usable with help.
        package static let limited = Marks(rawValue: 1 << 7)
        /// `wheelchair=no`.
        package static let refused = Marks(rawValue: 1 << 8)
        /// An escalator or moving walkway.
        package static let conveying = Marks(rawValue: 1 << 9)
        static let known = Marks(rawValue: 0b11_1111 << 4)
    }

    /// The direction of stairs, along the drawing of their way: bits 10 and 11.
    package enum Rise: UInt16, Sendable {
        case unknown = 0, up, down
    }

    /// The levels that can be stored: bits 12 to 15 (wiki.openstreetmap.org/wiki/Key:level). A way on several levels
    /// has none.
    package static let levels = -3...11

    package init(
        ground: Ground, slope: Slope, _ marks: Marks, rise: Rise = .unknown, level: Int? = nil
    ) {
        let levelBits = level.map { Self.levels.contains($0) ? UInt16($0 - Self.levels.lowerBound + 1) : 0 } ?? 0
        rawValue = ground.rawValue | slope.rawValue << 2 | marks.rawValue | rise.rawValue << 10 | levelBits << 12
    }

    package var rise: Rise { Rise(rawValue: rawValue >> 10 & 3) ?? .unknown }
    package var level: Int? {
        rawValue >> 12 == 0 ? nil : Int(rawValue >> 12) + Self.levels.lowerBound - 1
    }

    package var ground: Ground { Ground(rawValue: rawValue & 3) ?? .unknown }
    package var slope: Slope { Slope(rawValue: rawValue >> 2 & 3) ?? .unknown }
    package func has(_ mark: Marks) -> Bool { rawValue & mark.rawValue != 0 }

    var isKnown: Bool { rawValue >> 10 & 3 != 3 }
}

extension WheelchairFacts: PackedElement {}

/// The kerb at a junction, or a lift: one element of `roads.kerbs` (wiki.openstreetmap.org/wiki/Key:kerb).
package enum Kerb: UInt8, CaseIterable, Sendable {
    case none = 0
    /// A crossing whose kerbs are not mapped.
    case unknown
    /// Lowered or flush.
    case level
    /// Rounded: passable with a push.
    case rolled
    case raised
    /// Not a kerb, but a lift between levels (wiki.openstreetmap.org/wiki/Tag:highway%3Delevator).
    case lift
}
