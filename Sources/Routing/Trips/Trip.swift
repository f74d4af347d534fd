/// An order to visit points in.
package struct Trip: Equatable, Sendable {
    /// Each point once. A round trip goes back from the last to the first.
    package var order: [Int]
    /// From the first to the last, and back on a round trip.
    package var timeMillis: UInt64

    /// Where a trip begins and ends.
    package struct Ends: Equatable, Sendable {
        /// Whether it goes back to where it began.
        package var isRoundTrip: Bool
        /// Whether the first point given is visited first, and the last one given last.
        package var startsAtFirst: Bool
        package var endsAtLast: Bool

        package init(isRoundTrip: Bool = true, startsAtFirst: Bool = false, endsAtLast: Bool = false) {
            self.isRoundTrip = isRoundTrip
            self.startsAtFirst = startsAtFirst
            self.endsAtLast = endsAtLast
        }
    }

    /// The most points of one trip.
    package static let maximumPoints = 100

    /// Finds the quickest order, or `nil` when no order leads through all points.
    ///
    /// The quickest of all up to 10 points (`ExactTour`); beyond, one that no exchange of two stretches and no reversal
    /// of one improves (`TourSearch`). There a way that exists may be missed when most points cannot be reached from
    /// most others: see `TravelTimes.groups`.
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

/// What a round trip costs from point to point; a trip that does not return gets a depot between its ends, which costs
/// nothing to and from.
struct TourCosts {
    /// With the depot, which is the last.
    let count: Int
    private let millis: [UInt64]
    private let ends: Trip.Ends
    private let hasDepot: Bool
    /// More than any trip takes: where there is no way.
    static let never: UInt64 = 1 << 40

    init(_ times: TravelTimes, _ ends: Trip.Ends) {
        self.ends = ends
        // A round trip with both ends given is an open one: the way back is always the same.
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

    /// The points in the order of a tour, from where it begins.
    func order(of tour: [Int]) -> [Int] {
        let last = hasDepot ? count - 1 : ends.endsAtLast ? count - 1 : nil
        let first = last.map { (tour.firstIndex(of: $0)! + 1) % count } ?? tour.firstIndex(of: 0)!
        let turned = Array(tour[first...] + tour[..<first])
        return hasDepot ? Array(turned.dropLast()) : turned
    }
}
