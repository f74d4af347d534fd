import GeoCore

/// Splits ways at the antimeridian, as the OSM wiki asks mappers to do (wiki.openstreetmap.org/wiki/180th_meridian):
/// its two sides are far apart in a plane of longitudes and latitudes, which most of the import uses.
extension OSMData {
    /// New nodes have ids from this on, which no node of OpenStreetMap has.
    private static let firstMadeID: Int64 = 1 << 53

    /// Splits each way wherever it crosses the antimeridian: there it gets a new node on either side, and a missing
    /// node between them.
    ///
    /// Throws if the columns, with their 32-bit indices, have no space for the new elements. If the last id leaves no
    /// ids for new nodes, nothing is split, and `issues` names that node.
    mutating func cutAtAntimeridian(_ issues: inout IssueLog) throws(JoinError) {
        guard extent.isOverAntimeridian || extent.longitudeSpan > Longitude.halfTurnE7 else { return }
        let crossings = Parallel.mapRanges(of: ways.count) { [self] range in
            range.map { way in
                let refs = ways.refs(of: way)
                return zip(refs, refs.dropFirst()).count { leadsOver($0, $1) }
            }
        }.flatMap { $0 }
        let total = crossings.reduce(0, +)
        guard total > 0 else { return }
        // A crossing takes up to three refs and two nodes.
        for (what, count) in [("way nodes", ways.refs.count + 3 * total), ("nodes", nodes.count + 2 * total)]
        where count >= Int(UInt32.max) { throw JoinError(what: what, count: count) }
        if let last = nodes.ids.last, last >= .max - Int64(2 * total) {
            issues.add(ImportIssue(.idUnusable, .node, last))
            return
        }
        var made: [UInt64: UInt32] = [:], starts: [UInt32] = [0], refs: [UInt32] = []
        starts.reserveCapacity(ways.starts.count)
        refs.reserveCapacity(ways.refs.count + 3 * total)
        for way in 0..<ways.count {
            var previous: UInt32?
            for node in ways.refs(of: way) {
                if crossings[way] > 0, let from = previous, leadsOver(from, node) { refs += cut(from, node, &made) }
                refs.append(node)
                previous = node
            }
            starts.append(UInt32(refs.count))
        }
        ways.starts = starts
        ways.refs = refs
    }

    /// Whether the gap in a way's refs at `index` is a split at the antimeridian, rather than a missing node.
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

    /// Whether a way is split at the antimeridian.
    func isCutAtAntimeridian(_ refs: ArraySlice<UInt32>) -> Bool {
        refs.indices.contains { isAntimeridian(refs, at: $0) }
    }

    /// Whether one of two nodes lies at 180°, the other at −180°, and both on one parallel.
    private func areOnePlace(_ one: UInt32, _ other: UInt32) -> Bool {
        let a = nodes.points[Int(one)], b = nodes.points[Int(other)]
        return a.latitudeE7 == b.latitudeE7 && Int64(a.longitudeE7.magnitude) == Longitude.halfTurnE7
            && a.longitudeE7 == -b.longitudeE7
    }

    private func leadsOver(_ from: UInt32, _ to: UInt32) -> Bool {
        guard from != Self.missing, to != Self.missing else { return false }
        let step = Int64(nodes.points[Int(to)].longitudeE7) - Int64(nodes.points[Int(from)].longitudeE7)
        return Int64(step.magnitude) > Longitude.halfTurnE7
    }

    /// Returns the refs between two nodes on either side: the crossing on the side of the first, a missing node, the
    /// crossing on the other side. A node on the antimeridian is its own crossing.
    private mutating func cut(_ from: UInt32, _ to: UInt32, _ made: inout [UInt64: UInt32]) -> [UInt32] {
        let start = nodes.points[Int(from)], end = nodes.points[Int(to)]
        let isWestFirst = start.longitudeE7 > 0,
            side = isWestFirst ? Int32(Longitude.halfTurnE7) : Int32(-Longitude.halfTurnE7)
        let isStartThere = start.longitudeE7 == side, isEndThere = end.longitudeE7 == -side
        if isStartThere, isEndThere, start.latitudeE7 == end.latitudeE7 { return [Self.missing] }
        if isStartThere { return [Self.missing, node(at: start.latitudeE7, -side, &made)] }
        if isEndThere { return [node(at: end.latitudeE7, side, &made), Self.missing] }
        // West of the antimeridian longitudes are positive. Both directions compute from there, so that they share
        // their nodes.
        let west = isWestFirst ? start : end, east = isWestFirst ? end : start
        let toLine = Double(Longitude.halfTurnE7) - Double(west.longitudeE7)
        let beyond = Double(Longitude.halfTurnE7) + Double(east.longitudeE7)
        let rise = Double(east.latitudeE7) - Double(west.latitudeE7)
        let latitude = Double(west.latitudeE7) + rise * toLine / (toLine + beyond)
        let latitudeE7 = Int32(latitude.rounded(.toNearestOrEven))
        return [node(at: latitudeE7, side, &made), Self.missing, node(at: latitudeE7, -side, &made)]
    }

    /// Returns the new node at a latitude of one side of the antimeridian; appends it if there is none yet.
    private mutating func node(at latitudeE7: Int32, _ side: Int32, _ made: inout [UInt64: UInt32]) -> UInt32 {
        let key = UInt64(UInt32(bitPattern: latitudeE7)) << 1 | (side > 0 ? 1 : 0)
        if let known = made[key] { return known }
        nodes.ids.append(max(Self.firstMadeID, (nodes.ids.last ?? 0) + 1))
        nodes.points.append(PointE7(latitudeE7: latitudeE7, longitudeE7: side))
        let node = UInt32(nodes.count - 1)
        made[key] = node
        return node
    }
}
