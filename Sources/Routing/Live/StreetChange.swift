package import GeoCore

/// What is different about some streets for a while, as it is drawn on a map or told by a program.
package struct StreetChange: Sendable, Equatable {
    package enum Effect: Sendable, Equatable {
        /// Nobody passes.
        case closed
        /// Nobody passes against the direction of the line.
        case oneWay
        /// It takes so many times as long, 1 or more.
        case slower(Double)
        /// Nobody crosses the line, but within `Self.openingInMetres` of one of these points.
        case fence(openings: [PointE7])
    }

    /// The streets concerned. What runs through a tunnel, and so below what is drawn, is concerned by its way only.
    package enum Place: Sendable, Equatable {
        /// The streets along a line, or those across it for a fence.
        case line([PointE7])
        /// The streets that lie in an area, wholly or in part: its corners in order.
        case area([PointE7])
        /// All of these OSM ways that are streets.
        case ways([Int64])
    }

    package var effect: Effect
    package var place: Place
    /// Who is concerned.
    package var profiles: ProfileSet

    package init(_ effect: Effect, _ place: Place, for profiles: ProfileSet = .all) {
        self.effect = effect
        self.place = place
        self.profiles = profiles
    }

    package static let openingInMetres = 10.0
}
