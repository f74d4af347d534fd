import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// Streets that are closed, one-way or slow for a while.
@Suite struct LiveTests {
    @Test(arguments: Profile.allCases, [UInt64(1), 2, 3])
    func `ways take as long as plain Dijkstra says while changes hold`(_ profile: Profile, _ seed: UInt64) throws {
        let grid = Grid(columns: 12, rows: 10, seed: seed), town = try grid.map.build()
        var random = SeededGenerator(seed: seed)
        let changes = RoutingCheck.changes(of: town.network, count: 18, using: &random)
        let engine = try town.engine.applying(changes), plain = PlainTurns(engine.graph(profile))
        let report = RoutingCheck.run(engine, against: plain, sources: 20, targets: 20, using: &random)
        #expect(report.faults.isEmpty, "\(report.faults)")
        #expect(report.compared > 100)
        // The drawing changes something, but not for the original engine.
        let graph = engine.graph(profile), before = town.network.layer(profile).times
        #expect(before.indices.contains { graph.times[$0] != before[$0] })
        #expect(before.indices.allSatisfy { graph.times[$0] >= before[$0] })
        #expect(before.indices.allSatisfy { town.engine.graph(profile).times[$0] == before[$0] })
    }

    @Test(arguments: Profile.allCases)
    func `a table has the times of its routes, and a reach ends where a closed street begins`(_ profile: Profile) throws
    {
        let grid = Grid(columns: 9, rows: 8, seed: 4), town = try grid.map.build()
        var random = SeededGenerator(seed: 4), workspace = RouteWorkspace()
        let engine = try town.engine.applying(RoutingCheck.changes(of: town.network, count: 12, using: &random))
        let points = grid.corners.prefix(30).map { town.map.coordinate($0) }
        let planned = try engine.table(TableQuestion(points, profile: profile), workspace: &workspace)
        var compared = 0
        for source in points.indices {
            for target in points.indices {
                let question = RouteQuestion([points[source], points[target]], profile: profile)
                guard let route = try? engine.route(question, workspace: &workspace) else { continue }
                let ends = [planned.sources[source], planned.targets[target]].map { $0.position.point }
                guard route.waypoints.map({ $0.position.point }) == ends else { continue }
                #expect(Int64(planned.table.millis[source * points.count + target]) == route.timeMillis)
                compared += 1
            }
        }
        #expect(compared > 200)
    }

    @Test(arguments: [Profile.foot, .wheelchair])
    func `a route that another engine chooses has this engine's times, and its extra cost`(_ profile: Profile) throws {
        let grid = Grid(columns: 12, rows: 10, seed: 6), town = try grid.map.build(), engine = town.engine
        var random = SeededGenerator(seed: 6), workspace = RouteWorkspace(), longer = 0, compared = 0
        // Some streets take three times as long for the other.
        let crowded = town.map.data.ways.ids.filter { _ in random.happens(0.3) }
        let other = try engine.applying([StreetChange(.slower(3), .ways(crowded))])
        for start in grid.corners.prefix(40) {
            for end in grid.corners.suffix(20) where start != end {
                let question = RouteQuestion([start, end].map { town.map.coordinate($0) }, profile: profile)
                guard let quickest = try? engine.route(question, workspace: &workspace) else { continue }
                let chosen = try engine.route(question, chosenBy: other, workspace: &workspace)
                let wished = try other.route(question, workspace: &workspace)
                #expect(chosen.geometry == wished.geometry && chosen.lengthMillimetres == wished.lengthMillimetres)
                #expect(chosen.extraMillis == chosen.timeMillis - quickest.timeMillis)
                #expect(quickest.timeMillis <= chosen.timeMillis && chosen.timeMillis <= wished.timeMillis)
                // Leg by leg the same streets at the times of plain Dijkstra's graph.
                let times = engine.graph(profile).times
                let inner = chosen.legs.flatMap(\.spans).dropFirst().dropLast()
                #expect(inner.allSatisfy { Int64($0.timeMillis) >= Int64(times[$0.arc.rawValue]) })
                if chosen.timeMillis > quickest.timeMillis { longer += 1 }
                compared += 1
            }
        }
        #expect(compared > 200 && longer > compared / 10)
    }

