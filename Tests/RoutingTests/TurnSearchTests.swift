import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

@Suite struct TurnSearchTests {
    @Test func `a forbidden left turn is replaced by a way round`() throws {
        var (map, ways) = block()
        map.restriction(
            from: [ways.west], via: "X", to: [ways.north], ["type": "restriction", "restriction": "no_left_turn"])
        let town = try map.build()
        // Straight on, and round the block.
        #expect((try town.route("WN", .car).distanceInMetres - 400).magnitude < 0.2)
        #expect((try town.route("WN", .foot).distanceInMetres - 200).magnitude < 0.2)
        #expect((try town.route("SN", .car).distanceInMetres - 200).magnitude < 0.2)
    }

    @Test func `only straight on leaves nothing else`() throws {
        var (map, ways) = block()
        map.restriction(
            from: [ways.west], via: "X", to: [ways.east], ["type": "restriction", "restriction": "only_straight_on"])
        let town = try map.build()
        #expect((try town.route("WN", .car).distanceInMetres - 400).magnitude < 0.2)
        #expect((try town.route("WE", .car).distanceInMetres - 200).magnitude < 0.2)
        #expect(try town.route("WS", .car).distanceInMetres > 300)
    }

    @Test func `two mandatory turns from one street leave both`() throws {
        var (map, ways) = block()
        for to in [ways.east, ways.south] {
            map.restriction(
                from: [ways.west], via: "X", to: [to], ["type": "restriction", "restriction": "only_straight_on"])
        }
        let town = try map.build()
        #expect((try town.route("WE", .car).distanceInMetres - 200).magnitude < 0.2)
        #expect((try town.route("WS", .car).distanceInMetres - 200).magnitude < 0.2)
        #expect((try town.route("WN", .car).distanceInMetres - 400).magnitude < 0.2)
    }

