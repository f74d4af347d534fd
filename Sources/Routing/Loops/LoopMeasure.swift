import Atlas
import GeoCore

/// The quality of a round walk.
struct LoopMeasure {
    /// The share of the length that is walked twice, 0 ... 0.5.
    let walkedTwice: Double
    /// The share that runs beside an earlier part of the walk that is not recent.
    let besideItself: Double
    /// Milliseconds or millimetres.
    let amount: UInt32

    init(_ route: PlannedRoute, isByLength: Bool) {
        let total = isByLength ? route.lengthMillimetres : route.timeMillis
        amount = UInt32(clamping: total)
        walkedTwice = Self.shareTwice(route.geometry)
        besideItself = Self.shareBeside(route.geometry)
    }

    /// A segment of the line between two points of the map, in either direction.
    private struct Stretch {
        var ends: (PointE7, PointE7)
        var metres: Double

        init(_ from: PointE7, _ to: PointE7) {
            let isOrdered = (from.latitudeE7, from.longitudeE7) < (to.latitudeE7, to.longitudeE7)
            ends = isOrdered ? (from, to) : (to, from)
            metres = from.distance(inMetresTo: to)
        }

        static func precedes(_ one: Stretch, _ two: Stretch) -> Bool {
            (one.ends.0.latitudeE7, one.ends.0.longitudeE7, one.ends.1.latitudeE7, one.ends.1.longitudeE7)
                < (two.ends.0.latitudeE7, two.ends.0.longitudeE7, two.ends.1.latitudeE7, two.ends.1.longitudeE7)
        }
    }

    /// Compares lines, not edges: ways drawn on top of each other are the same way to walkers.
    private static func shareTwice(_ line: [PointE7]) -> Double {
        var stretches = zip(line, line.dropFirst()).map { Stretch($0, $1) }
        stretches.sort(by: Stretch.precedes)
        let total = stretches.reduce(0) { $0 + $1.metres }
        var twice = 0.0
        for (one, next) in zip(stretches, stretches.dropFirst()) where one.ends == next.ends { twice += next.metres }
        return total > 0 ? twice / total : 0
    }

    /// The minimum distance along the walk, in metres, between two parts that a walker notices are beside each other.
    private static let whileInMetres = 200.0
    private static let stepInMetres = 25.0

    private static func shareBeside(_ line: [PointE7]) -> Double {
        guard let home = line.first else { return 0 }
        var seen = LineCells(around: home), recent: [PointE7] = [], next = 0
        var steps = 0, beside = 0
        for (from, to) in zip(line, line.dropFirst()) {
            let pieces = max(1, Int(from.distance(inMetresTo: to) / stepInMetres))
            for piece in 0..<pieces {
                let point = PointE7(from: from, to: to, share: Double(piece) / Double(pieces))
                if let last = recent.last, last.distance(inMetresTo: point) < stepInMetres * 0.8 { continue }
                steps += 1
                if seen.contains(point) { beside += 1 }
                recent.append(point)
                while Double(recent.count - next) * stepInMetres > whileInMetres, next + 1 < recent.count {
                    seen.mark(from: recent[next], to: recent[next + 1])
                    next += 1
                }
            }
        }
        return steps > 0 ? Double(beside) / Double(steps) : 0
    }
}
