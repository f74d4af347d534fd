import Atlas
import GeoCore

/// Finds the level changes of a route: at lifts, and on stairs.
struct LevelChanges {
    private let network: RoadNetwork
    private let spans: [RouteSpan]
    private let roads: [RoadName]

    init(_ network: RoadNetwork, _ spans: [RouteSpan], _ roads: [RoadName]) {
        self.network = network
        self.spans = spans
        self.roads = roads
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

    /// Returns the level change of stairs or an escalator that begins with a span; `nil` for other ways, and if the
    /// data lacks it.
    func stairs(from index: Int) -> LevelChange? {
        let kind = roads[index].displayKind
        guard kind == .stairs || kind == .stairRamp || kind == .escalator || kind == .elevator else { return nil }
        var end = index
        while end < roads.count, roads[end].displayKind == kind { end += 1 }
        let before = index > 0 ? roads[index - 1].level : nil, after = end < roads.count ? roads[end].level : nil
        var change = LevelChange(level: after, sign: end < roads.count ? roads[end].sign : .empty)
        if let before, let after, before != after {
            change.isUp = after > before
        } else {
            change.isUp = rise(of: spans[index].arc)
            if before == after { change.level = nil }
        }
        return change.isUp == nil && change.level == nil ? nil : change
    }

    private func rise(of arc: ArcID) -> Bool? {
        switch network.chairFacts[network.wayMarks[arc.edge.rawValue]].rise {
        case .unknown: nil
        case .up: !arc.isBackward
        case .down: arc.isBackward
        }
    }
}