    @Test func `a restriction over a via way applies only to routes from its first way`() throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 100, 0), ("C", 200, 0), ("D", 200, 100), ("E", 100, -100), ("F", 300, 0),
            ("G", 300, 100),
        ] {
            map.node(Character(name), east, north)
        }
        let from = map.way("AB", ["highway": "primary"]), via = map.way("BC", ["highway": "primary"])
        let to = map.way("CD", ["highway": "primary"])
        map.way("BE", ["highway": "primary"])
        map.way("CF", ["highway": "primary"])
        map.way("FGD", ["highway": "primary"])
        map.restriction(from: [from], viaWays: [via], to: [to], ["type": "restriction", "restriction": "no_left_turn"])
        let town = try map.build()
        #expect((try town.route("ED", .car).distanceInMetres - 300).magnitude < 0.2)
        #expect((try town.route("AD", .car).distanceInMetres - 500).magnitude < 0.2)
        // A route that starts on the via way does not come from the first way.
        #expect(
            (try town.route([StreetMap.coordinate(150, 0), map.coordinate("D")], .car).distanceInMetres - 150).magnitude
                < 0.2)
    }

    @Test func `when every way is forbidden there is no route`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 100, 0)
        map.node("C", 200, 0)
        let from = map.way("AB", ["highway": "primary", "oneway": "yes"])
        let to = map.way("BC", ["highway": "primary", "oneway": "yes"])
        map.restriction(from: [from], via: "B", to: [to], ["type": "restriction", "restriction": "no_straight_on"])
        let town = try map.build()
        #expect(throws: RouteError.self) { try town.route("AC", .car) }
        #expect((try town.route("AC", .foot).distanceInMetres - 200).magnitude < 0.2)
    }

    @Test func `routes are the quickest that keep to random restrictions, found by remembering whole paths`() throws {
        var compared = 0, longer = 0
        for seed in UInt64(1)...5 { try compare(seed, &compared, &longer) }
        #expect(compared > 150)
        #expect(longer > 5)
    }

    /// Counts the pairs of a random town that were compared, and those that a restriction sends a longer way.
    private func compare(_ seed: UInt64, _ compared: inout Int, _ longer: inout Int) throws {
        let grid = Grid(columns: 5, rows: 5, seed: seed, density: 1), map = restricted(grid, seed: seed)
        let town = try map.build(), free = try grid.map.build(), truth = RememberingSearch(town.network, .car)
        var random = SeededGenerator(seed: seed + 100), workspace = RouteWorkspace()
        for number in 0..<60 {
            let ends = (0..<2).map { _ in
                number % 3 == 0
                    ? middleOfEdge(town.network, &random) : map.coordinate(grid.corners[Int(random.next() % 25)])
            }
            var request = RouteQuestion(ends, profile: .car), route: PlannedRoute
            request.snapLimitInMetres = 1
            do throws(RouteError) { route = try town.engine.route(request, workspace: &workspace) } catch {
                // Corners of footways only have no street for cars.
                guard case .noRoute = error else { continue }
                let positions = try ends.map { try town.engine.nearest($0, profile: .car)[0].position }
                #expect(truth.quickest(from: positions[0], to: positions[1]) == nil)
                compared += 1
                continue
            }
            let positions = route.waypoints.map { $0.position }
            #expect(truth.isAllowed(route.legs[0].spans.map { $0.arc.rawValue }))
            guard positions[0].point != positions[1].point else { continue }
            compared += 1
            // Parts of an arc are rounded to milliseconds.
            let quickest = try #require(truth.quickest(from: positions[0], to: positions[1]))
            #expect((quickest - Double(route.timeMillis)).magnitude <= 2)
            let unrestricted = try free.engine.route(request, workspace: &workspace)
            #expect(unrestricted.timeMillis <= route.timeMillis)
            if unrestricted.timeMillis < route.timeMillis { longer += 1 }
        }
    }

    /// A point on some street, well away from its corners.
    private func middleOfEdge(_ network: RoadNetwork, _ random: inout SeededGenerator) -> Coordinate {
        let points = network.points(of: EdgeID(UInt32(random.next() % UInt64(network.edges.count))))
        return Coordinate(PointE7(from: points[0], to: points[1], share: random.uniform(in: 0.3...0.7)))
    }

    /// Four streets of 100 m that meet in X, and a street from the east end to the north end.
    private func block() -> (map: StreetMap, ways: (west: Int64, east: Int64, north: Int64, south: Int64)) {
        var map = StreetMap()
        for (name, east, north) in [
            ("X", 0.0, 0.0), ("W", -100, 0), ("E", 100, 0), ("N", 0, 100), ("S", 0, -100), ("C", 100, 100),
        ] {
            map.node(Character(name), east, north)
        }
        let ways = (
            west: map.way("WX", ["highway": "primary"]), east: map.way("XE", ["highway": "primary"]),
            north: map.way("NX", ["highway": "primary"]), south: map.way("XS", ["highway": "primary"])
        )
        map.way("ECN", ["highway": "primary"])
        map.way("SE", ["highway": "primary"])
        return (map, ways)
    }

    /// The grid with restrictions along random walks of two, three or four streets.
    private func restricted(_ grid: Grid, seed: UInt64) -> StreetMap {
        var map = grid.map, random = SeededGenerator(seed: seed)
        let ways = map.data.ways.ids.indices.map { Array(map.data.ways.refs(of: $0)) }
        while map.data.relations.count < 60 {
            var walk = [Int(random.next() % UInt64(ways.count))]
            var node = ways[walk[0]].last!, vias: [UInt32] = []
            for _ in 0..<(1 + Int(random.next() % 3)) {
                let onward = ways.indices.filter { way in
                    !walk.contains(way) && (ways[way].first == node || ways[way].last == node)
                }
                guard !onward.isEmpty else { break }
                let next = onward[Int(random.next() % UInt64(onward.count))]
                vias.append(node)
                walk.append(next)
                node = ways[next].first == node ? ways[next].last! : ways[next].first!
            }
            guard walk.count >= 2 else { continue }
            let ids = walk.map { map.data.ways.ids[$0] }
            let kind = random.next() % 6 == 0 ? "only_straight_on" : "no_straight_on"
            map.restriction(
                from: [ids[0]], viaNode: ids.count == 2 ? Int64(vias[0]) + 1 : nil,
                viaWays: Array(ids.dropFirst().dropLast()),
                to: [ids[ids.count - 1]], ["type": "restriction", "restriction": "\(kind)"])
        }
        return map
    }
}

