import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

@Suite struct SnapOptionsTests {
    /// A street of a kilometre from west to east that ends at both sides, with a short one to the north in its middle.
    private static func street(onLeft: Bool = false) throws -> StreetTown {
        var map = StreetMap()
        let side = onLeft ? "left" : "right"
        map.node("A", 0, 0)
        map.node("M", 500, 0)
        map.node("B", 1000, 0)
        map.node("N", 500, 100)
        map.way("AMB", ["highway": "residential", "name": "Long Street", "driving_side": "\(side)"])
        map.way("MN", ["highway": "residential", "name": "Short Street"])
        return try map.build()
    }

    private static func route(
        _ town: StreetTown, _ points: [(Double, Double)], _ profile: Profile = .car,
        _ change: (inout RouteQuestion) -> Void
    ) throws -> PlannedRoute {
        var question = RouteQuestion(points.map { StreetMap.coordinate($0.0, $0.1) }, profile: profile)
        question.snapOptions = points.map { _ in SnapOptions() }
        change(&question)
        var workspace = RouteWorkspace()
        return try town.engine.route(question, workspace: &workspace)
    }

    @Test func `routes leave and arrive in the requested direction`() throws {
        let town = try Self.street()
        let straight = try Self.route(town, [(200, 2), (100, 2)]) { _ in }
        #expect((straight.distanceInMetres - 100).magnitude < 1)
        // East first, to the next junction where the street ends, and back: two times 800 m more.
        let eastFirst = try Self.route(town, [(200, 2), (100, 2)]) { question in
            question.snapOptions[0].bearings = BearingRange(degrees: 90, range: 20)
        }
        #expect(eastFirst.distanceInMetres > 600)
        #expect(eastFirst.geometry[1].longitudeE7 > eastFirst.geometry[0].longitudeE7)
        let fromWest = try Self.route(town, [(200, 2), (100, 2)]) { question in
            question.snapOptions[1].bearings = BearingRange(degrees: 80, range: 20)
        }
        #expect((fromWest.distanceInMetres - 300).magnitude < 1)
        // North only on the short street.
        let north = try Self.route(town, [(200, 2), (100, 2)]) { question in
            question.snapOptions[0].bearings = BearingRange(degrees: 0, range: 45)
        }
        #expect(
            north.waypoints[0].road.name
                == (try Self.route(town, [(500, 80), (100, 2)]) { _ in }).waypoints[0].road.name)
        #expect(throws: RouteError.self) {
            try Self.route(town, [(200, 2), (100, 2)]) { question in
                question.snapOptions[0].bearings = BearingRange(degrees: 45, range: 10)
            }
        }
    }

    @Test(arguments: [UInt64(3), 4], [Profile.foot, .car])
    func `the nearest street with a bearing is the first of all that has it`(_ seed: UInt64, _ profile: Profile) throws
    {
        let town = try Grid(columns: 6, rows: 6, seed: seed).map.build(), times = town.network.layer(profile).times
        var random = SeededGenerator(seed: seed), compared = 0
        for _ in 0..<60 {
            let point = StreetMap.coordinate(random.uniform(in: 0...500), random.uniform(in: 0...500))
            let degrees = Int(random.next() % 360), range = Int(random.next() % 60)
            let all = try town.engine.nearest(point, profile: profile, count: 100)
            guard all.count < 100, let truth = first(of: all, town.network, times, degrees, range) else { continue }
            var options = SnapOptions()
            options.bearings = BearingRange(degrees: degrees, range: range)
            let found = try town.engine.nearest(point, profile: profile, count: 1, options)[0]
            #expect(found.position.distanceInMetres == truth.position.distanceInMetres)
            compared += 1
        }
        #expect(compared > 15)
    }

    /// The first position that allows one of the directions of travel; `nil` when a position before it lies at a bend,
    /// where there are two.
    private func first(
        of positions: [Waypoint], _ network: RoadNetwork, _ times: ArcTimes, _ degrees: Int, _ range: Int
    ) -> Waypoint? {
        for waypoint in positions {
            let edge = waypoint.position.edge, points = network.points(of: edge), here = waypoint.position.point
            let pieces = zip(points, points.dropFirst()).filter { tail, head in
                let detour = tail.distance(inMetresTo: here) + here.distance(inMetresTo: head)
                return detour - tail.distance(inMetresTo: head) < 0.001
            }
            guard pieces.count == 1, let drawn = Coordinate(pieces[0].0).bearing(to: Coordinate(pieces[0].1)) else {
                return nil
            }
            let fits = [(drawn, edge.forward), (drawn + 180, edge.backward)].contains { bearing, arc in
                let apart = abs(bearing.rounded() - Double(degrees)).truncatingRemainder(dividingBy: 360)
                return times[arc.rawValue] != .max && min(apart, 360 - apart) <= Double(range)
            }
            if fits { return waypoint }
        }
        return nil
    }

    @Test(arguments: [false, true])
    func `vehicles stop at the curb where the point lies, or across the street`(_ onLeft: Bool) throws {
        let town = try Self.street(onLeft: onLeft)
        func length(to north: Double, _ profile: Profile, _ approach: SnapOptions.Approach?) throws -> Double {
            // The same street in a mirror.
            let side = onLeft ? -1.0 : 1
            return try Self.route(town, [(100, 2), (400, north * side)], profile) {
                $0.snapOptions[1].approach = approach
            }
            .distanceInMetres
        }
        for profile in [Profile.car, .bicycle] {
            #expect((try length(to: -10, profile, .curb) - 300).magnitude < 1)
            // On the other side: to the end of a street and back.
            #expect(try length(to: 10, profile, .curb) > 500)
            #expect(try length(to: -10, profile, .opposite) > 500)
            #expect((try length(to: 10, profile, .opposite) - 300).magnitude < 1)
            #expect((try length(to: 10, profile, nil) - 300).magnitude < 1)
            #expect((try length(to: 0, profile, .curb) - 300).magnitude < 1)
        }
        #expect((try length(to: 10, .foot, .curb) - 300).magnitude < 1)
    }

    @Test func `each point has its own limit`() throws {
        let town = try Self.street()
        let points = [(100.0, 20.0), (400.0, 20.0)]
        #expect(throws: RouteError.noRoadNear(point: 1, nearestInMetres: nil)) {
            do {
                _ = try Self.route(town, points) { $0.snapOptions[1].limitInMetres = 10 }
            } catch RouteError.noRoadNear(let point, _) {
                throw RouteError.noRoadNear(point: point, nearestInMetres: nil)
            }
        }
        #expect(try Self.route(town, points) { $0.snapOptions[1].limitInMetres = 30 }.legs.count == 1)
    }

    @Test(arguments: Profile.allCases)
    func `hints change nothing, from any source`(_ profile: Profile) throws {
        let town = try Grid(columns: 8, rows: 8, seed: 11).map.build()
        let other = try Grid(columns: 8, rows: 8, seed: 12).map.build()
        var random = SeededGenerator(seed: 11), workspace = RouteWorkspace(), taken = 0
        for _ in 0..<60 {
            let points = (0..<2).map { _ in
                StreetMap.coordinate(random.uniform(in: 0...700), random.uniform(in: 0...700))
            }
            func answer(_ hints: [PositionHint?]) throws -> [UInt8]? {
                var question = RouteQuestion(points, profile: profile)
                question.snapOptions = hints.map { hint in
                    var options = SnapOptions()
                    options.hint = hint
                    return options
                }
                guard let route = try? town.engine.route(question, workspace: &workspace) else { return nil }
                return OSRMRouteJSON.write(route, OSRMOptions(), town.engine)
            }
            guard let truth = try answer([nil, nil]),
                let route = try? town.engine.route(RouteQuestion(points, profile: profile), workspace: &workspace)
            else { continue }
            let hints = route.waypoints.map { PositionHint(PositionHint(for: $0).text) }
            #expect(hints.allSatisfy { $0 != nil })
            #expect(try answer(hints) == truth)
            #expect(try answer([hints[1], hints[0]]) == truth)
            let strange = try other.engine.nearest(points[0], profile: profile)[0]
            #expect(try answer([PositionHint(for: strange), nil]) == truth)
            let forged = (0..<32).map { _ in "0123456789abcdef".randomElement(using: &random)! }
            let known = Array(PositionHint(for: route.waypoints[0]).text.prefix(8)) + forged.dropFirst(8)
            for text in [forged, known] { #expect(try answer([PositionHint(String(text)), nil]) == truth) }
            taken += 1
        }
        #expect(taken > 30)
        for text in ["", "x", String(repeating: "g", count: 32), String(repeating: "F", count: 32), "0123"] {
            #expect(PositionHint(text) == nil)
        }
    }
}

