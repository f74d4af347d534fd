import Atlas

/// Adds up the properties of a route's streets and junctions for wheelchairs.
struct WheelchairSurvey {
    private let network: RoadNetwork
    private let times: ArcTimes
    private(set) var accepted = WheelchairReport.Amounts()
    private(set) var unknown = WheelchairReport.Amounts()
    /// The obstacles that wheelchairs cannot pass.
    private(set) var impassable = WheelchairReport.Amounts()

    init(_ network: RoadNetwork) {
        self.network = network
        times = network.layer(.wheelchair).times
    }

    /// Adds a leg. Consecutive stretches of one kind count as one.
    mutating func add(_ spans: [RouteSpan]) {
        var before = Seen()
        for (index, span) in spans.enumerated() {
            let length = Int64(span.lengthMillimetres)
            if length > 0 {
                let seen = self.seen(on: span.arc)
                count(seen.accepted, before.accepted, length, &accepted)
                count(seen.unknown, before.unknown, length, &unknown)
                count(seen.impassable, before.impassable, length, &impassable)
                before = seen
            }
            if index > 0 { pass(from: spans[index - 1].arc, onto: span.arc) }
        }
    }

    /// Obstacles as bit masks.
    private struct Seen {
        var accepted: UInt8 = 0
        var unknown: UInt8 = 0
        var impassable: UInt8 = 0
    }

    private func seen(on arc: ArcID) -> Seen {
        let way = network.wayMarks[arc.edge.rawValue], facts = network.chairFacts[way]
        var seen = Seen()
        if times[arc.rawValue] == .max {
            // The first reason that applies.
            let cause: WheelchairReport.Obstacle =
                if facts.has(.stairs) { .steps } else if facts.has(.refused) { .stated } else if facts.has(.conveying) {
                    .conveying
                } else if facts.slope == .tooSteep { .slope } else if facts.has(.narrow) {
                    .width
                } else if facts.ground == .impassable { .ground } else { .barriers }
            seen.impassable = bit(cause)
            return seen
        }
        if facts.has(.stairs) { seen.accepted |= bit(.steps) }
        if facts.has(.conveying) { seen.accepted |= bit(.conveying) }
        if facts.has(.limited) { seen.accepted |= bit(.stated) }
        if facts.has(.narrow) { seen.accepted |= bit(.width) }
        switch facts.ground {
        case .unknown: seen.unknown |= bit(.ground)
        case .rough, .impassable: seen.accepted |= bit(.ground)
        case .even: break
        }
        switch facts.slope {
        case .unknown: seen.unknown |= bit(.slope)
        case .steep, .tooSteep: seen.accepted |= bit(.slope)
        case .gentle: break
        }
        return seen
    }

    private mutating func pass(from arc: ArcID, onto next: ArcID) {
        let node = network.tail(of: next)
        let kerb = Kerb(rawValue: network.kerbs[node]) ?? .none
        if network.isBlocked(node, for: .wheelchair) {
            impassable[kerb == .raised ? .kerbs : .barriers].count += 1
        } else if kerb == .rolled || kerb == .raised {
            accepted[.kerbs].count += 1
        } else if kerb == .unknown, isWalkway(arc) || isWalkway(next) {
            // A user who stays on the carriageway passes no kerb.
            unknown[.kerbs].count += 1
        }
    }

    private func isWalkway(_ arc: ArcID) -> Bool { network.way(of: arc.edge).kind.isWalkway }

    private func bit(_ obstacle: WheelchairReport.Obstacle) -> UInt8 { 1 << obstacle.rawValue }

    private func count(_ mask: UInt8, _ before: UInt8, _ length: Int64, _ amounts: inout WheelchairReport.Amounts) {
        guard mask != 0 else { return }
        for obstacle in WheelchairReport.Obstacle.allCases where mask & bit(obstacle) != 0 {
            amounts[obstacle].millimetres += length
            if before & bit(obstacle) == 0 { amounts[obstacle].count += 1 }
        }
    }
}
