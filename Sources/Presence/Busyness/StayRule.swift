import GeoCore

/// Finds the stays in one person's positions, which come in the order of times: as long as somebody is found near the middle of where they
/// were, they stay.
///
/// One position elsewhere is as likely an error as a departure, and phones say nothing while they lie still: a stay goes on through both.
package struct StayRule: Sendable, Equatable {
    private struct Stay: Sendable, Equatable {
        let origin: PointE7
        let arrival: Int64
        var last: Int64
        /// Of steps from the origin in units of 10⁻⁷ degrees, and of the weights that they count with.
        private var north = 0.0
        private var east = 0.0
        private var weights = 0.0
        private(set) var count = 0
        /// Where they are, and after how many positions that was looked at.
        var place: PlaceKey?
        var lookedAt = 0

        init(_ position: Position) {
            (origin, arrival, last) = (position.point, position.time, position.time)
            add(position)
        }

        mutating func add(_ position: Position) {
            // As the square of the error that the device expects.
            let accuracy = max(StayRule.bestAccuracy, position.accuracyMetres ?? StayRule.usualAccuracy)
            let weight = 1 / (accuracy * accuracy)
            north += weight * (Double(position.point.latitudeE7) - Double(origin.latitudeE7))
            east += weight * Self.around(Double(position.point.longitudeE7) - Double(origin.longitudeE7))
            weights += weight
            count += 1
            last = position.time
        }

        var middle: PointE7 {
            PointE7(
                latitudeE7: Int32((Double(origin.latitudeE7) + north / weights).rounded()),
                longitudeE7: Int32(Self.around(Double(origin.longitudeE7) + east / weights).rounded()))
        }

        /// A longitude, or a step of one, in units of 10⁻⁷ degrees, the short way around the Earth.
        private static func around(_ longitude: Double) -> Double {
            longitude > 1.8e9 ? longitude - 3.6e9 : longitude < -1.8e9 ? longitude + 3.6e9 : longitude
        }
    }

    /// Who is within so many metres of the middle, and of the error that their device expects, is still there.
    private static let reach = 35.0
    /// Positions with larger errors tell nothing of stays, in metres.
    private static let worstAccuracy = 100.0
    private static let bestAccuracy = 3.0
    private static let usualAccuracy = 15.0
    /// Shorter stays are passing by, in milliseconds.
    package static let leastDwell: Int64 = 600_000
    /// Who is found at the same place after a longer silence may have been elsewhere, …
    private static let longestRest: Int64 = 3 * 3_600_000
    /// … and who is found elsewhere after this was not at the place all that time.
    private static let longestSilence: Int64 = 3_600_000
    /// How fast people go, in metres a second.
    private static let walkingSpeed = 1.4

    private var stay: Stay?
    private var outside: Position?
    private var last: Int64 = .min

    package init() {}

    /// Learns of the next position; returns the stay that goes on or just ended, once it is one.
    package mutating func follow(_ position: Position, _ places: some PlaceFinding) -> Visit? {
        guard position.time > last else { return nil }
        last = position.time
        guard !position.isAtHome else {
            (stay, outside) = (nil, nil)
            return nil
        }
        let accuracy = position.accuracyMetres ?? Self.usualAccuracy
        guard accuracy <= Self.worstAccuracy else { return nil }
        guard var stay else {
            self.stay = Stay(position)
            return nil
        }
        let silence = position.time - stay.last
        if stay.middle.distance(inMetresTo: position.point) <= Self.reach + accuracy / 2, silence <= Self.longestRest {
            stay.add(position)
            outside = nil
            let visit = Self.visit(&stay, until: stay.last, places)
            self.stay = stay
            return visit
        }
        guard let first = outside, silence <= Self.longestRest else {
            // With nothing known for hours before it there is nothing to wait for.
            (self.stay, outside) = silence <= Self.longestRest ? (stay, position) : (Stay(position), nil)
            return nil
        }
        let metres = stay.middle.distance(inMetresTo: first.point)
        var departure = stay.last
        if first.time - stay.last <= Self.longestSilence {
            departure = max(departure, first.time - Int64(metres / Self.walkingSpeed * 1000))
        }
        let visit = Self.visit(&stay, until: departure, places)
        var next = Stay(first)
        if first.point.distance(inMetresTo: position.point) <= Self.reach {
            next.add(position)
        } else {
            next = Stay(position)
        }
        (self.stay, outside) = (next, nil)
        return visit
    }

    private static func visit(_ stay: inout Stay, until departure: Int64, _ places: some PlaceFinding) -> Visit? {
        guard departure - stay.arrival >= leastDwell else { return nil }
        // The more is known the less its middle moves: it is looked at once there are twice as many positions.
        if stay.count >= 2 * stay.lookedAt {
            stay.place = places.place(at: stay.middle)
            stay.lookedAt = stay.count
        }
        return stay.place.map { Visit(place: $0, arrival: stay.arrival, departure: departure) }
    }
}
