import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

@Suite struct SearchTests {
    @Test(arguments: Profile.allCases, [UInt64(1), 2, 3])
    func `routes take as long as plain Dijkstra says, on random towns`(_ profile: Profile, _ seed: UInt64) throws {
        let map = Grid(columns: 14, rows: 11, seed: seed).map
        let town = try map.build()
        var random = SeededGenerator(seed: seed)
        let plain = PlainNetwork(map.data, profile)
        #expect(plain.faults(of: town.network) == [])
        if !profile.isVehicle {
            let report = RoutingCheck.run(town.engine, against: plain, sources: 25, targets: 25, using: &random)
            #expect(report.faults == [])
            #expect(report.compared > 100)
        }
        let turns = PlainTurns(town.engine.graph(profile))
        let report = RoutingCheck.run(town.engine, against: turns, sources: 25, targets: 25, using: &random)
        #expect(report.faults == [])
        #expect(report.compared > 100)
    }

    @Test(arguments: Profile.allCases)
    func `the comparison with plain Dijkstra finds a wrong speed`(_ profile: Profile) throws {
        // The same town, with one kind of street swapped for another in the data it is compared with.
        let town = try Grid(columns: 8, rows: 8, seed: 4, density: 1).map.build()
        var other = Grid(columns: 8, rows: 8, seed: 4, density: 1).map.data
        let steps = other.tags.strings.firstIndex(of: "residential")!
        other.tags.strings[steps] = "steps"
        let plain = PlainNetwork(other, profile)
        #expect(!plain.faults(of: town.network).isEmpty)
        guard !profile.isVehicle else { return }
        var random = SeededGenerator(seed: 9)
        let report = RoutingCheck.run(town.engine, against: plain, sources: 10, targets: 10, using: &random)
        #expect(!report.faults.isEmpty)
    }

    @Test func `both ends on one edge are joined along it, in either order`() throws {
        let town = try straight(oneway: false)
        let points = [StreetMap.coordinate(100, 3), StreetMap.coordinate(400, -3)]
        #expect((try town.route(points, .car).distanceInMetres - 300).magnitude < 0.1)
        #expect((try town.route(points.reversed(), .car).distanceInMetres - 300).magnitude < 0.1)
    }

    @Test func `both ends on a one-way edge against its direction go round the block`() throws {
        let town = try straight(oneway: true)
        let points = [StreetMap.coordinate(100, 3), StreetMap.coordinate(400, -3)]
        #expect((try town.route(points, .car).distanceInMetres - 300).magnitude < 0.1)
        // 100 m to the end are behind; round the block of 500 m × 100 m.
        #expect((try town.route(points.reversed(), .car).distanceInMetres - (1200 - 300)).magnitude < 0.1)
        #expect((try town.route(points.reversed(), .foot).distanceInMetres - 300).magnitude < 0.1)
    }

