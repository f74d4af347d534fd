import Atlas
import GeoCore

/// Finds the level changes of a route: at lifts, and on stairs.
struct LevelChanges {
    private let network: RoadNetwork
    private let spans: [RouteSpan]
    private let roads: [RoadName]
    private let geometry: [PointE7]

    init(_ network: RoadNetwork, _ spans: [RouteSpan], _ roads: [RoadName], _ geometry: [PointE7]) {
        self.network = network
        self.spans = spans
        self.roads = roads
        self.geometry = geometry
    }

    /// A level, and what the signs call it.
    private struct Floor {
        var level: Level
        var sign: StringID
    }

    /// Returns the lift at the junction before a span. If the level stays the same, the route only passes the lift's
    /// door. A way without a level is on the ground.
    func lift(before index: Int) -> LevelChange? {
        guard network.kerbs[network.tail(of: spans[index].arc)] == Kerb.lift.rawValue else { return nil }
        // A lift with ways of its own is a street.
        guard !roads[index - 1].isShaft, !roads[index].isShaft else { return nil }
        let (from, to) = (roads[index - 1].level, roads[index].level)
        guard from != nil || to != nil else { return LevelChange(isLift: true) }
        let level = to ?? .ground, before = from ?? .ground
        return level == before
            ? nil : LevelChange(isLift: true, isUp: level > before, level: level, sign: roads[index].sign)
    }

    /// Returns the level change of stairs or an escalator that begins with a span, up to where they turn round; `nil`
    /// for other ways, and if the data lacks it.
    func stairs(from index: Int) -> LevelChange? {
        guard climbs(index) else { return nil }
        var end = index + 1
        while isSameClimb(end), !turnsRound(at: end) { end += 1 }
        let before = floor(before: index), after = floor(after: end - 1)
        var change = LevelChange(level: after?.level, sign: after?.sign ?? .empty)
        if let before, let after {
            if before.level != after.level { change.isUp = after.level > before.level } else { change.isLevel = true }
        }
        if change.isUp == nil, !(change.isLevel && roads[index].isShaft) { change.isUp = rise(of: spans[index].arc) }
        return change.isUp == nil && change.level == nil ? nil : change
    }

    /// Whether stairs that lead down to the junction before a span lead up from there, or the other way round.
    func turnsRound(at index: Int) -> Bool {
        guard isSameClimb(index), !isLanding(index), let here = floor(atTailOf: index)?.level else { return false }
        var first = index - 1
        while isSameClimb(first), index - first < Self.mostParts, isUnchanged(from: here, floor(atTailOf: first)) {
            first -= 1
        }
        var last = index
        while isSameClimb(last + 1), last - index < Self.mostParts, isUnchanged(from: here, floor(atTailOf: last + 1)) {
            last += 1
        }
        guard let before = floor(before: first)?.level, let after = floor(after: last)?.level else { return false }
        return before != here && after != here && (before < here) == (after < here)
    }

    /// More than stairs have between two levels: it bounds the search along stairs that no building has.
    private static let mostParts = 64

    private func isUnchanged(from level: Level, _ floor: Floor?) -> Bool { floor.map { $0.level == level } ?? true }

    /// Whether the junction before a span is inside a stairwell: people turn round at its door.
    private func isLanding(_ index: Int) -> Bool {
        let parts = [spans[index - 1], spans[index]].map { network.level(of: $0.arc.edge) }
        return parts.allSatisfy { $0.kind == .shaft } && (parts[0].level == nil) != (parts[1].level == nil)
    }

    /// Whether a span is of stairs, an escalator or a lift.
    private func climbs(_ index: Int) -> Bool {
        switch roads[index].displayKind {
        case .stairs, .stairRamp, .escalator, .elevator: true
        default: false
        }
    }

    /// Whether a span continues the stairs of the span before it.
    private func isSameClimb(_ index: Int) -> Bool {
        roads.indices.contains(index) && index > 0 && climbs(index)
            && roads[index - 1].displayKind == roads[index].displayKind
    }

    /// Returns the floor from which the stairs of a span lead.
    private func floor(before index: Int) -> Floor? {
        guard index > 0 else { return floor(atEnd: spans[0], network.tail(of: spans[0].arc), spans[0].firstPoint) }
        return floor(of: roads[index - 1]) ?? floor(atTailOf: index)
    }

    /// Returns the floor to which the stairs of a span lead.
    private func floor(after index: Int) -> Floor? {
        let span = spans[index]
        guard index + 1 < spans.count else { return floor(atEnd: span, network.head(of: span.arc), span.lastPoint) }
        return floor(of: roads[index + 1]) ?? floor(atTailOf: index + 1)
    }

    private func floor(of road: RoadName) -> Floor? { road.level.map { Floor(level: $0, sign: road.sign) } }

    private func floor(atTailOf index: Int) -> Floor? { floor(at: network.tail(of: spans[index].arc)) }

    /// Returns the floor at an end of the route, which may lie within stairs.
    private func floor(atEnd span: RouteSpan, _ node: UInt32, _ point: Int) -> Floor? {
        if let level = network.level(of: span.arc.edge).level {
            return Floor(level: level, sign: network.signs[span.arc.edge])
        }
        return geometry[point] == network.points[node] ? floor(at: node) : nil
    }

    /// Returns the only level of the edges that meet at a junction; `nil` if they have none, or several.
    private func floor(at node: UInt32) -> Floor? {
        var floor: Floor?
        for index in network.arcs(leaving: node) {
            let edge = ArcID(network.outArcs[index]).edge
            guard let level = network.level(of: edge).level else { continue }
            if let floor, floor.level != level { return nil }
            if floor?.sign.isEmpty ?? true { floor = Floor(level: level, sign: network.signs[edge]) }
        }
        return floor
    }

    private func rise(of arc: ArcID) -> Bool? {
        switch network.chairFacts[network.wayMarks[arc.edge.rawValue]].rise {
        case .unknown: nil
        case .up: !arc.isBackward
        case .down: arc.isBackward
        }
    }
}
