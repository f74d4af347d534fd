import Atlas
import GeoCore

/// Turns a leg's spans into steps: decides which corners need an instruction, and which instruction.
struct StepBuilder {
    let network: RoadNetwork
    let profile: Profile
    let geometry: [PointE7]

    /// An unfinished step: from its first span to the last before the next step.
    struct Draft {
        var maneuver: Maneuver
        /// The change of direction in degrees, clockwise, −180 ... 180.
        var turn = 0.0
        var firstSpan: Int
        var road: RoadName
        var climb: LevelChange?

        /// Whether it always gets an instruction.
        var isAlwaysAnnounced: Bool { road.isAlwaysAnnounced || climb != nil }
    }

    /// Returns the steps of a leg, from `depart` to `arrive`. `goal` is the requested point, which may lie off the
    /// street; `stop` is its number if the route continues from there.
    func steps(for spans: [RouteSpan], goal: Coordinate, stop: Int? = nil) -> [RouteStep] {
        let network = network  // Held once, because all workers share its reference count.
        let roads = spans.map { RoadName($0.arc.edge, in: network, for: profile) }
        let joined = StepJoining(spans, roads, profile).joined(drafts(for: spans, roads, network))
        var steps = joined.drafts.enumerated().map { position, draft in
            let next = position + 1, end = next < joined.drafts.count ? joined.drafts[next].firstSpan : spans.count
            return step(draft, spans[draft.firstSpan..<end], roads[draft.firstSpan..<end])
        }
        var arrival = arrival(spans[spans.count - 1], roads[roads.count - 1], goal: goal)
        arrival.maneuver.stop = stop
        // From the corner that is left out, the goal lies on one side.
        if let corner = joined.lastCorner {
            arrival.maneuver.turn = side(
                of: goal, at: Coordinate(corner.location), heading: Double(corner.bearingBefore))
        }
        steps.append(arrival)
        return steps
    }

    /// Returns a draft for the departure, and one for each corner that may need an instruction.
    private func drafts(for spans: [RouteSpan], _ roads: [RoadName], _ network: RoadNetwork) -> [Draft] {
        let climbs = LevelChanges(network, spans, roads, geometry)
        // On foot, a roundabout is an ordinary street.
        let isRing = roads.map { profile.isVehicle && $0.isRoundabout }
        var drafts = [
            Draft(maneuver: departure(spans[0]), firstSpan: 0, road: roads[0], climb: climbs.stairs(from: 0))
        ]
        var index = 1
        while index < spans.count {
            // A continuing street has no corner, and most spans end like that.
            if roads[index] == roads[index - 1],
                network.arcs(leaving: network.head(of: spans[index - 1].arc)).count < 3,
                climbs.lift(before: index) == nil, !climbs.turnsRound(at: index)
            {
                index += 1
                continue
            }
            // From the door of stairs to the next, there is one way to go.
            if roads[index].isShaft, roads[index] == roads[index - 1], !climbs.turnsRound(at: index) {
                index += 1
                continue
            }
            let corner = Corner(arriving: spans[index - 1].arc, leaving: spans[index].arc, in: network, profile)
            switch (isRing[index - 1], isRing[index]) {
            case (false, true):
                index = appendRoundabout(from: index, corner, spans, roads, &drafts)
                continue
            case (true, false):
                // The route began on the roundabout.
                let around = Roundabout(enteredBy: spans[index - 1].arc, in: network, profile)
                drafts.append(exit(corner, of: around, number: nil, index, roads))
            case (true, true): break
            case (false, false):
                if let draft = draft(of: corner, at: index, roads, climbs) { drafts.append(draft) }
            }
            index += 1
        }
        return drafts
    }

    /// Returns the draft of a corner outside roundabouts; `nil` if it needs no instruction.
    private func draft(of corner: Corner, at index: Int, _ roads: [RoadName], _ climbs: LevelChanges) -> Draft? {
        if let lift = climbs.lift(before: index) {
            return Draft(
                maneuver: Maneuver(.notification, corner), turn: corner.turn, firstSpan: index, road: roads[index],
                climb: lift)
        }
        let kind: Maneuver.Kind? =
            climbs.turnsRound(at: index)
            ? .notification : Maneuver.Kind(at: corner, from: roads[index - 1], to: roads[index], profile)
        guard let kind else { return nil }
        return Draft(
            maneuver: Maneuver(kind, corner), turn: corner.turn, firstSpan: index, road: roads[index],
            climb: climbs.stairs(from: index))
    }

    private func departure(_ span: RouteSpan) -> Maneuver {
        let after = bearing(from: span.firstPoint, forward: true)
        return Maneuver(
            kind: .depart, turn: nil, bearingBefore: 0, bearingAfter: Corner.whole(after),
            location: geometry[span.firstPoint], exit: nil,
            intersection: Maneuver.Intersection(
                streets: [.init(bearing: Corner.whole(after), canEnter: true)], from: nil, to: 0))
    }

    private func arrival(_ span: RouteSpan, _ road: RoadName, goal: Coordinate) -> RouteStep {
        let before = bearing(from: span.lastPoint, forward: false), end = geometry[span.lastPoint]
        let maneuver = Maneuver(
            kind: .arrive, turn: side(of: goal, at: Coordinate(end), heading: before),
            bearingBefore: Corner.whole(before), bearingAfter: 0, location: end, exit: nil,
            intersection: Maneuver.Intersection(
                streets: [.init(bearing: Corner.whole(Corner.opposite(before)), canEnter: true)], from: 0, to: nil))
        return RouteStep(
            maneuver: maneuver, road: road, lengthMillimetres: 0, timeMillis: 0, firstPoint: span.lastPoint,
            lastPoint: span.lastPoint, passesBridge: false, passesTunnel: false)
    }