/// Dijkstra over the last arcs of paths, as many as the longest restriction has, and no cleverness.
private struct RememberingSearch {
    private let network: RoadNetwork
    private let profile: Profile
    private let chains: [(arcs: [UInt32], isMandatory: Bool)]
    private let usable: [UInt32]
    private let costs: TravelGraph

    init(_ network: RoadNetwork, _ profile: Profile) {
        self.network = network
        self.profile = profile
        chains = network.turns.indices.map { network.turns[$0] }
            .filter { $0.profiles & ProfileSet(profile).rawValue != 0 }
            .map { (network.chain(of: $0), $0.isMandatory == 1) }
        costs = TravelGraph(network, profile)
        usable = (0..<UInt32(network.edges.count * 2)).filter { network.layer(profile).times[$0] != .max }
    }

    /// Whether no restriction forbids any turn of the path: each chain laid against each place.
    func isAllowed(_ path: [UInt32]) -> Bool { path.indices.dropFirst().allSatisfy { isAllowed(path, turn: $0) } }

    private func isAllowed(_ path: [UInt32], turn end: Int) -> Bool {
        var mandated: [Int: [UInt32]] = [:]
        for (arcs, isMandatory) in chains {
            let before = arcs.count - 1
            guard before <= end, path[(end - before)..<end] == arcs[..<before] else { continue }
            if isMandatory {
                mandated[arcs.count, default: []].append(arcs[before])
            } else if arcs[before] == path[end] {
                return false
            }
        }
        return mandated.values.allSatisfy { $0.contains(path[end]) }
    }

    /// The milliseconds between two positions; `nil` when there is no way.
    func quickest(from start: SnappedPosition, to end: SnappedPosition) -> Double? {
        let starts = ends(at: start), ends = ends(at: end), slowest = Double(usable.map { times[$0] }.max() ?? 0)
        var best: [[UInt32]: Double] = [:], open: [(time: Double, arcs: [UInt32])] = [], found: Double?
        func push(_ time: Double, _ arcs: [UInt32]) {
            let memory = Array(arcs.suffix(4))
            guard time < best[memory] ?? .infinity else { return }
            best[memory] = time
            open.append((time, memory))
        }
        for arc in usable {
            if let before = starts[arc] { push(Double(times[arc]) - before, [arc]) }
        }
        while let index = open.indices.min(by: { open[$0].time < open[$1].time }) {
            let (time, path) = open[index], last = path[path.count - 1], head = network.head(of: ArcID(last))
            open.swapAt(index, open.count - 1)
            open.removeLast()
            guard time == best[path] else { continue }
            if let part = ends[last] {
                let total = time - (Double(times[last]) - part)
                // Within one arc only forward.
                if path.count > 1 || total >= 0 { found = min(found ?? .infinity, total) }
            }
            guard network.nodeFlags[head] & ProfileSet(profile).rawValue == 0, time < (found ?? 1e12) + slowest else {
                continue
            }
            let onward = usable.filter { network.tail(of: ArcID($0)) == head }
            for arc in onward where arc != last ^ 1 || onward == [last ^ 1] {
                let longer = path + [arc]
                if isAllowed(longer, turn: longer.count - 1) {
                    push(
                        time + Double(costs.turnMillis(from: ArcID(last), onto: ArcID(arc))) + Double(times[arc]),
                        longer)
                }
            }
        }
        return found
    }

    private var times: ArcTimes { network.layer(profile).times }

    /// The arcs that a position lies on, with the milliseconds from their tail to it. At a junction those of all its
    /// streets.
    ///
    /// A signal or gate delays the traffic that passes it.
    private func ends(at position: SnappedPosition) -> [UInt32: Double] {
        var ends: [UInt32: Double] = [:]
        for arc in usable {
            let head = network.head(of: ArcID(arc)), isBackward = ArcID(arc).isBackward
            let moving = Double(
                times[arc] - NodeFlags.delayMillis(network.nodeFlags[head], profile, isBackward: isBackward))
            let share = Double(position.fraction) / 65_535
            if network.points[network.tail(of: ArcID(arc))] == position.point {
                ends[arc] = 0
            } else if network.points[head] == position.point {
                ends[arc] = moving
            } else if ArcID(arc).edge == position.edge {
                ends[arc] = moving * (isBackward ? 1 - share : share)
            }
        }
        return ends
    }
}
