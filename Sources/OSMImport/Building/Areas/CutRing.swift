import GeoCore

/// Decides whether straight lines may close a way that the extract's edge cuts.
///
/// If a ring leaves the box and returns over the same side or the next one, the straight line runs along the edge of
/// the map and hardly changes the picture. Between opposite sides it would cross the middle of the map, with the
/// surface on either side of it.
struct CutRing {
    let isClosable: Bool

    init(_ refs: ArraySlice<UInt32>, in data: OSMData) {
        // Each stretch of known nodes ends where the ring leaves, and the next begins where it returns.
        let stretches = refs.split(separator: OSMData.missing)
        guard let first = stretches.first, let last = stretches.last else {
            isClosable = false
            return
        }
        // A ring that does not begin at a missing node is known around its seam: its two ends are the same node there.
        let isSeamKnown = refs.first != OSMData.missing
        var gaps = zip(stretches, stretches.dropFirst()).map { ($0[$0.endIndex - 1], $1[$1.startIndex]) }
        if !isSeamKnown { gaps.append((last[last.endIndex - 1], first[first.startIndex])) }
        isClosable = gaps.allSatisfy { from, to in
            // Sides are numbered around the box, so opposite sides differ by two.
            let turn = abs(Self.nearestSide(to: from, in: data) - Self.nearestSide(to: to, in: data))
            return turn != 2
        }
    }

    private static func nearestSide(to node: UInt32, in data: OSMData) -> Int {
        let point = data.nodes.points[Int(node)], box = data.cutBox
        let east = box.eastOfWestSide(point.longitudeE7)
        let distances = [
            Int64(box.maxY) - Int64(point.latitudeE7), box.longitudeSpan - east,
            Int64(point.latitudeE7) - Int64(box.minY), east,
        ]
        return distances.indices.min { distances[$0] < distances[$1] } ?? 0
    }
}
