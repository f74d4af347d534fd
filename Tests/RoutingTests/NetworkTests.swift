import Atlas
import GeoCore
import OSMImport
import Routing
import Testing

@Suite struct NetworkTests {
    @Test func `edges run between junctions and keep every point between`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("b", 50, 10)
        map.node("C", 100, 0)
        map.node("D", 200, 0)
        map.node("E", 100, 100)
        let street = map.way("AbCD", ["highway": "residential", "name": "Long Street", "ref": "7"])
        map.way("CE", ["highway": "residential"])
        let town = try map.build(), network = town.network
        #expect(network.points.count == 4)
        #expect(network.edges.count == 3)
        let edges = network.edges(ofWay: street)!
        #expect(edges.count == 2)
        let first = EdgeID(edges.lowerBound)
        #expect(network.points(of: first).map { Coordinate($0) } == "AbC".map { map.coordinate($0) })
        let length =
            map.coordinate("A").distance(inMetresTo: map.coordinate("b"))
            + map.coordinate("b").distance(inMetresTo: map.coordinate("C"))
        #expect((Double(network.edges[first.rawValue].lengthMillimetres) - length * 1000).magnitude <= 0.5)
        let way = network.way(of: first)
        #expect(network.text.string(way.name) == "Long Street")
        #expect(network.text.string(way.ref) == "7")
        #expect(way.kind == .residential)
        #expect(network.edges(ofWay: 999) == nil)
    }

    @Test func `a way that crosses itself is cut where it does`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("X", 100, 0)
        map.node("B", 200, 0)
        map.node("C", 200, 100)
        map.node("D", 100, 100)
        map.node("E", 100, -100)
        map.way("AXBCDXE", ["highway": "footway"])
        let town = try map.build()
        #expect(town.network.edges.count == 3)
        // Straight across, not round the loop.
        #expect((try town.route("AE").distanceInMetres - 200).magnitude < 0.1)
    }

    @Test func `a ring without any junction can be walked both ways round`() throws {
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 100, 0), ("C", 100, 100), ("D", 0, 100)] {
            map.node(Character(name), east, north)
        }
        map.way("ABCDA", ["highway": "footway"])
        let town = try map.build()
        #expect((try town.route("BD").distanceInMetres - 200).magnitude < 0.1)
        #expect((try town.route("DB").distanceInMetres - 200).magnitude < 0.1)
        // Over the point where the ring is closed.
        let points = [StreetMap.coordinate(10, 0), StreetMap.coordinate(0, 10)]
        #expect((try town.route(points).distanceInMetres - 20).magnitude < 0.1)
    }

    @Test func `the outline of a square is walked along`() throws {
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 100, 0), ("C", 100, 100), ("D", 0, 100)] {
            map.node(Character(name), east, north)
        }
        map.way("ABCDA", ["highway": "pedestrian", "area": "yes"])
        let town = try map.build()
        #expect((try town.route("AC").distanceInMetres - 200).magnitude < 0.1)
    }

    @Test func `a way broken by missing nodes becomes the pieces that are there`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 100, 0)
        map.node("C", 300, 0)
        map.node("D", 400, 0)
        let way = map.way("AB?CD", ["highway": "footway"])
        let town = try map.build()
        #expect(town.network.edges(ofWay: way)?.count == 2)
        var request = RouteQuestion([map.coordinate("A"), map.coordinate("D")], profile: .foot)
        request.snapLimitInMetres = 50
        var workspace = RouteWorkspace()
        let cut = RouteError.Cut(startIsIsland: false, endIsIsland: true, atMapEdge: true)
        #expect(throws: RouteError.noRoute(leg: 0, cut: cut)) {
            try town.engine.route(request, workspace: &workspace)
        }
    }

    @Test func `junctions lie along the Hilbert curve`() throws {
        var map = StreetMap()
        var names: [Character] = []
        for position in 0..<64 {
            let name = Character(Unicode.Scalar(UInt32(0x100 + position))!)
            names.append(name)
            map.node(name, Double(position * 37 % 64) * 100, Double(position * 29 % 64) * 100)
        }
        for index in 1..<names.count { map.way(String([names[index - 1], names[index]]), ["highway": "footway"]) }
        let town = try map.build()
        defer { withExtendedLifetime(town) {} }  // The network reads its memory.
        let network = town.network
        let bounds = map.data.bounds
        let positions = network.points.indices.map { index in
            let point = network.points[index]
            return Hilbert.position(
                x: UInt32(
                    (Int64(point.longitudeE7) - Int64(bounds.minX)) * 65_535 / (Int64(bounds.maxX) - Int64(bounds.minX))
                ),
                y: UInt32(
                    (Int64(point.latitudeE7) - Int64(bounds.minY)) * 65_535 / (Int64(bounds.maxY) - Int64(bounds.minY)))
            )
        }
        #expect(positions == positions.sorted())
    }

    @Test func `the same data gives the same bytes`() throws {
        let map = Grid(columns: 12, rows: 9, seed: 5).map
        func bytes() throws -> [UInt8] {
            var text = StringInterner(), writer = AtlasWriter(), issues = IssueLog()
            try RoadBuilding.build(map.data, text: &text, into: &writer, issues: &issues)
            text.add(to: &writer)
            return writer.finish()
        }
        #expect(try bytes() == bytes())
    }

    @Test func `a map without any street can be opened and says so`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 100, 100)
        map.way("AB", ["building": "yes"])
        let town = try map.build()
        #expect(throws: RouteError.noRoadNear(point: 0, nearestInMetres: nil)) { try town.route("AB") }
    }

    @Test(arguments: Profile.allCases)
    func `components are the sets of nodes that reach each other`(_ profile: Profile) throws {
        for seed in 1...4 {
            let map = Grid(columns: 7, rows: 7, seed: UInt64(seed), density: 0.55).map
            let town = try map.build()
            defer { withExtendedLifetime(town) {} }  // The network reads its memory.
            let network = town.network, layer = network.layer(profile)
            let reachable = Reachability(network, profile)
            for a in 0..<network.points.count {
                for b in 0..<network.points.count where layer.components[a] != .max && layer.components[b] != .max {
                    let together = reachable.from[a].contains(b) && reachable.from[b].contains(a)
                    #expect((layer.components[a] == layer.components[b]) == together)
                }
            }
        }
    }

    /// The nodes that each node reaches, by flooding.
    private struct Reachability {
        var from: [Set<Int>] = []

        init(_ network: RoadNetwork, _ profile: Profile) {
            let times = network.layer(profile).times, bit = ProfileSet(profile).rawValue
            for start in 0..<network.points.count {
                var seen: Set<Int> = [start], open = [start]
                while let node = open.popLast() {
                    guard network.nodeFlags[node] & bit == 0 else { continue }
                    for index in 0..<network.edges.count {
                        let edge = network.edges[index], id = EdgeID(UInt32(index))
                        for (tail, head, arc) in [
                            (edge.tail, edge.head, id.forward), (edge.head, edge.tail, id.backward),
                        ]
                        where Int(tail) == node && times[arc.rawValue] != .max && seen.insert(Int(head)).inserted {
                            open.append(Int(head))
                        }
                    }
                }
                from.append(seen)
            }
        }
    }
}
