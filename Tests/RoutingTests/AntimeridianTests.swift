import Atlas
import Foundation
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// Streets over the antimeridian: ended at 180° and begun again at −180°, as the OSM wiki asks (180th_meridian), or
/// drawn across.
@Suite struct AntimeridianTests {
    /// A street of four hundredths of a degree along a parallel, half of it on either side.
    private static func street(isCut: Bool) -> HandMade {
        var map = HandMade()
        map.node(1, -16.8, 179.98)
        map.node(2, -16.8, 179.99)
        map.node(5, -16.8, -179.99)
        map.node(6, -16.8, -179.98)
        // So that the map is more than that line.
        map.node(7, -16.81, -179.98, ["natural": "tree"])
        guard isCut else {
            map.way(10, [1, 2, 5, 6], ["highway": "tertiary", "name": "Hibiscus Highway"])
            return map
        }
        map.node(3, -16.8, 180)
        map.node(4, -16.8, -180)
        map.way(10, [1, 2, 3], ["highway": "tertiary", "name": "Hibiscus Highway"])
        map.way(11, [4, 5, 6], ["highway": "tertiary", "name": "Hibiscus Highway"])
        return map
    }

    /// An engine, and the memory that it reads.
    private struct Streets {
        let engine: RouteEngine
        let memory: AtlasMemory

        init(_ data: OSMData) throws {
            var text = StringInterner(), writer = AtlasWriter(), issues = IssueLog()
            try RoadBuilding.build(data, text: &text, into: &writer, issues: &issues)
            text.add(to: &writer)
            memory = AtlasMemory(writer.finish())
            engine = try RouteEngine(memory.view())
            try engine.check()
        }

        func route(_ from: Double, _ to: Double, _ profile: Profile = .foot) throws -> PlannedRoute {
            let ends = try [from, to].map { try #require(Coordinate(latitude: -16.8, longitude: $0)) }
            var workspace = RouteWorkspace()
            return try engine.route(RouteQuestion(ends, profile: profile), workspace: &workspace)
        }
    }

    @Test(arguments: [true, false])
    func `a street goes on over the antimeridian`(_ isCut: Bool) throws {
        let streets = try Streets(try Self.street(isCut: isCut).data())
        let degree = 6_371_008.8 * Double.pi / 180 * 0.957_319_497
        for profile in Profile.allCases {
            for (from, to, degrees) in [
                (179.98, 179.99, 0.01), (-179.99, -179.98, 0.01), (179.98, -179.98, 0.04), (-179.98, 179.98, 0.04),
                (179.995, -179.995, 0.01), (180, -179.98, 0.02), (-180, 179.98, 0.02), (-179.999, 179.999, 0.002),
            ] {
                let route = try streets.route(from, to, profile)
                #expect((route.distanceInMetres - degrees * degree).magnitude < 1)
                // Nothing on the way is farther from the next point than the street is long.
                for (one, next) in zip(route.geometry, route.geometry.dropFirst()) {
                    #expect(one.distance(inMetresTo: next) < 4300)
                }
            }
        }
        // One junction there, at which the street does not end.
        #expect(streets.engine.network.points.count == 3)
    }

    @Test(arguments: [true, false])
    func `a street is near from either side of the antimeridian`(_ isCut: Bool) throws {
        let engine = try Streets(try Self.street(isCut: isCut).data()).engine
        for longitude in [179.9999, -179.9999, 180, -180, 179.995, -179.995] {
            let point = try #require(Coordinate(latitude: -16.8001, longitude: longitude))
            let found = try engine.nearest(point, profile: .foot)[0].position
            #expect((found.distanceInMetres - 11.12).magnitude < 0.05)
        }
    }

    @Test(arguments: [true, false])
    func `the drawing of a route goes on beyond 180 degrees`(_ isCut: Bool) throws {
        let streets = try Streets(try Self.street(isCut: isCut).data())
        for (from, to, last) in [(179.985, -179.985, "180.015,"), (-179.985, 179.985, "-180.015,")] {
            let json = String(decoding: RouteJSON.write(try streets.route(from, to), streets.engine), as: UTF8.self)
            #expect(json.contains("[\(last)"), "\(json.prefix(600))")
        }
    }

