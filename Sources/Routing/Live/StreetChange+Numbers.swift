import GeoCore

/// Changes as an array of numbers, as the page passes them to the browser's core (Web/core/changes.js writes them).
///
/// Each change has these numbers: its effect (0 closed, 1 one-way, 2 slower, 3 fence), the bits of the profiles
/// concerned, the factor (1 unless slower), its place (0 line, 1 area, 2 ways), the number of points or ways, and the
/// number of openings. Then follow the points as pairs of latitude and longitude in degrees, or the ways' ids; then the
/// openings as such pairs.
extension StreetChange {
    /// Parses changes from `numbers`; returns `nil` if they are invalid.
    ///
    /// - Complexity: O(n), for any numbers.
    package static func read(_ numbers: [Double]) -> [StreetChange]? {
        var reader = NumberReader(numbers), changes: [StreetChange] = []
        while !reader.isAtEnd {
            guard let change = reader.change() else { return nil }
            changes.append(change)
        }
        return changes
    }

    /// Returns the numbers that `read` parses.
    package static func numbers(of changes: [StreetChange]) -> [Double] {
        var numbers: [Double] = []
        for change in changes {
            var factor = 1.0, openings: [PointE7] = []
            let effect: Double
            switch change.effect {
            case .closed: effect = 0
            case .oneWay: effect = 1
            case .slower(let times): (effect, factor) = (2, times)
            case .fence(let gates): (effect, openings) = (3, gates)
            }
            let (place, count, values): (Double, Int, [Double]) =
                switch change.place {
                case .line(let points): (0, points.count, degrees(of: points))
                case .area(let corners): (1, corners.count, degrees(of: corners))
                case .ways(let ids): (2, ids.count, ids.map { Double($0) })
                }
            numbers += [effect, Double(change.profiles.rawValue), factor, place, Double(count), Double(openings.count)]
            numbers += values
            numbers += degrees(of: openings)
        }
        return numbers
    }

    private static func degrees(of points: [PointE7]) -> [Double] {
        var degrees: [Double] = []
        for point in points { degrees += [Double(point.latitudeE7) / 1e7, Double(point.longitudeE7) / 1e7] }
        return degrees
    }
}

/// Reads numbers one after the other; returns `nil` if the next is missing or of another kind.
private struct NumberReader {
    private let numbers: [Double]
    private var next = 0

    init(_ numbers: [Double]) { self.numbers = numbers }

    var isAtEnd: Bool { next == numbers.count }

    mutating func change() -> StreetChange? {
        guard let kind = whole(below: 4), let bits = whole(below: 16), let factor = number(), factor >= 1,
            factor.isFinite, let form = whole(below: 3), let count = whole(below: numbers.count),
            let openingCount = whole(below: numbers.count)
        else { return nil }
        let place: StreetChange.Place
        if form == 2 {
            guard let ids = ways(count) else { return nil }
            place = .ways(ids)
        } else {
            guard let points = points(count) else { return nil }
            place = form == 0 ? .line(points) : .area(points)
        }
        guard let openings = points(openingCount) else { return nil }
        let effect: StreetChange.Effect
        switch kind {
        case 0: effect = .closed
        case 1: effect = .oneWay
        case 2: effect = .slower(factor)
        default: effect = .fence(openings: openings)
        }
        return StreetChange(effect, place, for: ProfileSet(rawValue: UInt8(bits)))
    }

    private mutating func number() -> Double? {
        guard next < numbers.count else { return nil }
        defer { next += 1 }
        return numbers[next]
    }

    private mutating func whole(below limit: Int) -> Int? {
        guard let number = number(), number >= 0, number < Double(limit) else { return nil }
        return Int(exactly: number)
    }

    private mutating func points(_ count: Int) -> [PointE7]? {
        var points: [PointE7] = []
        for _ in 0..<count {
            guard let latitude = number(), let longitude = number(),
                let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            points.append(PointE7(coordinate))
        }
        return points
    }

    private mutating func ways(_ count: Int) -> [Int64]? {
        var ids: [Int64] = []
        for _ in 0..<count {
            guard let number = number(), let id = Int64(exactly: number) else { return nil }
            ids.append(id)
        }
        return ids
    }
}