    @Test func `closing ways is like a map without them`() throws {
        for seed in UInt64(1)...4 {
            let grid = Grid(columns: 8, rows: 8, seed: seed), town = try grid.map.build()
            let closed = town.map.data.ways.ids.filter { $0 % 7 == 3 }
            let engine = try town.engine.applying([StreetChange(.closed, .ways(closed))])
            // The same town, built without those ways being streets.
            let without = try Grid(columns: 8, rows: 8, seed: seed, leavingOut: { $0 % 7 == 3 }).map.build()
            var workspace = RouteWorkspace(), compared = 0
            for start in grid.corners {
                for end in grid.corners.prefix(8) where start != end {
                    let question = RouteQuestion([start, end].map { town.map.coordinate($0) }, profile: .foot)
                    let answers = [engine, without.engine].map { try? $0.route(question, workspace: &workspace) }
                    guard let one = answers[0], let other = answers[1],
                        one.waypoints.map({ $0.position.point }) == other.waypoints.map({ $0.position.point })
                    else { continue }
                    // A street cut in two by a junction that is none any more takes a rounding more.
                    #expect((one.timeMillis - other.timeMillis).magnitude <= UInt64(one.legs[0].spans.count))
                    compared += 1
                }
            }
            #expect(compared > 100)
        }
    }

