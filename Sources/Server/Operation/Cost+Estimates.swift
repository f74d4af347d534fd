import Fairness
import Routing

/// Upper estimates of the cost of requests, measured on one core of a small machine with the map of a large city. They
/// decide whether work counts as expensive.
extension Cost {
    /// Returns the cost of parsing a body of `bytes` bytes: JSON of many small objects.
    static func reading(_ bytes: Int) -> Cost { Cost(microseconds: bytes / 4) }

    /// Returns the cost of compressing an answer of `bytes` bytes.
    static func packing(_ bytes: Int) -> Cost { Cost(microseconds: bytes / 40) }

    /// The cost of compressing the largest piece of a pack.
    static let packingPiece = Cost(microseconds: 60_000)

    /// The cost of a tile that is not in the cache.
    static let tile = Cost(microseconds: 6_000)

    static func routes(through points: Int, alternatives: Int = 0) -> Cost {
        Cost(microseconds: 600 * points * (1 + 4 * alternatives))
    }

    static func table(_ rows: Int, by columns: Int) -> Cost {
        Cost(microseconds: 300 * (rows + columns) + rows * columns)
    }

    /// Returns the cost of isochrones and isodistances, by the area that they may cover.
    static func reach(_ profile: Profile, minutes: [Double], kilometres: [Double] = []) -> Cost {
        let kilometresPerMinute =
            switch profile {
            case .foot, .wheelchair: 0.08
            case .bicycle: 0.3
            case .car: 1.2
            }
        let radii = kilometres + minutes.map { $0 * kilometresPerMinute }
        return Cost(microseconds: 2_000 + radii.reduce(0) { $0 + Int(min($1 * $1, 2_000) * 150) })
    }

    static func match(_ points: Int) -> Cost { Cost(microseconds: 1_000 * points) }

    static func trip(_ points: Int) -> Cost { Cost(microseconds: 600 * points + 10 * points * points) }

    static let loops = Cost(microseconds: 150_000)
}