@Suite struct PassingTests {
    @Test(arguments: [UInt64(1), 2, 3], [Profile.car, .bicycle, .foot])
    func `going straight on at a point is the quicker of its two directions`(_ seed: UInt64, _ profile: Profile) throws
    {
        let town = try Grid(columns: 8, rows: 8, seed: seed).map.build()
        var random = SeededGenerator(seed: seed), workspace = RouteWorkspace(), compared = 0, longer = 0
        for _ in 0..<60 {
            let points = (0..<3).map { _ in
                StreetMap.coordinate(random.uniform(in: 0...700), random.uniform(in: 0...700))
            }
            func route(_ points: [Coordinate], _ change: (inout RouteQuestion) -> Void) -> PlannedRoute? {
                var question = RouteQuestion(points, profile: profile)
                question.snapOptions = points.map { _ in SnapOptions() }
                change(&question)
                return try? town.engine.route(question, workspace: &workspace)
            }
            func ends(_ route: PlannedRoute) -> [PointE7] { route.waypoints.map { $0.position.point } }
            guard let free = route(points, { $0.goesStraight = false }),
                let found = route(points, { $0.goesStraight = true }), ends(found) == ends(free),
                // At a junction many streets are one place.
                (1..<65_535).contains(free.waypoints[1].position.fraction)
            else { continue }
            let truth = [45, 225].compactMap { degrees -> Int64? in
                // Either direction of the street where the point is: each half of the compass has one.
                let half = BearingRange(degrees: degrees, range: 90)
                guard let first = route([points[0], points[1]], { $0.snapOptions[1].bearings = half }),
                    let second = route([points[1], points[2]], { $0.snapOptions[0].bearings = half }),
                    ends(first) + ends(second).dropFirst() == ends(free), ends(second)[0] == ends(free)[1]
                else { return nil }
                return first.timeMillis + second.timeMillis
            }.min()
            guard let truth else { continue }
            #expect(found.timeMillis == truth)
            #expect(found.timeMillis >= free.timeMillis)
            compared += 1
            if found.timeMillis > free.timeMillis { longer += 1 }
            #expect(route(points) { _ in }?.timeMillis == (profile == .car ? found : free).timeMillis)
        }
        #expect(compared > 20 && longer > 0)
    }

