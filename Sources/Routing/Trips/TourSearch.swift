/// Finds quick tours through many points, with different times for the two directions.
///
/// Two initial tours, by nearest neighbour and by farthest insertion (Rosenkrantz, Stearns and Lewis, SIAM Journal on
/// Computing 6, 1977), are improved until neither an exchange of two neighbouring stretches (Or-opt of any length) nor
/// the reversal of one (2-opt) makes them quicker. The better one is the answer.
struct TourSearch {
    private let costs: TourCosts
    private var tour: [Int]
    /// The number of improvements that may still be made; it bounds the time.
    private var movesLeft: Int

    static func quick(_ costs: TourCosts) -> [Int] {
        var best: [Int] = []
        for beginning in [nearestNeighbour(costs), farthestInsertion(costs)] {
            var search = TourSearch(costs: costs, tour: beginning, movesLeft: 20 * costs.count)
            while search.movesLeft > 0, search.exchangeStretches() || search.reverseStretch() { search.movesLeft -= 1 }
            if best.isEmpty || costs.total(search.tour) < costs.total(best) { best = search.tour }
        }
        return best
    }

    /// Returns the tour from the first point, always to the nearest unvisited one.
    private static func nearestNeighbour(_ costs: TourCosts) -> [Int] {
        var tour = [0], left = Array(1..<costs.count)
        while !left.isEmpty {
            let from = tour[tour.count - 1]
            let nearest = left.indices.min { costs[from, left[$0]] < costs[from, left[$1]] } ?? 0
            tour.append(left.remove(at: nearest))
        }
        return tour
    }

    /// Returns the tour that inserts, again and again, the point farthest from all visited ones where it costs least.
    private static func farthestInsertion(_ costs: TourCosts) -> [Int] {
        var tour = [0], left = Array(1..<costs.count)
        var distances = left.map { min(costs[0, $0], costs[$0, 0]) }
        while !left.isEmpty {
            let farthest = left.indices.max { distances[$0] < distances[$1] } ?? 0
            let point = left.remove(at: farthest)
            distances.remove(at: farthest)
            var place = 0, least = Int64.max
            for index in tour.indices {
                let from = tour[index], to = tour[(index + 1) % tour.count]
                let more = Int64(costs[from, point] + costs[point, to]) - Int64(tour.count > 1 ? costs[from, to] : 0)
                if more < least {
                    least = more
                    place = index + 1
                }
            }
            tour.insert(point, at: place)
            for index in left.indices {
                distances[index] = min(distances[index], costs[point, left[index]], costs[left[index], point])
            }
        }
        return tour
    }

    /// Swaps two consecutive stretches if that is quicker; uses the best swap for the first stretch with an
    /// improvement.
    private mutating func exchangeStretches() -> Bool {
        let count = tour.count
        // The tour is cut behind positions i < j < k.
        for i in 0..<(count - 2) {
            let before = costs[tour[i], tour[i + 1]]
            var best = (saved: Int64(0), j: 0, k: 0)
            for j in (i + 1)..<(count - 1) {
                let cut = before + costs[tour[j], tour[j + 1]], joined = costs[tour[i], tour[j + 1]]
                for k in (j + 1)..<count {
                    let after = tour[k + 1 < count ? k + 1 : 0]
                    let old = cut + costs[tour[k], after]
                    let new = joined + costs[tour[k], tour[i + 1]] + costs[tour[j], after]
                    let saved = Int64(old) - Int64(new)
                    if saved > best.saved { best = (saved, j, k) }
                }
            }
            guard best.saved > 0 else { continue }
            let first = tour[(i + 1)...best.j], second = tour[(best.j + 1)...best.k]
            tour.replaceSubrange((i + 1)...best.k, with: Array(second + first))
            return true
        }
        return false
    }

    /// Reverses a stretch if that is quicker. Each connection within is then travelled backwards.
    private mutating func reverseStretch() -> Bool {
        let count = tour.count
        for first in 1..<count {
            var onward: UInt64 = 0, back: UInt64 = 0
            for last in (first + 1)..<max(count, first + 1) {
                onward += costs[tour[last - 1], tour[last]]
                back += costs[tour[last], tour[last - 1]]
                let before = tour[first - 1], after = tour[last + 1 < count ? last + 1 : 0]
                let old = costs[before, tour[first]] + onward + costs[tour[last], after]
                guard costs[before, tour[last]] + back + costs[tour[first], after] < old else { continue }
                tour.replaceSubrange(first...last, with: Array(tour[first...last].reversed()))
                return true
            }
        }
        return false
    }
}
