import Atlas
import Foundation
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// The OSM ids along lines.
@Suite struct NodesAlongTests {
    /// The ids of each leg, and the points of the whole line.
    private func annotated(
        _ route: PlannedRoute, _ engine: RouteEngine
    ) throws -> (ids: [[Int64]], line: [[Double]], distances: [[Double]]) {
        var options = OSRMOptions()
        options.annotations = [.nodes, .distance]
        options.overview = .full
        options.geometries = .geojson
        let bytes = OSRMRouteJSON.write(route, options, engine)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let written = try #require((object["routes"] as? [[String: Any]])?.first)
        let legs = try #require(written["legs"] as? [[String: Any]]).compactMap { $0["annotation"] as? [String: Any] }
        return (
            try legs.map { try #require($0["nodes"] as? [Int64]) },
            try #require((written["geometry"] as? [String: Any])?["coordinates"] as? [[Double]]),
            try legs.map { try #require($0["distance"] as? [Double]) }
        )
    }

    /// A street with a bend, one that crosses it, and one drawn the other way:
    ///
    ///     A───B───C
    ///         │   │
    ///         E───D
    private func town() throws -> StreetTown {
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 100, 0), ("C", 200, 0), ("D", 200, -100), ("E", 100, -100)] {
            map.node(Character(name), east, north)
        }
        map.way("ABCD", ["highway": "residential"])
        map.way("BE", ["highway": "residential"])
        map.way("ED", ["highway": "residential", "oneway": "yes"])
        return try map.build()
    }

    @Test func `nodes are listed in the order of travel, on both sides of an end between two nodes`() throws {
        let town = try town()
        var workspace = RouteWorkspace()
        func ids(_ points: (Double, Double)..., profile: Profile = .foot) throws -> [[Int64]] {
            let points = points.map { StreetMap.coordinate($0.0, $0.1) }
            let route = try town.engine.route(RouteQuestion(points, profile: profile), workspace: &workspace)
            return try annotated(route, town.engine).ids
        }
        // Ids are 1 for A, 2 for B and so on.
        #expect(try ids((0, 0), (200, -100)) == [[1, 2, 3, 4]])
        #expect(try ids((200, -100), (0, 0)) == [[4, 3, 2, 1]] || ids((200, -100), (0, 0)) == [[4, 5, 2, 1]])
        #expect(try ids((50, 0), (200, -50)) == [[1, 2, 3, 4]])
        #expect(try ids((200, -50), (50, 0)) == [[4, 3, 2, 1]])
        #expect(try ids((120, 0), (180, 0)) == [[2, 3]])
        #expect(try ids((180, 0), (120, 0)) == [[3, 2]])
        #expect(try ids((120, 0), (150, 0), (200, -20)) == [[2, 3], [2, 3, 4]])
        #expect(try ids((100, -50), (150, -100), profile: .car) == [[2, 5, 4]])
        #expect(try ids((100, 0), (100, 0)) == [[2, 2]])
        #expect(try ids((150, 0), (150, 0), (150, 0)) == [[2, 3], [2, 3]])
    }

    @Test func `two nodes in one place are both listed, wherever the route passes them`() throws {
        var map = StreetMap()
        // B and C are one place, as are the junctions E and F.
        for (name, east) in [("A", 0.0), ("B", 100), ("C", 100), ("D", 200), ("E", 300), ("F", 300), ("G", 400)] {
            map.node(Character(name), east, 0)
        }
        map.node("N", 300, 100)
        map.node("S", 300, -100)
        map.way("ABCDEFG", ["highway": "residential"])
        map.way("EN", ["highway": "residential"])
        map.way("FS", ["highway": "residential"])
        let town = try map.build()
        for profile in [Profile.foot, .car] {
            for (names, truth) in [("AG", Array(Int64(1)...7)), ("GA", Array(1...7).reversed())] {
                let route = try town.route(names, profile), (ids, line, distances) = try annotated(route, town.engine)
                #expect(ids == [truth])
                #expect(line.count == truth.count && distances[0].count == truth.count - 1)
                #expect(distances[0].filter { $0 == 0 }.count == 2)
            }
        }
        let part = try town.route([StreetMap.coordinate(50, 0), StreetMap.coordinate(150, 0)])
        #expect(try annotated(part, town.engine).ids == [[1, 2, 3, 4]])
    }

