import Atlas
import GeoCore

/// Which streets a change concerns: the routes that heed it and the map that shows it beforehand ask here.
///
/// The index of streets is gone down once for each change, with those pieces of what is drawn that come near each box.
extension RoadNetwork {
    /// Calls `visit` once with each street piece that a change concerns, and the direction in which it runs along what
    /// is drawn; `.along` where it has none. Ends early when `isStopped` says so, which is asked often.
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
            // By hand, a line from kerb to kerb often ends at the middle of the street.
            if change.effect.concernsStreetsAcross {
                let line = line.reaching
                forEachStreet(beside: line, isStopped) { edge, street, near in
                    guard !line.crossings(of: street, near: near).isEmpty else { return }
                    if line.direction(of: street, near: near) == nil { visit(edge, .along) }
                }
            }
        }
    }

    /// Calls `visit` with the streets along a line, and if wanted with those that it crosses where it follows none of
    /// them; returns whether there are any.
    private func forEachStreet(
        along line: DrawnLine, orAcross isAcross: Bool, _ isStopped: () -> Bool,
        _ visit: (EdgeID, DrawnLine.Direction) -> Void
    ) -> Bool {
        var found = false, across: [(edge: EdgeID, crossings: [DrawnLine.Crossing])] = []
        var followed = [[DrawnLine.Street]](repeating: [], count: line.pieces.count)
        forEachStreet(beside: line, isStopped) { edge, street, near in
            guard let direction = line.direction(of: street, near: near) else {
                let crossings = isAcross ? line.crossings(of: street, near: near) : []
                if !crossings.isEmpty { across.append((edge, crossings)) }
                return
            }
            visit(edge, direction)
            found = true
            // Somebody who draws across a street draws along its zebra crossing, too, and across a square along one of
            // the lines that lead everywhere.
            let way = way(of: edge)
            guard way.kind != .crossing, !way.has(.areaOutline) else { return }
            for piece in near { followed[piece].append(street) }
        }
        // A street that meets a followed one only joins the line there. What lies within the tolerance of a point of a
        // piece lies near the piece.
        for (edge, crossings) in across where !isStopped() {
            let isJoining = crossings.allSatisfy { crossing in
                followed[crossing.piece].contains { DrawnLine.passes($0, crossing.point) }
            }
            guard !isJoining else { continue }
            visit(edge, .along)
            found = true
        }
        return found
    }

    /// Calls `visit` with the streets that cross a line or ring and are not near one of `openings` there.
    private func forEachStreet(
        crossing line: DrawnLine, awayFrom openings: [PointE7], _ isStopped: () -> Bool, _ visit: (EdgeID) -> Void
    ) {
        let metres = StreetChange.openingInMetres, openings = line.near(openings, metres: metres)
        forEachStreet(beside: line, isStopped) { edge, street, near in
            let isCrossed = line.isCrossed(by: street, near: near) { piece, crossing in
                openings[piece].allSatisfy { $0.distance(to: crossing) > metres }
            }
            if isCrossed { visit(edge) }
        }
    }

    /// Calls `visit` with the streets beside a line or ring, and the numbers of its pieces that are near each.
    private func forEachStreet(
        beside line: DrawnLine, _ isStopped: () -> Bool, _ visit: (EdgeID, DrawnLine.Street, [Int]) -> Void
    ) {
        boxes.forEach(narrowing: Array(line.pieces.indices)) { numbers, box in
            let near = isStopped() ? [] : line.pieces(numbers, near: box)
            return near.isEmpty ? nil : near
        } _: { index, near in
            let edge = EdgeID(UInt32(index))
            if !way(of: edge).has(.tunnel) { visit(edge, line.projected(points(of: edge)), near) }
        }
    }

    /// Calls `visit` with the streets that lie in a ring, wholly or in part.
    private func forEachStreet(inside ring: DrawnLine, _ isStopped: () -> Bool, _ visit: (EdgeID) -> Void) {
        // A box that no piece of the ring comes near lies inside, with all in it, or outside.
        boxes.forEach(narrowing: Array(ring.pieces.indices)) { numbers, box -> [Int]? in
            if isStopped() { return nil }
            if numbers.isEmpty { return numbers }
            let near = ring.pieces(numbers, near: box)
            return near.isEmpty && !ring.isInside(cornerOf: box) ? nil : near
        } _: { index, near in
            let edge = EdgeID(UInt32(index))
            if way(of: edge).has(.tunnel) { return }
            if near.isEmpty || ring.encloses(partOf: ring.projected(points(of: edge)), near: near) { visit(edge) }
        }
    }
}

extension StreetChange.Effect {
    /// Whether a line concerns the streets that it is drawn across: a direction across a street is none.
    fileprivate var concernsStreetsAcross: Bool {
        switch self {
        case .closed, .slower: true
        case .oneWay, .fence: false
        }
    }
}