    @Test(arguments: Profile.allCases)
    func `points passed without a word end no leg`(_ profile: Profile) throws {
        let town = try Grid(columns: 8, rows: 8, seed: 5).map.build()
        var random = SeededGenerator(seed: 5), workspace = RouteWorkspace(), compared = 0
        for _ in 0..<40 {
            var question = RouteQuestion(
                (0..<5).map { _ in StreetMap.coordinate(random.uniform(in: 0...700), random.uniform(in: 0...700)) },
                profile: profile)
            question.goesStraight = true
            guard let all = try? town.engine.route(question, workspace: &workspace) else { continue }
            question.stops = [0, 3, 4]
            let some = try town.engine.route(question, workspace: &workspace)
            #expect(some.legs.count == 2 && some.waypoints.count == 3)
            #expect(some.geometry == all.geometry && some.timeMillis == all.timeMillis)
            #expect(some.lengthMillimetres == all.lengthMillimetres)
            #expect(some.waypoints.map { $0.position.point } == [0, 3, 4].map { all.waypoints[$0].position.point })
            for leg in some.legs {
                #expect(leg.steps.count { $0.maneuver.kind == .arrive } == 1)
                #expect(leg.steps.reduce(0) { $0 + $1.lengthMillimetres } == leg.lengthMillimetres)
                #expect(zip(leg.spans, leg.spans.dropFirst()).allSatisfy { $0.lastPoint == $1.firstPoint })
            }
            compared += 1
        }
        #expect(compared > 10)
    }
}
