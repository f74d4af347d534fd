import Atlas
import GeoCore

/// Finds the streets that a change concerns, both for routes that respect it and for the map's preview.
///
/// The search descends the index of streets once for each change, with those segments of the drawn line that come near
/// each box.
extension RoadNetwork {
    /// Calls `visit` once with each edge that a change concerns, and its direction relative to the drawn line; `.along`
    /// if there is none. Ends early when `isStopped`, which it calls often, returns true.
    func forEachStreet(
        concernedBy change: StreetChange, until isStopped: () -> Bool = { false },
        _ visit: (EdgeID, DrawnLine.Direction) -> Void
    ) {
        switch change.place {
        case .ways(let ways):
            var last: Int64?
            for way in ways.sorted() where way != last && !isStopped() {
                for edge in edges(ofWay: way) ?? 0..<0 { visit(EdgeID(edge), .along) }
                last = way
            }
        case .area(let corners):
            guard let ring = DrawnLine(corners, isRing: true) else { return }
            if case .fence(let openings) = change.effect {
                return forEachStreet(crossing: ring, awayFrom: openings, isStopped) { visit($0, .along) }
            }
            forEachStreet(inside: ring, isStopped) { visit($0, .along) }
        case .line(let points):
            guard let line = DrawnLine(points) else { return }
            if case .fence(let openings) = change.effect {
                return forEachStreet(crossing: line, awayFrom: openings, isStopped) { visit($0, .along) }
            }
            if forEachStreet(along: line, orAcross: change.effect.concernsStreetsAcross, isStopped, visit) { return }
            // A hand-drawn line from kerb to kerb often ends in the middle of the street.
            if change.effect.concernsStreetsAcross {
                let line = line.reaching
                forEachStreet(beside: line, isStopped) { edge, street, near in
                    guard !line.crossings(of: street, near: near).isEmpty else { return }
                    if line.direction(of: street, near: near) == nil { visit(edge, .along) }
                }
            }
        }
    }

    /// Calls `visit` with the edges along a line and, if wanted, with those that it crosses where it follows none;
    /// returns whether there are any.
    private func forEachStreet(
        along line: DrawnLine, orAcross isAcross: Bool, _ isStopped: () -> Bool,
        _ visit: (EdgeID, DrawnLine.Direction) -> Void
    ) -> Bool {
        var found = false, across: [(edge: EdgeID, crossings: [DrawnLine.Crossing])] = []
        var followed = [[DrawnLine.Street]](repeating: [], count: line.segments.count)
        forEachStreet(beside: line, isStopped) { edge, street, near in
            guard let direction = line.direction(of: street, near: near) else {
                let crossings = isAcross ? line.crossings(of: street, near: near) : []
                if !crossings.isEmpty { across.append((edge, crossings)) }
                return
            }
            visit(edge, direction)
            found = true
            // A line across a street also runs along its zebra crossing, and a line across a square along one of the
            // many lines there.
            let way = way(of: edge)
            guard way.kind != .crossing, !way.has(.areaOutline) else { return }
            for segment in near { followed[segment].append(street) }
        }
        // A street that meets a followed one only joins the line there. The tolerance around a segment's point is part
        // of the segment's neighbourhood.
        for (edge, crossings) in across where !isStopped() {
            let isJoining = crossings.allSatisfy { crossing in
                followed[crossing.segment].contains { DrawnLine.passes($0, crossing.point) }
            }
            guard !isJoining else { continue }
            visit(edge, .along)
            found = true
        }
        return found
    }

    /// Calls `visit` with the edges that cross a line or ring, except near one of `openings`.
    private func forEachStreet(
        crossing line: DrawnLine, awayFrom openings: [PointE7], _ isStopped: () -> Bool, _ visit: (EdgeID) -> Void
    ) {
        let metres = StreetChange.openingInMetres, openings = line.near(openings, metres: metres)
        forEachStreet(beside: line, isStopped) { edge, street, near in
            let isCrossed = line.isCrossed(by: street, near: near) { segment, crossing in
                openings[segment].allSatisfy { $0.distance(to: crossing) > metres }
            }
            if isCrossed { visit(edge) }
        }
    }

    /// Calls `visit` with the edges beside a line or ring, and the indices of its segments near each; not with lines
    /// across rooms, which nobody sees on the map.
    private func forEachStreet(
        beside line: DrawnLine, _ isStopped: () -> Bool, _ visit: (EdgeID, DrawnLine.Street, [Int]) -> Void
    ) {
        boxes.forEach(narrowing: Array(line.segments.indices)) { numbers, box in
            let near = isStopped() ? [] : line.segments(numbers, near: box)
            return near.isEmpty ? nil : near
        } _: { index, near in
            let edge = EdgeID(UInt32(index))
            let isSeen = !way(of: edge).has(.tunnel) && level(of: edge).kind == .street
            if isSeen { visit(edge, line.projected(points(of: edge)), near) }
        }
    }

    /// Calls `visit` with the edges that lie in a ring, wholly or in part.
    private func forEachStreet(inside ring: DrawnLine, _ isStopped: () -> Bool, _ visit: (EdgeID) -> Void) {
        // A box without a segment of the ring near it lies inside, with all its content, or outside.
        boxes.forEach(narrowing: Array(ring.segments.indices)) { numbers, box -> [Int]? in
            if isStopped() { return nil }
            if numbers.isEmpty { return numbers }
            let near = ring.segments(numbers, near: box)
            return near.isEmpty && !ring.isInside(cornerOf: box) ? nil : near
        } _: { index, near in
            let edge = EdgeID(UInt32(index))
            if way(of: edge).has(.tunnel) { return }
            if near.isEmpty || ring.encloses(partOf: ring.projected(points(of: edge)), near: near) { visit(edge) }
        }
    }
}

extension StreetChange.Effect {
    /// Whether a line concerns the streets that it crosses: a one-way direction across a street has no meaning.
    fileprivate var concernsStreetsAcross: Bool {
        switch self {
        case .closed, .slower: true
        case .oneWay, .fence: false
        }
    }
}
