import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

@Suite struct TableTests {
    @Test(arguments: Profile.allCases, [UInt64(1), 2])
    func `a table has the times and lengths of its routes`(_ profile: Profile, _ seed: UInt64) throws {
        let grid = Grid(columns: 9, rows: 8, seed: seed), town = try grid.map.build()
        var random = SeededGenerator(seed: seed), workspace = RouteWorkspace()
        // More targets than are laid out at once, some of them on the same street.
        let points = (0..<70).map { _ in
            StreetMap.coordinate(random.uniform(in: 0...800), random.uniform(in: 0...700))
        }
        var question = TableQuestion(points, profile: profile)
        question.sources = Array(0..<12)
        question.wantsLengths = true
        let planned = try town.engine.table(question, workspace: &workspace), table = planned.table
        var compared = 0
        for source in 0..<12 {
            for target in points.indices {
                let cell = source * points.count + target
                let question = RouteQuestion([points[source], points[target]], profile: profile)
                do throws(RouteError) {
                    let route = try town.engine.route(question, workspace: &workspace)
                    // Two points on one island stay there; many are moved off it.
                    let ends = [planned.sources[source], planned.targets[target]].map { $0.position.point }
                    guard route.waypoints.map({ $0.position.point }) == ends else { continue }
                    #expect(Int64(table.millis[cell]) == route.timeMillis)
                    #expect(table.millimetres[cell] == route.lengthMillimetres)
                    compared += 1
                } catch {
                    #expect(table.millis[cell] == .max)
                    #expect(table.millimetres[cell] == .max)
                }
            }
        }
        #expect(compared > 400)
        question.wantsLengths = false
        question.sources = nil
        question.targets = [3, 0, 3]
        let turned = try town.engine.table(question, workspace: &workspace).table
        #expect(turned.millimetres.isEmpty)
        #expect((0..<12).allSatisfy { turned.millis[$0 * 3] == table.millis[$0 * points.count + 3] })
        #expect((0..<70).allSatisfy { turned.millis[$0 * 3] == turned.millis[$0 * 3 + 2] })
    }
}

@Suite struct ReachedPiecesTests {
    @Test(arguments: Profile.allCases, ReachDirection.allCases)
    func `a junction is reached, or reaches, when plain Dijkstra says so, and streets as far as there is time`(
        _ profile: Profile, _ direction: ReachDirection
    ) throws {
        let seed: UInt64 = direction == .from ? 5 : 6
        let grid = Grid(columns: 10, rows: 9, seed: seed), town = try grid.map.build()
        let plain = PlainTurns(town.engine.graph(profile)), network = town.network
        let truths = plain.nodes.map { plain.seconds(from: $0) }
        var random = SeededGenerator(seed: seed), workspace = RouteWorkspace(), partial = 0
        for _ in 0..<30 {
            let source = plain.nodes[Int(random.next() % UInt64(plain.nodes.count))]
            let limits: [UInt32] = [20_000, 0, 400_000, 60_000, 100_000, 400_000]
            let found = try town.engine.reach(
                from: Coordinate(network.points[source]), profile, within: limits, direction: direction,
                workspace: &workspace)
            guard found.start.position.point == network.points[source] else { continue }
            let ways = direction == .from ? plain.seconds(from: source) : truths.map { $0[Int(source)] }
            var truth = [Double](repeating: .infinity, count: network.points.count)
            for (index, node) in plain.nodes.enumerated() {
                truth[Int(node)] = direction == .from ? ways[Int(node)] : ways[index]
            }
            for (reach, limit) in zip(found.reaches, limits) {
                #expect(reach.limit == limit)
                let alone = try town.engine.reach(
                    from: Coordinate(network.points[source]), profile, within: [limit], direction: direction,
                    workspace: &workspace)
                #expect(alone.reaches[0].pieces == reach.pieces)
                var covered = Set<UInt32>()
                for piece in reach.pieces {
                    let edge = network.edges[piece.edge.rawValue]
                    #expect(piece.from < piece.to)
                    if piece.from == 0 { covered.insert(edge.tail) }
                    if piece.to == .max { covered.insert(edge.head) }
                    if piece.from > 0 || piece.to < .max { partial += 1 }
                }
                for node in plain.nodes where reach.limit > 0 {
                    let seconds = truth[Int(node)], isReached = seconds * 1000 <= Double(reach.limit)
                    #expect(covered.contains(node) == isReached || seconds == 0, "\(node) after \(seconds) s")
                }
            }
        }
        #expect(partial > 100)
    }

    @Test(arguments: ReachDirection.allCases)
    func `reach by length follows a one-way street in its direction, and reverse reach against it`(
        _ direction: ReachDirection
    ) throws {
        var map = StreetMap()
        for (name, east) in [("A", 0.0), ("B", 400), ("C", 800)] { map.node(Character(name), east, 0) }
        map.node("D", 400, 300)
        map.node("E", 400, -2000)
        map.way("ABC", ["highway": "residential", "oneway": "yes"])
        map.way("BD", ["highway": "residential"])
        // Far round, so that no street is an island.
        map.way("CEA", ["highway": "residential"])
        let town = try map.build()
        var workspace = RouteWorkspace()
        let found = try town.engine.reach(
            from: StreetMap.coordinate(300, 3), .car, withinMillimetres: [50_000, 250_000], direction: direction,
            workspace: &workspace)
        // From there, 100 m to B and then 150 m each towards C and D; to there, what lies before.
        let metres = found.reaches.map { town.network.metres(of: $0) }
        #expect((metres[0] - 50).magnitude < 0.2)
        #expect((metres[1] - (direction == .from ? 400 : 250)).magnitude < 0.2)
    }

    @Test(arguments: ReachDirection.allCases)
    func `reach goes up to a wall, by time and by length`(_ direction: ReachDirection) throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 200, 0)
        map.node("C", 400, 0, ["barrier": "wall"])
        map.node("D", 600, 0)
        map.node("E", 200, 300)
        map.way("ABCD", ["highway": "residential"])
        map.way("BE", ["highway": "residential"])
        let town = try map.build(), start = StreetMap.coordinate(100, 3)
        var workspace = RouteWorkspace()
        let byTime = try town.engine.reach(
            from: start, .foot, within: [3_600_000], direction: direction, workspace: &workspace)
        let byLength = try town.engine.reach(
            from: start, .foot, withinMillimetres: [2_000_000], direction: direction, workspace: &workspace)
        for reach in byTime.reaches + byLength.reaches {
            #expect((town.network.metres(of: reach) - 700).magnitude < 0.5)
        }
    }

    @Test func `pieces grow with time, along the start's own street first`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 1000, 0)
        map.way("AB", ["highway": "residential"])
        let town = try map.build()
        var workspace = RouteWorkspace()
        // 72 s are 100 m on foot.
        let found = try town.engine.reach(
            from: StreetMap.coordinate(500, 3), .foot, within: [36_000, 72_000, 3_600_000], workspace: &workspace)
        let shares = found.reaches.map { $0.pieces.map { (Double($0.to) - Double($0.from)) / 65_535 } }
        #expect(shares.map { $0.count } == [1, 1, 1])
        #expect((shares[0][0] - 0.1).magnitude < 0.001 && (shares[1][0] - 0.2).magnitude < 0.001)
        #expect(shares[2][0] == 1)
        let line = town.network.line(of: found.reaches[1].pieces[0])
        #expect((line[0].distance(inMetresTo: line[line.count - 1]) - 200).magnitude < 0.5)
    }
}