    /// Returns the side of the street on which the goal lies; `nil` if it is nearer than 3 m or straight ahead.
    private func side(of goal: Coordinate, at end: Coordinate, heading: Double) -> Turn? {
        guard end.distance(inMetresTo: goal) >= 3, let bearing = end.bearing(to: goal) else { return nil }
        let angle = Corner.difference(from: heading, to: bearing)
        return angle > 20 && angle < 160 ? .right : angle < -20 && angle > -160 ? .left : nil
    }

    /// Returns the direction of travel at a point of the line: to the next different point, or from the previous one.
    private func bearing(from index: Int, forward: Bool) -> Double {
        let here = Coordinate(geometry[index])
        if forward {
            for other in geometry.indices[(index + 1)...] where geometry[other] != geometry[index] {
                return here.bearing(to: Coordinate(geometry[other])) ?? 0
            }
        } else {
            for other in geometry.indices[..<index].reversed() where geometry[other] != geometry[index] {
                return Coordinate(geometry[other]).bearing(to: here) ?? 0
            }
        }
        return 0
    }

    /// Appends a step for the ring and a step for the street after it; a single step if the roundabout is as simple as
    /// a crossing.
    ///
    /// Exit numbers count all exits up to the route's own. Returns the index of the span to continue from.
    private func appendRoundabout(
        from first: Int, _ entry: Corner, _ spans: [RouteSpan], _ roads: [RoadName], _ drafts: inout [Draft]
    ) -> Int {
        var number = entry.hasExit(before: spans[first].arc, in: network) ? 2 : 1, index = first + 1
        while index < spans.count, roads[index].isRoundabout {
            let arms = Corner.arms(at: network.head(of: spans[index - 1].arc), in: network, profile)
            if arms.contains(where: { $0.canEnter && !network.way(of: $0.arc.edge).has(.roundabout) }) { number += 1 }
            index += 1
        }
        let around = Roundabout(enteredBy: spans[first].arc, in: network, profile)
        var ring = Draft(
            maneuver: Maneuver(.roundabout, entry), turn: entry.turn, firstSpan: first, road: roads[first])
        if around.sort == .rotary {
            ring.maneuver.kind = .rotary
            ring.maneuver.rotaryName = around.name
        }
        guard index < spans.count else {
            drafts.append(ring)
            return index
        }
        ring.maneuver.exit = number
        ring.road = roads[index]
        let corner = Corner(arriving: spans[index - 1].arc, leaving: spans[index].arc, in: network, profile)
        if around.sort == .crossing {
            ring.turn = Corner.difference(from: entry.bearingBefore, to: corner.bearingAfter)
            ring.maneuver.kind = .roundaboutTurn
            ring.maneuver.turn = Turn(degrees: ring.turn)
            drafts.append(ring)
        } else {
            drafts += [ring, exit(corner, of: around, number: number, index, roads)]
        }
        return index + 1
    }

    private func exit(
        _ corner: Corner, of around: Roundabout, number: Int?, _ span: Int, _ roads: [RoadName]
    ) -> Draft {
        var maneuver = Maneuver(around.sort == .rotary ? .exitRotary : .exitRoundabout, corner)
        maneuver.exit = number
        return Draft(maneuver: maneuver, turn: corner.turn, firstSpan: span, road: roads[span])
    }

    private func step(
        _ draft: Draft, _ spans: ArraySlice<RouteSpan>, _ roads: ArraySlice<RoadName>
    ) -> RouteStep {
        var bridge: Int64 = 0, tunnel: Int64 = 0, length: Int64 = 0, time: Int64 = 0
        for (span, road) in zip(spans, roads) {
            length += Int64(span.lengthMillimetres)
            time += Int64(span.timeMillis)
            if road.isBridge { bridge += Int64(span.lengthMillimetres) }
            if road.isTunnel { tunnel += Int64(span.lengthMillimetres) }
        }
        return RouteStep(
            maneuver: draft.maneuver,
            road: draft.road.isNamed || draft.road.isAlwaysAnnounced ? draft.road : Self.longestKind(spans, roads),
            lengthMillimetres: length, timeMillis: time, firstPoint: spans[spans.startIndex].firstPoint,
            lastPoint: spans[spans.endIndex - 1].lastPoint, passesBridge: bridge >= Self.worthMentioning,
            passesTunnel: tunnel >= Self.worthMentioning, climb: draft.climb)
    }

    /// Shorter bridges and tunnels are not mentioned, in millimetres.
    private static let worthMentioning: Int64 = 15_000

    /// Returns the kind with the longest part of an unnamed stretch.
    private static func longestKind(_ spans: ArraySlice<RouteSpan>, _ roads: ArraySlice<RoadName>) -> RoadName {
        var lengths = [Int64](repeating: 0, count: RoadClass.allCases.count)
        for (span, road) in zip(spans, roads) where !road.isNamed {
            lengths[Int(road.kind.rawValue)] += Int64(span.lengthMillimetres)
        }
        var best = roads[roads.startIndex]
        for road in roads where !road.isNamed && lengths[Int(road.kind.rawValue)] > lengths[Int(best.kind.rawValue)] {
            best = road
        }
        return best
    }
}

extension Maneuver {
    /// Makes the maneuver of a corner.
    init(_ kind: Kind, _ corner: Corner) {
        self.init(
            kind: kind, turn: Turn(degrees: corner.turn), bearingBefore: Corner.whole(corner.bearingBefore),
            bearingAfter: Corner.whole(corner.bearingAfter), location: corner.location, exit: nil,
            intersection: corner.intersection)
    }
}
