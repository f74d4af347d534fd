/// One of the eight points of the compass.
package enum CompassPoint: UInt8, Sendable, CaseIterable {
    case north, northEast, east, southEast, south, southWest, west, northWest

    /// The point nearest to a bearing in degrees clockwise from north.
    package init(bearing: Double) {
        let eighths = Int((bearing / 45).rounded())
        self = Self.allCases[(eighths % 8 + 8) % 8]
    }

    /// `n`, `ne`, `e` … clockwise.
    package var code: StaticString {
        switch self {
        case .north: "n"
        case .northEast: "ne"
        case .east: "e"
        case .southEast: "se"
        case .south: "s"
        case .southWest: "sw"
        case .west: "w"
        case .northWest: "nw"
        }
    }
}