    /// A street that crosses itself without a junction, on a bridge, with a node of each of its ends in one place (C
    /// and F):
    ///
    ///     A───C═F───D
    ///         │     │
    ///         G   B─E    in the order A C D E … B F G, where F lies under C
    @Test func `a place that is passed twice has the node of each time`() throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("C", 100, 0), ("D", 200, 0), ("E", 200, 100), ("B", 100, 100), ("F", 100, 0),
            ("G", 100, -100),
        ] { map.node(Character(name), east, north) }
        map.way("ACDEBFG", ["highway": "residential"])
        let town = try map.build()
        func ids(_ points: (Double, Double)...) throws -> [[Int64]] {
            try annotated(town.route(points.map { StreetMap.coordinate($0.0, $0.1) }), town.engine).ids
        }
        #expect(try ids((0, 0), (100, -100)) == [[1, 2, 3, 4, 5, 6, 7]])
        #expect(try ids((100, -100), (0, 0)) == [[7, 6, 5, 4, 3, 2, 1]])
        #expect(try ids((100, 50), (100, -50)) == [[5, 6, 7]])
        #expect(try ids((100, -50), (100, 50)) == [[7, 6, 5]])
        #expect(try ids((50, 0), (150, 0)) == [[1, 2, 3]])
        // There and back: a leg for each.
        #expect(try ids((150, 0), (200, 50), (150, 0)) == [[2, 3, 4], [4, 3, 2]])
    }

    @Test func `a node that a leg passes twice is listed twice`() throws {
        let town = try town()
        var workspace = RouteWorkspace()
        var question = RouteQuestion("AEA".map { town.map.coordinate($0) }, profile: .foot)
        question.stops = [0, 2]
        let route = try town.engine.route(question, workspace: &workspace)
        #expect(try annotated(route, town.engine).ids == [[1, 2, 5, 2, 1]])
    }

    @Test(arguments: [Profile.foot, .car])
    func `in a real town each id belongs to the node at its point, and each node adjoins the one before`(
        _ profile: Profile
    ) throws {
        let data = try OSMReader.read(paths: [SampleExtract.path]).data
        let (engine, bytes) = try SampleTests.build(data), network = engine.network
        struct Pair: Hashable { let first: Int64, second: Int64 }
        var neighbours: Set<Pair> = []
        for way in 0..<data.ways.count {
            let refs = data.ways.refs(of: way).filter { $0 != OSMData.missing }.map { data.nodes.ids[Int($0)] }
            for (first, second) in zip(refs, refs.dropFirst()) {
                neighbours.formUnion([Pair(first: first, second: second), Pair(first: second, second: first)])
            }
        }
        var random = SeededGenerator(seed: 31), workspace = RouteWorkspace(), told = 0, routes = 0
        for _ in 0..<60 {
            let points = (0..<2).map { _ in
                Coordinate(
                    latitude: random.uniform(in: Double(network.bounds.minY)...Double(network.bounds.maxY)) / 1e7,
                    longitude: random.uniform(in: Double(network.bounds.minX)...Double(network.bounds.maxX)) / 1e7)!
            }
            guard let route = try? engine.route(RouteQuestion(points, profile: profile), workspace: &workspace) else {
                continue
            }
            let (legs, line, distances) = try annotated(route, engine), ids = legs[0]
            #expect(ids.count == line.count && ids.count == distances[0].count + 1)
            for (index, id) in ids.enumerated() where index > 0 && index < ids.count - 1 {
                let node = try #require(data.nodes.index(of: id))
                #expect(data.nodes.points[Int(node)] == route.geometry[index])
            }
            // Lines across squares are no ways.
            var isAcross = [Bool](repeating: false, count: ids.count)
            for span in route.legs[0].spans where network.way(of: span.arc.edge).has(.areaOutline) {
                for point in span.firstPoint..<span.lastPoint { isAcross[point] = true }
            }
            for (index, (first, second)) in zip(ids, ids.dropFirst()).enumerated() where !isAcross[index] {
                // A node at the start is listed twice: behind and, as the line's first point, there.
                #expect(first == second || neighbours.contains(Pair(first: first, second: second)))
                told += 1
            }
            routes += 1
        }
        #expect(routes > 30 && told > 500)
        withExtendedLifetime(bytes) {}
    }
}
