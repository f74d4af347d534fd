import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

@Suite struct SnappingTests {
    @Test(arguments: [UInt64(1), 2, 3])
    func `the nearest position is the nearest of all, found by looking everywhere`(_ seed: UInt64) throws {
        let town = try Grid(columns: 9, rows: 9, seed: seed).map.build()
        var random = SeededGenerator(seed: seed)
        for profile in Profile.allCases {
            for _ in 0..<40 {
                let point = StreetMap.coordinate(
                    random.uniform(in: -150...950), random.uniform(in: -150...950))
                let truth = nearestDistance(to: point, town.network, profile)
                let found = try town.engine.nearest(point, profile: profile)[0]
                // Positions are rounded to E7: up to 8 mm.
                #expect((found.position.distanceInMetres - truth).magnitude < 0.01)
                let measured = point.distance(inMetresTo: Coordinate(found.position.point))
                #expect((found.position.distanceInMetres - measured).magnitude < 1e-6)
            }
        }
    }

    @Test(arguments: [0.0, 60, 89.9])
    func `a street beyond the antimeridian is as near as it is on Earth`(_ latitude: Double) throws {
        var map = StreetMap()
        func node(_ name: Character, _ latitude: Double, _ longitude: Double) throws {
            map.node(name, at: try #require(Coordinate(latitude: latitude, longitude: longitude)))
        }
        // Up to the antimeridian from the west, and farther off on both sides.
        try node("A", latitude, 179.99)
        try node("B", latitude + 0.001, 180)
        try node("C", latitude - 0.01, -180)
        try node("D", latitude - 0.01, -179.98)
        try node("E", latitude + 0.02, 179)
        try node("F", latitude + 0.02, 179.99)
        for way in ["AB", "CD", "EF"] { map.way(way, ["highway": "footway"]) }
        let town = try map.build()
        var random = SeededGenerator(seed: 5)
        for _ in 0..<100 {
            let longitude = random.uniform(in: -0.02...0.02)
            let point = try #require(
                Coordinate(
                    latitude: latitude + random.uniform(in: -0.01...0.02),
                    longitude: longitude < 0 ? 180 + longitude : longitude - 180))
            let truth = nearestDistance(to: point, town.network, .foot)
            let found = try town.engine.nearest(point, profile: .foot, withinMetres: 1e6)[0]
            // The nearest point of a street is found on a plane.
            #expect((found.position.distanceInMetres - truth).magnitude < 0.01 + truth * 1e-3)
        }
    }

    @Test func `several nearest positions come in order of distance, one for each edge`() throws {
        let town = try Grid(columns: 9, rows: 9, seed: 6).map.build()
        let found = try town.engine.nearest(StreetMap.coordinate(400, 400), profile: .foot, count: 12)
        #expect(found.count == 12)
        let distances = found.map { $0.position.distanceInMetres }
        #expect(distances == distances.sorted())
        #expect(Set(found.map { $0.position.edge.rawValue }).count == 12)
    }