    @Test func `round the block can be quicker than along a slow edge`() throws {
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 100, 0), ("C", 100, 5), ("D", 0, 5)] {
            map.node(Character(name), east, north)
        }
        map.way("AB", ["highway": "residential", "maxspeed": "1"])
        map.way("BCDA", ["highway": "primary", "maxspeed": "100"])
        let town = try map.build()
        let route = try town.route([StreetMap.coordinate(1, 0), StreetMap.coordinate(99, 0)], .car)
        #expect((route.distanceInMetres - 112).magnitude < 0.2)
    }

    @Test func `a route uses a slow edge when it may not go round the block`() throws {
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 100, 0), ("C", 100, 5), ("D", 0, 5)] {
            map.node(Character(name), east, north)
        }
        let slow = map.way("AB", ["highway": "residential", "maxspeed": "1"])
        let round = map.way("BCDA", ["highway": "primary", "maxspeed": "100"])
        for via in "AB" {
            map.restriction(
                from: [slow], via: via, to: [round], ["type": "restriction", "restriction": "no_left_turn"])
        }
        let town = try map.build()
        let points = [StreetMap.coordinate(1, 0), StreetMap.coordinate(99, 0)]
        for points in [points, points.reversed()] {
            #expect((try town.route(points, .car).distanceInMetres - 98).magnitude < 0.2)
        }
    }

    @Test func `a start on its destination is no distance away and still has a line`() throws {
        let town = try straight(oneway: true)
        let route = try town.route([StreetMap.coordinate(250, 0), StreetMap.coordinate(250, 0)], .car)
        #expect(route.lengthMillimetres == 0)
        #expect(route.geometry.count == 2)
        #expect(route.legs[0].steps.map { $0.maneuver.kind } == [.depart, .arrive])
    }

    @Test func `a barrier stops the profiles it bars, which may still go up to it from either side`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 100, 0, ["barrier": "bollard"])
        map.node("C", 200, 0)
        map.node("D", 200, 300)
        map.node("E", 0, 300)
        map.way("ABC", ["highway": "residential"])
        map.way("CDEA", ["highway": "residential"])
        let town = try map.build()
        #expect((try town.route("AC", .foot).distanceInMetres - 200).magnitude < 0.1)
        #expect((try town.route("AC", .car).distanceInMetres - 800).magnitude < 0.1)
        #expect((try town.route("AB", .car).distanceInMetres - 100).magnitude < 0.1)
        #expect((try town.route("BC", .car).distanceInMetres - 100).magnitude < 0.1)
        // Past the bollard by half a metre.
        let points = [map.coordinate("A"), StreetMap.coordinate(101, 0)]
        #expect((try town.route(points, .car).distanceInMetres - 899).magnitude < 0.2)
    }

    @Test func `points to pass are passed in their order`() throws {
        let town = try straight(oneway: false)
        let points = [100.0, 400, 200].map { StreetMap.coordinate($0, 0) }
        let route = try town.route(points)
        #expect(route.legs.map { ($0.distanceInMetres / 100).rounded() } == [3, 2])
        #expect(route.waypoints.count == 3)
        #expect((route.distanceInMetres - 500).magnitude < 0.2)
    }

    @Test func `the line of a route is as long as the route, and each step's part as long as the step`() throws {
        let map = Grid(columns: 10, rows: 10, seed: 8).map
        let town = try map.build()
        let corners = Grid(columns: 10, rows: 10, seed: 8).corners
        var routes = 0
        for end in stride(from: 3, to: 100, by: 7) {
            let stops = [corners[0], corners[end], corners[99 - end]], route: PlannedRoute
            do throws(RouteError) { route = try town.route(String(stops)) } catch {
                guard case .noRoute(let leg, _) = error else { throw error }
                #expect(!reaches(stops[leg + 1], from: stops[leg], town))
                continue
            }
            routes += 1
            #expect((length(route.geometry[...]) - route.distanceInMetres).magnitude < 0.2)
            for leg in route.legs {
                for step in leg.steps {
                    let line = route.geometry[step.firstPoint...step.lastPoint]
                    #expect((length(line) - step.distanceInMetres).magnitude < 0.2)
                }
                #expect(leg.steps.reduce(0) { $0 + $1.lengthMillimetres } == leg.lengthMillimetres)
                #expect(leg.steps.reduce(0) { $0 + $1.timeMillis } == leg.timeMillis)
            }
        }
        #expect(routes > 5)
    }

    @Test func `one workspace serves towns of any size, one after the other`() throws {
        var workspace = RouteWorkspace()
        for columns in [4, 12, 3, 12] {
            let map = Grid(columns: columns, rows: columns, seed: 2, density: 1).map
            let town = try map.build()
            let corners = Grid(columns: columns, rows: columns, seed: 2, density: 1).corners
            let request = RouteQuestion([corners[1], corners[columns * 2]].map { map.coordinate($0) }, profile: .foot)
            let fresh = try town.route(String([corners[1], corners[columns * 2]]))
            #expect(try town.engine.route(request, workspace: &workspace).timeMillis == fresh.timeMillis)
        }
    }

    private func length(_ line: ArraySlice<PointE7>) -> Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(inMetresTo: $1.1) }
    }

    /// Whether a walker gets from one corner to another, found by an exhaustive search.
    private func reaches(_ end: Character, from start: Character, _ town: StreetTown) -> Bool {
        let network = town.network, times = network.layer(.foot).times
        func node(_ name: Character) -> UInt32 {
            let point = PointE7(town.map.coordinate(name))
            return UInt32(network.points.indices.first { network.points[$0] == point }!)
        }
        var isReached = [Bool](repeating: false, count: network.points.count), open = [node(start)]
        while let here = open.popLast() {
            guard !isReached[Int(here)] else { continue }
            isReached[Int(here)] = true
            guard here == node(start) || network.nodeFlags[here] & ProfileSet(.foot).rawValue == 0 else { continue }
            for arc in 0..<UInt32(network.edges.count * 2) where times[arc] != .max {
                if network.tail(of: ArcID(arc)) == here { open.append(network.head(of: ArcID(arc))) }
            }
        }
        return isReached[Int(node(end))]
    }

    /// A street of 500 m, and a two-way block of 100 m beside it.
    private func straight(oneway: Bool) throws -> StreetTown {
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 500, 0), ("C", 500, 100), ("D", 0, 100)] {
            map.node(Character(name), east, north)
        }
        map.way("AB", oneway ? ["highway": "residential", "oneway": "yes"] : ["highway": "residential"])
        map.way("BCDA", ["highway": "residential"])
        return try map.build()
    }
}
