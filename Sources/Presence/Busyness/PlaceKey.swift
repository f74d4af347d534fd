package import Community
package import GeoCore

/// Identifies a place that people visit by a number that stays the same when the map changes.
package struct PlaceKey: Hashable, Comparable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static func < (one: PlaceKey, other: PlaceKey) -> Bool { one.rawValue < other.rawValue }
}

/// Finds the place that a person visits who stays at a point.
package protocol PlaceFinding: Sendable {
    /// Returns the place around a point or within 30 m of it. Returns `nil` if there is no public place: nobody may
    /// learn how busy homes are.
    func place(at point: PointE7) -> PlaceKey?
}

/// A stay at a place, as far as it is known.
package struct Visit: Sendable, Equatable {
    package let place: PlaceKey
    package let arrival: Timestamp
    package let departure: Timestamp

    package init(place: PlaceKey, arrival: Timestamp, departure: Timestamp) {
        (self.place, self.arrival, self.departure) = (place, arrival, departure)
    }
}
