import Atlas
import GeoCore

/// What a caller asks of the place that a point is moved to, besides that it is near.
package struct EndWish: Sendable {
    /// How far it may lie from the point, in metres; the question's own limit when `nil`.
    package var limitInMetres: Double?
    /// The directions in which one may move there; all when `nil`.
    package var bearings: BearingRange?
    /// On which side of the street vehicles stop, seen from the point; either when `nil`.
    package var approach: Approach?
    /// Whether it may lie where no route begins usually, such as half way along a ferry.
    package var mayLieAnywhere = false
    /// Where an earlier answer moved the point: saves looking for it.
    package var hint: PositionHint?

    package init() {}

    package static let none = EndWish()

    /// Whether it says in which directions one may move: then many streets may have to be looked at.
    package var narrowsDirections: Bool { bearings != nil || approach != nil }

    /// A side of a street for both directions.
    package enum Approach: Sendable {
        /// Where the point lies.
        case curb
        /// Across the street from it.
        case opposite
    }
}

/// Directions around one, in whole degrees.
package struct BearingRange: Equatable, Sendable {
    /// Clockwise from north, 0 ... 360.
    package let degrees: Int
    /// How far a direction may lie to either side, 0 ... 180.
    package let range: Int

    /// Makes a range; `nil` when a number is outside its bounds.
    package init?(degrees: Int, range: Int) {
        guard (0...360).contains(degrees), (0...180).contains(range) else { return nil }
        self.degrees = degrees
        self.range = range
    }

    func contains(_ bearing: Double) -> Bool {
        let apart = abs(Int(bearing.rounded(.toNearestOrEven)) - degrees) % 360
        return min(apart, 360 - apart) <= range
    }
}

/// A position as an answer names it, so that the next question need not look for it: opaque to callers.
///
/// It fits an atlas when moving the same point to the edge that it names gives the same place, and is ignored
/// otherwise. It is believed: a point that was moved for another profile, bearing or limit stays where it was moved, if
/// the question allows that place.
package struct PositionHint: Equatable, Sendable {
    private let edge: UInt32
    private let point: PointE7
    private let millimetres: UInt32

    init(_ position: SnappedPosition) {
        edge = position.edge.rawValue
        point = position.point
        millimetres = Self.millimetres(position.distanceInMetres)
    }

    /// Names the place that a point was moved to.
    package init(for waypoint: Waypoint) { self.init(waypoint.position) }

    /// Reads what `text` writes; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        let digits = Array(text.utf8)
        guard digits.count == Self.length else { return nil }
        var words: [UInt32] = []
        for first in stride(from: 0, to: Self.length, by: 8) {
            var word: UInt32 = 0
            for digit in digits[first..<(first + 8)] {
                switch digit {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): word = word << 4 | UInt32(digit - UInt8(ascii: "0"))
                case UInt8(ascii: "a")...UInt8(ascii: "f"): word = word << 4 | UInt32(digit - UInt8(ascii: "a") + 10)
                default: return nil
                }
            }
            words.append(word)
        }
        edge = words[0]
        point = PointE7(latitudeE7: Int32(bitPattern: words[1]), longitudeE7: Int32(bitPattern: words[2]))
        millimetres = words[3]
    }

    /// Hexadecimal digits.
    package var text: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(Self.length)
        for word in [edge, UInt32(bitPattern: point.latitudeE7), UInt32(bitPattern: point.longitudeE7), millimetres] {
            for shift in stride(from: UInt32(28), through: 0, by: -4) {
                let digit = UInt8(word >> shift & 15)
                digits.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    private static let length = 32

    private static func millimetres(_ metres: Double) -> UInt32 {
        UInt32(min(metres * 1000, 4e9).rounded(.toNearestOrEven))
    }

    /// Where it says that `coordinate` is; `nil` when that is not so.
    func place(of coordinate: Coordinate, on network: RoadNetwork) -> NearestRuler.Projection? {
        guard edge < UInt32(network.edges.count) else { return nil }
        guard let place = NearestRuler(coordinate).project(on: EdgeID(edge), of: network) else { return nil }
        return place.point == point && Self.millimetres(place.distanceInMetres) == millimetres ? place : nil
    }
}
