/// Finds the quickest of all tours (Held and Karp, Journal of the SIAM 10, 1962, doi 10.1137/0110015).
enum ExactTour {
    /// The maximum number of points, with a depot: at least 10 points of a trip.
    static let maximumPoints = 11

    /// Returns the tour from the first point; deterministic among equal tours.
    static func quickest(_ costs: TourCosts) -> [Int] {
        let others = costs.count - 1, sets = 1 << others
        // For each set of other points and each last visited one: the least cost, and the point before.
        var least = [UInt64](repeating: .max, count: sets * others)
        var before = [UInt8](repeating: 0, count: sets * others)
        for last in 0..<others { least[(1 << last) * others + last] = costs[0, last + 1] }
        for set in 1..<sets {
            for last in 0..<others where set >> last & 1 != 0 {
                let cost = least[set * others + last]
                for next in 0..<others where set >> next & 1 == 0 {
                    let slot = (set | 1 << next) * others + next, total = cost + costs[last + 1, next + 1]
                    guard total < least[slot] else { continue }
                    least[slot] = total
                    before[slot] = UInt8(last)
                }
            }
        }
        var set = sets - 1, last = 0, best = UInt64.max
        for end in 0..<others {
            let total = least[set * others + end] + costs[end + 1, 0]
            guard total < best else { continue }
            best = total
            last = end
        }
        var tour: [Int] = []
        while set != 0 {
            tour.append(last + 1)
            let previous = Int(before[set * others + last])
            set &= ~(1 << last)
            last = previous
        }
        return [0] + tour.reversed()
    }
}
