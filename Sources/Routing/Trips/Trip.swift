/// An order of visiting points.
package struct Trip: Equatable, Sendable {
    /// Each point once. A round trip returns from the last to the first.
    package var order: [Int]
    /// The time from the first to the last point, and back on a round trip.
    package var timeMillis: UInt64

    /// The fixed ends of a trip.
    package struct Ends: Equatable, Sendable {
        /// Whether it returns to its start.
        package var isRoundTrip: Bool
        /// Whether the first point comes first, and whether the last point comes last.
        package var startsAtFirst: Bool
        package var endsAtLast: Bool

        package init(isRoundTrip: Bool = true, startsAtFirst: Bool = false, endsAtLast: Bool = false) {
            self.isRoundTrip = isRoundTrip
            self.startsAtFirst = startsAtFirst
            self.endsAtLast = endsAtLast
        }
    }

    /// The maximum number of points of a trip.
    package static let maximumPoints = 100

    /// Finds the quickest order, or `nil` if no order reaches all points.
    ///
    /// It is optimal up to 10 points (`ExactTour`). Beyond that, no exchange of two stretches and no reversal of one
    /// improves it (`TourSearch`). It may then miss an existing order if most points cannot reach most others: see
    /// `TravelTimes.groups`.
    ///
    /// - Complexity: O(2ⁿ n²) up to 10 points, O(n⁴) beyond, a few milliseconds for 100.
    package static func quickest(_ times: TravelTimes, ends: Ends = Ends()) -> Trip? {
        guard times.count > 0 else { return nil }
        guard times.count > 1 else { return Trip(order: [0], timeMillis: 0) }
        let costs = TourCosts(times, ends)
        let tour = costs.count <= ExactTour.maximumPoints ? ExactTour.quickest(costs) : TourSearch.quick(costs)
        let order = costs.order(of: tour)
        var total: UInt64 = 0
        for (from, to) in zip(order, order.dropFirst()) {
            guard let time = times[from, to] else { return nil }
            total += UInt64(time)
        }
        if ends.isRoundTrip {
            guard let time = times[order[order.count - 1], order[0]] else { return nil }
            total += UInt64(time)
        }
        return Trip(order: order, timeMillis: total)
    }
}

/// The costs of a round trip from point to point. A trip that does not return gets a depot between its ends, with zero
/// cost to and from it.
struct TourCosts {
    /// The number of points, with the depot, which is the last.
    let count: Int
    private let millis: [UInt64]
    private let ends: Trip.Ends
    private let hasDepot: Bool
    /// Exceeds the time of any trip: there is no route.
    static let never: UInt64 = 1 << 40

    init(_ times: TravelTimes, _ ends: Trip.Ends) {
        self.ends = ends
        // A round trip with both ends given is an open trip: the return is always the same.
        hasDepot = !ends.isRoundTrip || (ends.startsAtFirst && ends.endsAtLast)
        let points = times.count, count = points + (hasDepot ? 1 : 0)
        var millis = [UInt64](repeating: Self.never, count: count * count)
        for from in 0..<points {
            for to in 0..<points { millis[from * count + to] = times[from, to].map { UInt64($0) } ?? Self.never }
            if hasDepot {
                if !ends.startsAtFirst || from == 0 { millis[points * count + from] = 0 }
                if !ends.endsAtLast || from == points - 1 { millis[from * count + points] = 0 }
            }
        }
        self.count = count
        self.millis = millis
    }

    @inline(__always)
    subscript(from: Int, to: Int) -> UInt64 { millis[from * count + to] }

    func total(_ tour: [Int]) -> UInt64 {
        var total = self[tour[tour.count - 1], tour[0]]
        for (from, to) in zip(tour, tour.dropFirst()) { total += self[from, to] }
        return total
    }

    /// Returns the points in the order of a tour, from the trip's start.
    func order(of tour: [Int]) -> [Int] {
        let last = hasDepot ? count - 1 : ends.endsAtLast ? count - 1 : nil
        let first = last.map { (tour.firstIndex(of: $0)! + 1) % count } ?? tour.firstIndex(of: 0)!
        let turned = Array(tour[first...] + tour[..<first])
        return hasDepot ? Array(turned.dropLast()) : turned
    }
}