    @Test func `the fraction says how far along the edge, in 65535ths of its length`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("b", 300, 0)
        map.node("C", 300, 100)
        map.way("AbC", ["highway": "footway"])
        let town = try map.build()
        for (east, north, share) in [(0.0, -5.0, 0.0), (100, 4, 0.25), (310, 60, 0.9), (305, 130, 1)] {
            let position = try town.engine.nearest(StreetMap.coordinate(east, north), profile: .foot)[0].position
            #expect((Double(position.fraction) / 65_535 - share).magnitude < 1e-4)
        }
    }

    @Test func `the big component is preferred to an island that is nearer`() throws {
        var map = try withIsland()
        map.node("P", 250, 60)
        let town = try map.build()
        let route = try town.route("AP")
        // Not the island at 50 m north, 10 m away, but the street 60 m away.
        #expect((route.waypoints[1].position.distanceInMetres - 60).magnitude < 0.1)
        #expect(route.notices == [.leftIsland(point: 1, metres: 60)])
    }

    @Test func `reach starts from the big component unless the point lies on a far island`() throws {
        var map = try withIsland()
        map.node("X", 800, 300)
        map.node("Y", 900, 300)
        map.way("XY", ["highway": "footway"])
        map.node("D", 0, 500)
        map.way("CD", ["highway": "residential"])
        let town = try map.build()
        var workspace = RouteWorkspace()
        for (east, north, distance) in [(250.0, 60.0, 60.0), (850, 310, 10)] {
            let found = try town.engine.reach(
                from: StreetMap.coordinate(east, north), .foot, within: [60_000], workspace: &workspace)
            #expect((found.start.position.distanceInMetres - distance).magnitude < 0.1)
        }
    }

    @Test(arguments: [0.0, 45, -60, 86.4, 89.9], [0.0, 179.9999])
    func `a limit returns the positions within it that an unlimited search returns`(
        _ latitude: Double, _ longitude: Double
    ) throws {
        // Streets like sparks around the point: some across the antimeridian, some over the pole.
        var map = StreetMap(), random = SeededGenerator(seed: 12)
        func place(_ width: Double) throws -> Coordinate {
            let north = latitude + random.uniform(in: -width...width) / 10
            let east = longitude + random.uniform(in: -width...width)
            return try #require(
                Coordinate(
                    latitude: north > 90 ? 180 - north : north, longitude: east > 180 ? east - 360 : east))
        }
        for index in 0..<400 {
            let ends = [0, 1].map { Character(Unicode.Scalar(UInt32(0x4e00 + 2 * index + $0))!) }
            let start = try place(index % 2 == 0 ? 0.3 : 0.01)
            map.node(ends[0], at: start)
            let end = Coordinate(latitude: start.latitude - 1e-5, longitude: start.longitude)
            map.node(ends[1], at: try #require(end))
            map.way(String(ends), ["highway": "footway"])
        }
        let town = try map.build()
        var compared = 0
        for _ in 0..<20 {
            let point = try place(0.005)
            let all = try town.engine.nearest(point, profile: .foot, count: 400, withinMetres: 1e7)
            for limit in [20.0, 300, 5000, 40_000, 70_000] {
                let within = all.filter { $0.position.distanceInMetres <= limit }
                guard !within.isEmpty else { continue }
                let found = try town.engine.nearest(point, profile: .foot, count: 400, withinMetres: limit)
                #expect(found.map(\.position) == within.map(\.position))
                compared += 1
            }
        }
        // All have some within 5 km.
        #expect(compared >= 60)
    }

    @Test func `the big component is found behind any number of islands`() throws {
        // A field of islands, and to the east of them one long street of many pieces.
        var map = StreetMap(), next: UInt32 = 0x4e00
        func name() -> Character {
            next += 1
            return Character(Unicode.Scalar(next)!)
        }
        for east in stride(from: 0.0, to: 3000, by: 100) {
            for north in stride(from: -1500.0, to: 1500, by: 100) {
                let ends = [name(), name()]
                map.node(ends[0], east, north)
                map.node(ends[1], east + 60, north + 20)
                map.way(String(ends), ["highway": "footway"])
            }
        }
        let norths = stride(from: -2000.0, through: 2000, by: 10)
        var south = name()
        map.node(south, 4000, -2010)
        for north in norths {
            let here = name()
            map.node(here, 4000, north)
            map.way(String([south, here]), ["highway": "footway"])
            south = here
        }
        let town = try map.build()
        var workspace = RouteWorkspace(), random = SeededGenerator(seed: 8)
        for _ in 0..<30 {
            let points = (0..<2).map { _ in
                StreetMap.coordinate(random.uniform(in: 0...2900), random.uniform(in: -1400...1400))
            }
            var request = RouteQuestion(points, profile: .foot)
            request.snapLimitInMetres = 10_000
            let route = try town.engine.route(request, workspace: &workspace)
            for (point, waypoint) in zip(points, route.waypoints) {
                let truth = norths.map { point.distance(inMetresTo: StreetMap.coordinate(4000, $0)) }.min()!
                // The nearest corner is at most 5 m farther along than the nearest place.
                #expect((waypoint.position.distanceInMetres - truth).magnitude < 0.05)
            }
        }
    }

    @Test func `two ends on one island stay there`() throws {
        let map = try withIsland(), town = try map.build()
        let route = try town.route([StreetMap.coordinate(210, 55), StreetMap.coordinate(290, 55)])
        #expect((route.distanceInMetres - 80).magnitude < 0.1)
        #expect(route.notices.isEmpty)
    }

    @Test func `the error for an island too far from everything names the end that lies on it`() throws {
        let map = try withIsland(), town = try map.build()
        var workspace = RouteWorkspace()
        for (points, startIsIsland) in [("AI", false), ("IA", true)] {
            var request = RouteQuestion(points.map { map.coordinate($0) }, profile: .foot)
            request.snapLimitInMetres = 40
            let cut = RouteError.Cut(startIsIsland: startIsIsland, endIsIsland: !startIsIsland, atMapEdge: false)
            #expect(throws: RouteError.noRoute(leg: 0, cut: cut)) {
                try town.engine.route(request, workspace: &workspace)
            }
        }
    }

    @Test func `an end lies on the street above rather than in the tunnel below, unless nothing else is near`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 300, 0)
        map.node("C", 0, 40)
        map.node("D", 300, 40)
        map.node("E", 900, 0)
        let above = map.way("ACDB", ["highway": "residential"])
        map.way("AB", ["highway": "service", "tunnel": "yes"])
        map.node("G", 0, -400)
        map.node("H", 300, -400)
        map.way("AG", ["highway": "residential"])
        map.way("BH", ["highway": "residential"])
        let below = map.way("GH", ["highway": "service", "tunnel": "yes"])
        let passage = map.way("BE", ["highway": "service", "tunnel": "building_passage"])
        let town = try map.build()
        func way(_ east: Double, _ north: Double) throws -> Int64 {
            let waypoint = try town.route([StreetMap.coordinate(east, north), map.coordinate("E")]).waypoints[0]
            return town.network.way(of: waypoint.position.edge).osmID
        }
        #expect(try way(150, 5) == above)
        #expect(try way(150, -10) == above)
        // The tunnel alone is nearer than 100 m.
        #expect(try way(150, -65) == above)
        #expect(try way(150, -390) == below)
        #expect(try way(600, 5) == passage)
        // At its mouth the tunnel is a way on like others.
        #expect((try town.route("AB").distanceInMetres - 300).magnitude < 0.1)
    }

    @Test func `at the mouth of a tunnel, routes arrive by the tunnel too, even if other streets are near`() throws {
        var map = StreetMap()
        map.node("A", -300, 0)
        map.node("P", 0, 0)
        map.node("T", 0, 200)
        map.node("S", -200, 30)
        map.node("R", 200, 30)
        map.node("Y", -300, -40)
        map.node("Z", 300, 300)
        map.way("YZ", ["highway": "residential", "tunnel": "yes"])
        map.way("AP", ["highway": "residential", "tunnel": "yes"])
        map.way("SR", ["highway": "residential"])
        map.way("PT", ["highway": "residential"])
        let route = try map.build().route("AP", .car)
        // 25 km/h, and no turn at the end.
        #expect((route.durationInSeconds - 300 * 3.6 / 25).magnitude < 0.05)
    }

    @Test func `ferries are boarded at their ends only`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 100, 0)
        map.node("C", 2000, 0)
        map.node("D", 2100, 0)
        map.way("AB", ["highway": "footway"])
        map.way("BC", ["route": "ferry"])
        map.way("CD", ["highway": "footway"])
        let town = try map.build()
        let position = try town.engine.nearest(StreetMap.coordinate(700, 0), profile: .foot)[0].position
        #expect((position.distanceInMetres - 600).magnitude < 0.1)
        #expect((try town.route("AD").distanceInMetres - 2100).magnitude < 0.5)
    }

    @Test func `a route to a pier ends when the ferry arrives`() throws {
        // Turning into either street of the quay would cost time.
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 2000, 0)
        map.node("C", 2000, 100)
        map.node("D", 2000, -100)
        map.node("E", 0, 100)
        map.way("AB", ["route": "ferry", "duration": "00:10"])
        map.way("CBD", ["highway": "residential"])
        map.way("AE", ["highway": "residential"])
        let town = try map.build()
        for profile in [Profile.foot, .bicycle] {
            #expect((try town.route("AB", profile).durationInSeconds - 600).magnitude < 0.01)
            #expect((try town.route("BA", profile).durationInSeconds - 600).magnitude < 0.01)
        }
    }

    @Test func `a start at a junction may leave by every street of it`() throws {
        // From B eastward only by the second way; the first one only leads there.
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 100, 0)
        map.node("C", 200, 0)
        map.way("AB", ["highway": "residential", "oneway": "yes", "foot": "no", "bicycle": "no"])
        map.way("BC", ["highway": "residential", "oneway": "yes"])
        let town = try map.build()
        #expect((try town.route("BC", .car).distanceInMetres - 100).magnitude < 0.1)
        #expect((try town.route("AB", .car).distanceInMetres - 100).magnitude < 0.1)
    }

    /// A street of 500 m, and a footway of 100 m, 50 m north of it, that nothing leads to.
    private func withIsland() throws -> StreetMap {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 500, 0)
        map.node("C", 500, 500)
        map.node("I", 200, 50)
        map.node("J", 300, 50)
        map.way("ABC", ["highway": "residential"])
        map.way("AC", ["highway": "residential"])
        map.way("IJ", ["highway": "footway"])
        return map
    }

    /// The distance to the nearest usable edge, by narrowing down each piece of each.
    private func nearestDistance(to point: Coordinate, _ network: RoadNetwork, _ profile: Profile) -> Double {
        let times = network.layer(profile).times
        var nearest = Double.infinity
        for index in 0..<network.edges.count {
            let edge = EdgeID(UInt32(index))
            guard times[edge.forward.rawValue] != .max || times[edge.backward.rawValue] != .max else { continue }
            let points = network.points(of: edge)
            for (from, to) in zip(points, points.dropFirst()) {
                func distance(_ share: Double) -> Double {
                    let latitude = Double(from.latitudeE7) + share * Double(to.latitudeE7 - from.latitudeE7)
                    let longitude = Double(from.longitudeE7) + share * Double(to.longitudeE7 - from.longitudeE7)
                    return point.distance(
                        inMetresTo: Coordinate(latitude: latitude / 1e7, longitude: longitude / 1e7)!)
                }
                // Distance to a short straight piece has one minimum: thirds at a time.
                var low = 0.0, high = 1.0
                for _ in 0..<60 {
                    let first = low + (high - low) / 3, second = high - (high - low) / 3
                    if distance(first) < distance(second) { high = second } else { low = first }
                }
                nearest = min(nearest, distance(low))
            }
        }
        return nearest
    }
}
