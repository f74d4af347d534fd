import Atlas
import GeoCore

/// Which streets a change concerns: the routes that heed it and the map that shows it beforehand ask here.
extension RoadNetwork {
    /// Calls `visit` with each street piece that a change concerns, and the direction in which it runs along what is
    /// drawn; `.along` where it has none.
    func forEachStreet(concernedBy change: StreetChange, _ visit: (EdgeID, DrawnLine.Direction) -> Void) {
        switch change.place {
        case .ways(let ways):
            for edge in ways.compactMap({ edges(ofWay: $0) }).joined() { visit(EdgeID(edge), .along) }
        case .area(let corners):
            guard let ring = DrawnLine(corners, isRing: true) else { return }
            forEachStreet(around: corners) { edge, street in
                if change.concerns(street, inside: ring) { visit(edge, .along) }
            }
        case .line(let points):
            guard let line = DrawnLine(points) else { return }
            if case .fence(let openings) = change.effect {
                forEachStreet(beside: points) { edge, street in
                    if line.isCrossed(by: street, awayFrom: openings, metres: StreetChange.openingInMetres) {
                        visit(edge, .along)
                    }
                }
                return
            }
            if forEachStreet(along: line, points, change.effect, visit) { return }
            // By hand, a line from kerb to kerb often ends at the middle of the street.
            if change.effect.concernsStreetsAcross { forEachStreet(across: line.reaching, points, [], visit) }
        }
    }

    /// Calls `visit` with the streets along a line, and with those that it crosses elsewhere where the effect concerns
    /// them; returns whether there are any.
    private func forEachStreet(
        along line: DrawnLine, _ points: [PointE7], _ effect: StreetChange.Effect,
        _ visit: (EdgeID, DrawnLine.Direction) -> Void
    ) -> Bool {
        var found = false, followed: [DrawnLine.Street] = []
        forEachStreet(beside: points) { edge, street in
            guard let direction = line.direction(of: street) else { return }
            // Somebody who draws across a street draws along its zebra crossing, too, and across a square along one of
            // the lines that lead everywhere.
            let way = way(of: edge)
            if way.kind != .crossing, !way.has(.areaOutline) { followed.append(line.projected(street)) }
            visit(edge, direction)
            found = true
        }
        guard effect.concernsStreetsAcross else { return found }
        forEachStreet(across: line, points, followed) { edge, direction in
            visit(edge, direction)
            found = true
        }
        return found
    }

    /// Calls `visit` with the streets that a line crosses where it follows none of `followed`, and that do not run along
    /// it.
    private func forEachStreet(
        across line: DrawnLine, _ points: [PointE7], _ followed: [DrawnLine.Street],
        _ visit: (EdgeID, DrawnLine.Direction) -> Void
    ) {
        forEachStreet(beside: points) { edge, street in
            if line.isCrossed(by: street, awayFromStreets: followed), line.direction(of: street) == nil {
                visit(edge, .along)
            }
        }
    }

    /// Calls `visit` with the streets near the box around some points, and their points.
    private func forEachStreet(around points: [PointE7], _ visit: (EdgeID, [PointE7]) -> Void) {
        forEachEdge(near: points[...]) { visitUnlessInTunnel($0, visit) }
    }

    /// Calls `visit` with the streets near the pieces of a line, each once, and their points.
    private func forEachStreet(beside points: [PointE7], _ visit: (EdgeID, [PointE7]) -> Void) {
        var isNear = [Bool](repeating: false, count: edges.count)
        for index in points.indices.dropLast() {
            forEachEdge(near: points[index...index + 1]) { isNear[$0] = true }
        }
        for edge in isNear.indices where isNear[edge] { visitUnlessInTunnel(edge, visit) }
    }

    private func visitUnlessInTunnel(_ index: Int, _ visit: (EdgeID, [PointE7]) -> Void) {
        let edge = EdgeID(UInt32(index))
        if !way(of: edge).has(.tunnel) { visit(edge, points(of: edge)) }
    }

    private func forEachEdge(near points: ArraySlice<PointE7>, _ visit: (Int) -> Void) {
        var box = IntBox.empty
        for point in points { box.include(point) }
        guard !box.isEmpty else { return }
        // More than the tolerance in metres, in E7 units of latitude; of longitude too, but near the poles.
        let margin = Int32(DrawnLine.tolerance * 1000)
        box = IntBox(
            minX: box.minX - margin, minY: box.minY - margin, maxX: box.maxX + margin, maxY: box.maxY + margin)
        boxes.forEach(in: box, visit)
    }
}

extension StreetChange {
    /// Whether a change of an area concerns a street.
    fileprivate func concerns(_ street: [PointE7], inside ring: DrawnLine) -> Bool {
        guard case .fence(let openings) = effect else { return ring.encloses(partOf: street) }
        return ring.isCrossed(by: street, awayFrom: openings, metres: Self.openingInMetres)
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
