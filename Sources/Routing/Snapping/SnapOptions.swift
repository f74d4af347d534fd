import Atlas
package import GeoCore

/// Conditions for moving a point to a street, in addition to being near.
package struct SnapOptions: Sendable {
    /// The maximum distance from the point, in metres; the request's own limit if `nil`.
    package var limitInMetres: Double?
    /// The allowed directions of travel there; all if `nil`.
    package var bearings: BearingRange?
    /// The side of the street where vehicles must stop, seen from the point; either if `nil`.
    package var approach: Approach?
    /// Whether it may lie where routes usually do not begin, such as halfway along a ferry.
    package var mayLieAnywhere = false
    /// The level of the building that the point is on; `nil` for the ground.
    package var level: Level?
    /// Whether a point without a level may lie on ways above or below the ground, too.
    package var mayLeaveGround = false
    /// The position in an earlier answer, which saves a search.
    package var hint: PositionHint?

    package init() {}

    package static let none = SnapOptions()

    /// The options where nothing on the ground is near; `nil` if they have a level, or already allow other floors.
    var offGround: SnapOptions? {
        guard level == nil, !mayLeaveGround else { return nil }
        var others = self
        others.mayLeaveGround = true
        return others
    }

    /// Whether it restricts directions: then many streets may have to be examined.
    package var narrowsDirections: Bool { bearings != nil || approach != nil }

    /// A side of a street, for both directions.
    package enum Approach: Sendable {
        /// The point's own side.
        case curb
        /// The side opposite the point.
        case opposite
    }
}

/// A range of directions, in whole degrees.
package struct BearingRange: Equatable, Sendable {
    /// The centre, clockwise from north, 0 ... 360.
    package let degrees: Int
    /// The maximum deviation to either side, 0 ... 180.
    package let range: Int

    /// Makes a range; `nil` if a number is outside its bounds.
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

/// A position as an answer names it, so that the next request need not search for it; opaque to callers.
///
/// It fits an atlas if moving the same point to its edge gives the same position; otherwise the engine ignores it. A
/// fitting hint is trusted: a point that was moved for another profile, bearing or limit keeps its position if the
/// request allows it.
package struct PositionHint: Equatable, Sendable {
    private let edge: UInt32
    private let point: PointE7
    private let millimetres: UInt32

    init(_ position: SnappedPosition) {
        edge = position.edge.rawValue
        point = position.point
        millimetres = Self.millimetres(position.distanceInMetres)
    }

    /// Makes the hint for a point's position.
    package init(for waypoint: Waypoint) { self.init(waypoint.position) }

    /// Parses the form of `text`; `nil` for anything else.
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

    /// The hint in hexadecimal digits.
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

    /// Returns its position for `coordinate`; `nil` if it does not fit.
    func place(of coordinate: Coordinate, on network: RoadNetwork) -> NearestRuler.Projection? {
        guard edge < UInt32(network.edges.count) else { return nil }
        guard let place = NearestRuler(coordinate).project(on: EdgeID(edge), of: network) else { return nil }
        return place.point == point && Self.millimetres(place.distanceInMetres) == millimetres ? place : nil
    }
}