    /// A street from west to east with one beside it, joined at both ends:
    ///
    ///     C───────D
    ///     │       │
    ///     A───────B
    private func ring() throws -> (town: StreetTown, direct: Int64) {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 200, 0), ("C", 0, 60), ("D", 200, 60), ("W", -50, 0), ("E", 250, 0),
        ] {
            map.node(Character(name), east, north)
        }
        map.way("WA", ["highway": "residential"])
        let direct = map.way("AB", ["highway": "residential"])
        map.way("BE", ["highway": "residential"])
        map.way("ACDB", ["highway": "residential"])
        return (try map.build(), direct)
    }

    private func metres(_ engine: RouteEngine, _ town: StreetTown, _ ends: String, _ profile: Profile) throws -> Double
    {
        var workspace = RouteWorkspace()
        let question = RouteQuestion(ends.map { town.map.coordinate($0) }, profile: profile)
        return Double(try engine.route(question, workspace: &workspace).lengthMillimetres) / 1000
    }

    private func point(_ east: Double, _ north: Double) -> PointE7 { PointE7(StreetMap.coordinate(east, north)) }

    @Test(arguments: Profile.allCases) func `a closed line, one-way flow and a fence`(_ profile: Profile) throws {
        let (town, direct) = try ring(), shortest = 300.0, around = 420.0
        func expect(_ change: StreetChange, _ there: Double, _ back: Double, _ note: Comment) throws {
            let engine = try town.engine.applying([change])
            #expect((try metres(engine, town, "WE", profile) - there).magnitude < 1, note)
            #expect((try metres(engine, town, "EW", profile) - back).magnitude < 1, note)
        }
        // Drawn by hand: some metres beside the street, and not to its end.
        let beside = [point(20, 4), point(100, -3), point(170, 5)]
        try expect(StreetChange(.closed, .line(beside)), around, around, "closed")
        try expect(StreetChange(.oneWay, .line(beside)), shortest, around, "one way to the east")
        try expect(StreetChange(.oneWay, .line(beside.reversed())), around, shortest, "one way to the west")
        try expect(StreetChange(.closed, .ways([direct, 5])), around, around, "by its id")
        let across = [point(100, -20), point(100, 20)],
            corners = [(90.0, -9.0), (90, 9), (110, 9), (110, -9)].map { point($0, $1) }
        try expect(StreetChange(.closed, .line(across)), around, around, "a line across")
        try expect(StreetChange(.slower(3), .line(across)), around, around, "slow across")
        try expect(StreetChange(.oneWay, .line(across)), shortest, shortest, "across is no direction")
        let kerbs = [point(100, -12), point(101, -5)]
        try expect(StreetChange(.closed, .line(kerbs)), around, around, "a line that ends beside the middle")
        try expect(
            StreetChange(.closed, .line([point(100, -30), point(101, -20)])), shortest, shortest,
            "one that ends far off")
        try expect(StreetChange(.fence(openings: []), .line(across)), around, around, "a fence")
        try expect(
            StreetChange(.fence(openings: [point(105, 5)]), .line(across)), shortest, shortest, "not at its gate")
        try expect(StreetChange(.fence(openings: [point(115, 0)]), .line(across)), around, around, "which is elsewhere")
        try expect(StreetChange(.closed, .area(corners)), around, around, "an area")
        try expect(StreetChange(.fence(openings: []), .area(corners)), around, around, "a fence around it")
        try expect(StreetChange(.slower(3), .area(corners)), around, around, "a crowd")
        try expect(StreetChange(.slower(1.2), .area(corners)), shortest, shortest, "a small one")
        let others = ProfileSet.all.subtracting(ProfileSet(profile))
        try expect(StreetChange(.closed, .line(beside), for: others), shortest, shortest, "for others")
        for nothing in [[], [point(100, 0)]] {
            try expect(StreetChange(.closed, .line(nothing)), shortest, shortest, "nothing drawn")
            try expect(StreetChange(.closed, .area(nothing)), shortest, shortest, "nothing drawn")
        }
    }

    /// A street along which somebody draws, with side streets, a zebra crossing and a footpath beside it:
    ///
    ///         S   T
    ///         │   │
    ///     A───B─┄─C───D     F, the footpath's end, is 30 m north of D
    ///         │ Z │
    ///         U   V
    private func avenue() throws -> (town: StreetTown, ways: [String: Int64]) {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 100, 0), ("C", 200, 0), ("D", 300, 0), ("S", 100, 80), ("T", 200, 80),
            ("U", 100, -80),
            ("V", 200, -80), ("X", 150, 12), ("Z", 150, -12), ("M", 150, 0), ("F", 300, 30),
        ] {
            map.node(Character(name), east, north)
        }
        var ways: [String: Int64] = [:]
        ways["avenue"] = map.way("ABMCD", ["highway": "residential", "name": "Avenue"])
        ways["north"] = map.way("SB", ["highway": "residential", "name": "Side"])
        ways["south"] = map.way("BU", ["highway": "residential", "name": "Side"])
        ways["other"] = map.way("TCV", ["highway": "residential"])
        ways["zebra"] = map.way("XMZ", ["highway": "footway", "footway": "crossing"])
        ways["path"] = map.way("DF", ["highway": "footway"])
        return (try map.build(), ways)
    }

    private func changed(_ town: StreetTown, _ change: StreetChange) -> [Int64] {
        var ways: [Int64] = []
        for edge in town.engine.edges(changedBy: change) {
            let way = town.network.way(of: edge).osmID
            if !ways.contains(way) { ways.append(way) }
        }
        return ways.sorted()
    }

    @Test func `a line along a street closes no street that only joins it there`() throws {
        let (town, ways) = try avenue()
        // Six metres beside the avenue: the line crosses each side street.
        let along = [point(5, 6), point(295, 6)]
        #expect(changed(town, StreetChange(.closed, .line(along))) == [ways["avenue"]!])
        // On from the avenue, across the path at its end.
        let bent = [point(210, 3), point(280, 3), point(280, 20), point(320, 20)]
        #expect(changed(town, StreetChange(.closed, .line(bent))) == [ways["avenue"]!, ways["path"]!].sorted())
    }

    @Test func `a drawn line closes the streets that it crosses, and a zebra crossing that it follows`() throws {
        let (town, ways) = try avenue()
        let across = StreetChange(.closed, .line([point(150, 14), point(150, -14)]))
        #expect(changed(town, across) == [ways["avenue"]!, ways["zebra"]!].sorted())
        let edges = town.engine.edges(changedBy: across)
            .filter { town.network.way(of: $0).osmID == ways["avenue"]! }
        // From one junction to the next, on both sides of the crossing or on one.
        let lengths = edges.map { town.network.edges[$0.rawValue].lengthMillimetres }
        #expect(!lengths.isEmpty && lengths.allSatisfy { $0.distance(to: 50_000).magnitude < 200 })
        let side = StreetChange(.closed, .line([point(90, 40), point(110, 42)]))
        #expect(changed(town, side) == [ways["north"]!])
    }

    @Test func `a line across a square closes it, although lines across the square run along it`() throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("P", 0.0, 0.0), ("N", 50, 0), ("Q", 100, 0), ("E", 100, 10), ("R", 100, 20), ("M", 50, 20), ("S", 0, 20),
            ("W", 0, 10), ("X", -50, 10), ("Y", 150, 10), ("K", 50, -40), ("L", 50, 60),
        ] {
            map.node(Character(name), east, north)
        }
        let square = map.way("PNQERMSWP", ["highway": "pedestrian", "area": "yes"])
        for path in ["XW", "EY", "NK", "ML"] { map.way(path, ["highway": "footway"]) }
        let town = try map.build(), change = StreetChange(.closed, .line([point(52, -1), point(52, 21)]))
        let open = try metres(town.engine, town, "XY", .foot)
        #expect(open < 201)
        #expect(changed(town, change) == [square])
        let engine = try town.engine.applying([change])
        #expect(throws: RouteError.self) { _ = try metres(engine, town, "XY", .foot) }
        // Of the lines across it, the longest says how long it is.
        var room = 0
        let changed = town.engine.streets(changedBy: change, drawing: &room)
        #expect(changed.count == 1 && changed.lengthMillimetres < 110_000)
    }

    @Test func `streets that a change concerns but does not alter do not count`() throws {
        let (town, ways) = try avenue()
        let path = StreetChange.Place.ways([ways["path"]!])
        #expect(changed(town, StreetChange(.closed, path, for: .init(.car))).isEmpty)
        #expect(changed(town, StreetChange(.closed, path)) == [ways["path"]!])
        #expect(changed(town, StreetChange(.slower(1), .ways([ways["avenue"]!]))).isEmpty)
        #expect(changed(town, StreetChange(.closed, .ways([987_654]))).isEmpty)
        let field = [(20.0, 20.0), (60, 20), (60, 60), (20, 60)].map { point($0, $1) }
        #expect(changed(town, StreetChange(.closed, .area(field))).isEmpty)
        // Another change that holds already takes nothing away.
        let closed = try town.engine.applying([StreetChange(.closed, path)])
        #expect(
            closed.edges(changedBy: StreetChange(.closed, path))
                == town.engine.edges(changedBy: StreetChange(.closed, path)))
    }

    @Test func `the streets that a change alters are those whose times it changes`() throws {
        var random = SeededGenerator(seed: 33)
        let town = try Grid(columns: 8, rows: 8, seed: 5).map.build()
        for change in RoutingCheck.changes(of: town.network, count: 60, using: &random) {
            let engine = try town.engine.applying([change])
            var expected: [UInt32] = []
            for edge in town.network.edges.indices.map({ UInt32($0) }) {
                let differs = Profile.allCases.contains { profile in
                    let (now, usual) = (engine.graph(profile).times, town.engine.graph(profile).times)
                    return now[edge << 1] != usual[edge << 1] || now[edge << 1 | 1] != usual[edge << 1 | 1]
                }
                if differs { expected.append(edge) }
            }
            #expect(town.engine.edges(changedBy: change).map(\.rawValue) == expected, "\(change)")
        }
    }

    @Test func `a position in a closed street snaps to the nearest open street`() throws {
        let (town, direct) = try ring()
        let engine = try town.engine.applying([StreetChange(.closed, .ways([direct]))])
        let middle = StreetMap.coordinate(100, 0)
        #expect(try town.engine.nearest(middle, profile: .foot)[0].position.distanceInMetres < 0.1)
        #expect((try engine.nearest(middle, profile: .foot)[0].position.distanceInMetres - 60).magnitude < 0.1)
    }
}
