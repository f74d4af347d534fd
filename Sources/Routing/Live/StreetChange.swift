package import GeoCore

/// A temporary change of some streets, drawn on a map or set by a program.
package struct StreetChange: Sendable, Equatable {
    package enum Effect: Sendable, Equatable {
        /// Closed to everyone.
        case closed
        /// Closed against the direction of the line.
        case oneWay
        /// Travel takes longer by this factor, 1 or more.
        case slower(Double)
        /// The line cannot be crossed, except within `Self.openingInMetres` of one of these points.
        case fence(openings: [PointE7])
    }

    /// The streets concerned. A street in a tunnel, below the drawn line, is concerned only by its OSM way.
    package enum Place: Sendable, Equatable {
        /// The streets along a line or, for a fence, across it.
        case line([PointE7])
        /// The streets that lie in an area, wholly or in part; its corners in order.
        case area([PointE7])
        /// The streets of these OSM ways.
        case ways([Int64])
    }

    package var effect: Effect
    package var place: Place
    /// The profiles concerned.
    package var profiles: ProfileSet

    package init(_ effect: Effect, _ place: Place, for profiles: ProfileSet = .all) {
        self.effect = effect
        self.place = place
        self.profiles = profiles
    }

    package static let openingInMetres = 10.0
}
