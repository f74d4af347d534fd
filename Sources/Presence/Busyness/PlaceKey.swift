package import GeoCore

/// A place that people visit, by a number that outlives the map.
package struct PlaceKey: Hashable, Comparable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static func < (one: PlaceKey, other: PlaceKey) -> Bool { one.rawValue < other.rawValue }
}

/// Knows which place somebody visits who stays at a point.
package protocol PlaceFinding: Sendable {
    /// The place around a point or within 30 m of it; `nil` where there is none that is for everybody: nobody learns
    /// how busy homes are.
    func place(at point: PointE7) -> PlaceKey?
}

/// A stay at a place, as far as it is known: milliseconds since 1970.
package struct Visit: Sendable, Equatable {
    package let place: PlaceKey
    package let arrival: Int64
    package let departure: Int64

    package init(place: PlaceKey, arrival: Int64, departure: Int64) {
        (self.place, self.arrival, self.departure) = (place, arrival, departure)
    }
}