    /// Two streets that meet at a node on the antimeridian, which an editor has written as 180° or as -180°.
    private static func meeting(_ longitude: Double, _ tags: HandMade.TagPairs = [:]) -> HandMade {
        var map = HandMade()
        map.node(1, -16.79, 179.99)
        map.node(2, -16.81, 179.99)
        map.node(3, -16.8, longitude, tags)
        map.node(4, -16.8, -179.99)
        map.node(5, -16.8, -179.98)
        map.way(10, [1, 3], ["highway": "tertiary", "name": "North Road"])
        map.way(11, [2, 3], ["highway": "tertiary", "name": "South Road"])
        map.way(12, [3, 4, 5], ["highway": "tertiary", "name": "East Road"])
        return map
    }

    private func isConnected(_ map: HandMade, _ profile: Profile) throws -> [Bool] {
        let streets = try Streets(try map.data())
        let ends = try [(-16.79, 179.99), (-16.81, 179.99), (-16.8, -179.98)].map {
            try #require(Coordinate(latitude: $0.0, longitude: $0.1))
        }
        return [(0, 1), (0, 2), (1, 2), (2, 1)].map { from, to in
            var workspace = RouteWorkspace()
            let question = RouteQuestion([ends[from], ends[to]], profile: profile)
            return (try? streets.engine.route(question, workspace: &workspace)) != nil
        }
    }

    @Test(arguments: [180.0, -180])
    func `all streets that end at a place on the antimeridian meet there`(_ longitude: Double) throws {
        for profile in Profile.allCases {
            #expect(try isConnected(Self.meeting(longitude), profile) == [true, true, true, true])
        }
        #expect(try Streets(try Self.meeting(longitude).data()).engine.network.points.count == 4)
    }

    @Test(arguments: [180.0, -180])
    func `a barrier on the antimeridian bars the way on both sides`(_ longitude: Double) throws {
        let bollard = Self.meeting(longitude, ["barrier": "bollard"])
        #expect(try isConnected(bollard, .car) == [false, false, false, false])
        #expect(try isConnected(bollard, .foot) == [true, true, true, true])
        let kerb = Self.meeting(longitude, ["barrier": "kerb", "kerb": "raised"])
        #expect(try isConnected(kerb, .wheelchair) == [false, false, false, false])
        let network = try Streets(try kerb.data()).engine.network
        #expect(network.kerbs.indices.count { network.kerbs[$0] == Kerb.raised.rawValue } == 1)
    }

    @Test func `the duration of a ferry line is shared out over the antimeridian`() throws {
        var map = HandMade()
        for (id, longitude) in [(1, 179.97), (2, 179.98), (3, -179.98), (4, -179.97)] {
            map.node(Int64(id), -16.8, longitude)
        }
        map.way(10, [1, 2], ["highway": "residential"])
        map.way(11, [2, 3])
        map.way(12, [3, 4], ["highway": "residential"])
        map.relation(
            9, [HandMade.Member(.way, 11)], ["type": "route", "route": "ferry", "duration": "00:15"])
        let route = try Streets(try map.data()).route(179.98, -179.98)
        #expect((route.durationInSeconds - 900).magnitude < 0.1)
    }

    @Test(arguments: [true, false])
    func `the streets that can be reached go on beyond 180°`(_ isCut: Bool) throws {
        let streets = try Streets(try Self.street(isCut: isCut).data())
        var workspace = RouteWorkspace()
        let start = try #require(Coordinate(latitude: -16.8, longitude: 179.998))
        let found = try streets.engine.reach(
            from: start, .foot, within: [600_000], direction: .from, workspace: &workspace)
        let bytes = ReachJSON.write(found.reaches, of: [10], from: found.start, .foot, streets.engine)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let reaches = try #require(object["reaches"] as? [[String: Any]])
        let lines = try #require((reaches[0]["streets"] as? [String: Any])?["coordinates"] as? [[[Double]]])
        #expect(!lines.isEmpty)
        for line in lines {
            for (from, to) in zip(line, line.dropFirst()) { #expect((to[0] - from[0]).magnitude < 1) }
        }
    }
}
