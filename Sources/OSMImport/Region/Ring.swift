import GeoCore

/// A closed ring around an area or a hole.
struct Ring: Sendable {
    /// In E7 degrees, the last as the first. The westernmost is on Earth, and a ring over the antimeridian goes on
    /// beyond 180°.
    let points: [(x: Int64, y: Int64)]
    /// From the westernmost to the easternmost point, at most 360°.
    let longitudes: ClosedRange<Int64>

    /// The reason that positions are no ring.
    enum Fault: Error {
        case tooShort
        case notClosed
        case flat
        case aroundPole
    }

    /// Makes a ring of at least four positions in E7 degrees, the last as the first.
    ///
    /// Longitudes may be beyond ±180°. From one position to the next a ring takes the shorter way, as streets and
    /// coasts do; only from −180° to 180° does it lead around the Earth.
    init(_ positions: [(x: Int64, y: Int64)]) throws(Fault) {
        guard positions.count >= 4, let first = positions.first, let last = positions.last else { throw .tooShort }
        guard first == last else { throw .notClosed }
        var points = [first], x = first.x
        for (from, to) in zip(positions, positions.dropFirst()) {
            x += Self.step(to.x - from.x)
            points.append((x, to.y))
        }
        guard x == first.x else { throw .aroundPole }
        let west = points.map(\.x).min() ?? x, east = points.map(\.x).max() ?? x
        guard east - west <= Longitude.fullTurnE7 else { throw .aroundPole }
        guard west < east, points.contains(where: { $0.y != first.y }) else { throw .flat }
        var turns: Int64 = 0
        while west + turns < -Longitude.halfTurnE7 { turns += Longitude.fullTurnE7 }
        while west + turns >= Longitude.halfTurnE7 { turns -= Longitude.fullTurnE7 }
        self.points = points.map { ($0.x + turns, $0.y) }
        longitudes = west + turns...east + turns
    }

    private static func step(_ difference: Int64) -> Int64 {
        guard abs(difference) != Longitude.fullTurnE7 else { return difference }
        var step = difference % Longitude.fullTurnE7
        if step > Longitude.halfTurnE7 { step -= Longitude.fullTurnE7 }
        if step < -Longitude.halfTurnE7 { step += Longitude.fullTurnE7 }
        return step
    }

    /// Returns the smallest box around rings, over the antimeridian if that is smaller.
    static func box(around rings: [Ring]) -> IntBox {
        var box = IntBox.empty
        for ring in rings { for point in ring.points { box.include(x: 0, y: Int32(point.y)) } }
        let spans = rings.map(\.longitudes).sorted { $0.lowerBound < $1.lowerBound }
        guard let first = spans.first else { return box }
        // All longitudes but the widest gap; in doubt that over the antimeridian.
        let end = spans.map(\.upperBound).max() ?? first.upperBound
        var reached = max(first.lowerBound, end - Longitude.fullTurnE7)
        var west = first.lowerBound, east = end, widest = west + Longitude.fullTurnE7 - end
        for span in spans {
            if span.lowerBound - reached > widest {
                widest = span.lowerBound - reached
                (west, east) = (span.lowerBound, reached + Longitude.fullTurnE7)
            }
            reached = max(reached, span.upperBound)
        }
        if east - west >= Longitude.fullTurnE7 { (west, east) = (-Longitude.halfTurnE7, Longitude.halfTurnE7) }
        box.minX = Int32(west)
        box.maxX = Longitude.onEarth(east)
        return box
    }
}
