import GeoCore

/// Ways over the antimeridian are cut there, as the OSM wiki asks mappers to do (wiki.openstreetmap.org/wiki/180th_meridian): what lies on
/// its two sides is far apart in a plane of longitudes and latitudes, and most of what is built is built in that plane.
extension OSMData {
    private static let halfTurn: Int64 = 1_800_000_000
    /// Nodes made here have ids from this on, which no node of OpenStreetMap has.
    private static let firstMadeID: Int64 = 1 << 53

    /// Cuts each way wherever it leads over the antimeridian: there it has a new node on either side, and a missing node between them.
    mutating func cutAtAntimeridian() {
        guard extent.isOverAntimeridian || extent.longitudeSpan > Self.halfTurn else { return }
        let isCut = Parallel.mapRanges(of: ways.count) { [self] range in
            range.map { way in
                let refs = ways.refs(of: way)
                return zip(refs, refs.dropFirst()).contains { leadsOver($0, $1) }
            }
        }.flatMap { $0 }
        // Columns count in 32 bits, and a crossing takes three refs and two nodes.
        guard isCut.contains(true), nodes.ids.last ?? 0 < .max - Int64(2 * ways.refs.count),
            nodes.count + 4 * ways.refs.count < Int(UInt32.max)
        else { return }
        var made: [UInt64: (west: UInt32, east: UInt32)] = [:], starts: [UInt32] = [0], refs: [UInt32] = []
        starts.reserveCapacity(ways.starts.count)
        refs.reserveCapacity(ways.refs.count)
        for way in 0..<ways.count {
            var previous: UInt32?
            for node in ways.refs(of: way) {
                if isCut[way], let from = previous, leadsOver(from, node) { refs += cut(from, node, &made) }
                refs.append(node)
                previous = node
            }
            starts.append(UInt32(refs.count))
        }
        ways.starts = starts
        ways.refs = refs
    }

    /// Whether the gap in a way's refs at `index` is a cut at the antimeridian, not a node that the extract does not hold.
    func isAntimeridian(_ refs: ArraySlice<UInt32>, at index: Int) -> Bool {
        guard refs[index] == Self.missing, index > refs.startIndex, index + 1 < refs.endIndex,
            refs[index - 1] != Self.missing, refs[index + 1] != Self.missing
        else { return false }
        return areOnePlace(refs[index - 1], refs[index + 1])
    }

    /// Whether the extract lacks a node of a way.
    func hasGap(_ refs: ArraySlice<UInt32>) -> Bool {
        refs.indices.contains { refs[$0] == Self.missing && !isAntimeridian(refs, at: $0) }
    }

    /// Whether a way is cut at the antimeridian.
    func isCutAtAntimeridian(_ refs: ArraySlice<UInt32>) -> Bool {
        refs.indices.contains { isAntimeridian(refs, at: $0) }
    }

    /// Whether one of two nodes lies at 180°, the other at −180°, and both on one parallel.
    private func areOnePlace(_ one: UInt32, _ other: UInt32) -> Bool {
        let a = nodes.points[Int(one)], b = nodes.points[Int(other)]
        return a.latitudeE7 == b.latitudeE7 && Int64(a.longitudeE7.magnitude) == Self.halfTurn
            && a.longitudeE7 == -b.longitudeE7
    }

    private func leadsOver(_ from: UInt32, _ to: UInt32) -> Bool {
        guard from != Self.missing, to != Self.missing else { return false }
        let step = Int64(nodes.points[Int(to)].longitudeE7) - Int64(nodes.points[Int(from)].longitudeE7)
        return Int64(step.magnitude) > Self.halfTurn
    }

    /// What comes between two nodes on either side: the crossing on the side of the first, a missing node, the crossing on the other side.
    /// A node that lies on the antimeridian is its own crossing.
    private mutating func cut(
        _ from: UInt32, _ to: UInt32, _ made: inout [UInt64: (west: UInt32, east: UInt32)]
    ) -> [UInt32] {
        let start = nodes.points[Int(from)], end = nodes.points[Int(to)]
        let side: Int32 = start.longitudeE7 > 0 ? Int32(Self.halfTurn) : Int32(-Self.halfTurn)
        let isStartThere = start.longitudeE7 == side, isEndThere = end.longitudeE7 == -side
        if isStartThere, isEndThere, start.latitudeE7 == end.latitudeE7 { return [Self.missing] }
        if isStartThere { return [Self.missing, node(PointE7(latitudeE7: start.latitudeE7, longitudeE7: -side))] }
        if isEndThere { return [node(PointE7(latitudeE7: end.latitudeE7, longitudeE7: side)), Self.missing] }
        let key = UInt64(min(from, to)) << 32 | UInt64(max(from, to))
        if let known = made[key] {
            return side > 0 ? [known.west, Self.missing, known.east] : [known.east, Self.missing, known.west]
        }
        let toLine = abs(Double(side) - Double(start.longitudeE7)), beyond = abs(Double(side) + Double(end.longitudeE7))
        let rise = Double(end.latitudeE7) - Double(start.latitudeE7)
        let latitude = Double(start.latitudeE7) + rise * toLine / (toLine + beyond)
        let latitudeE7 = Int32(latitude.rounded(.toNearestOrEven))
        // West of the antimeridian longitudes are positive.
        let west = node(PointE7(latitudeE7: latitudeE7, longitudeE7: Int32(Self.halfTurn)))
        let east = node(PointE7(latitudeE7: latitudeE7, longitudeE7: Int32(-Self.halfTurn)))
        made[key] = (west, east)
        return side > 0 ? [west, Self.missing, east] : [east, Self.missing, west]
    }

    /// Adds a node behind all others.
    private mutating func node(_ point: PointE7) -> UInt32 {
        nodes.ids.append(max(Self.firstMadeID, (nodes.ids.last ?? 0) + 1))
        nodes.points.append(point)
        return UInt32(nodes.count - 1)
    }
}
