import Foundation
import GeoCore
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing

@Suite struct OSRMTableTests {
    private let town: Town

    init() throws { town = try Town() }

    private static let three = "24.935,60.17;24.94,60.17;24.9402,60.1715"

    private static func rows(_ answer: [String: Any], _ name: String) -> [[Double?]] {
        ((answer[name] as? [[Any]]) ?? []).map { $0.map { $0 as? Double } }
    }

    @Test(arguments: ["foot", "bicycle", "car"])
    func `a table has the figures of its routes`(profile: String) async throws {
        let (status, answer) = try await town.json(
            "/table/v1/\(profile)/\(Self.three)?annotations=distance,duration&sources=2;0&destinations=all")
        #expect(status == 200 && answer["code"] as? String == "Ok")
        let coordinates = Self.three.split(separator: ";")
        let durations = Self.rows(answer, "durations"), distances = Self.rows(answer, "distances")
        #expect(durations.map(\.count) == [3, 3] && distances.map(\.count) == [3, 3])
        for (row, source) in [2, 0].enumerated() {
            for target in coordinates.indices {
                let (_, route) = try await town.json(
                    "/route/v1/\(profile)/\(coordinates[source]);\(coordinates[target])?overview=false")
                let first = try #require((route["routes"] as? [[String: Any]])?.first)
                #expect(durations[row][target] == first["duration"] as? Double)
                #expect(distances[row][target] == first["distance"] as? Double)
                let ends = try #require(route["waypoints"] as? [[String: Any]])
                let sources = try #require(answer["sources"] as? [[String: Any]])
                #expect(sources[row]["location"] as? [Double] == ends[0]["location"] as? [Double])
                #expect(sources[row]["hint"] as? String == ends[0]["hint"] as? String)
            }
        }
        #expect((answer["destinations"] as? [Any])?.count == 3 && answer["fallback_speed_cells"] == nil)
    }

    @Test func `members that were not requested are left out`() async throws {
        let (_, plain) = try await town.json("/table/v1/foot/\(Self.three).json?generate_hints=false")
        #expect(Set(plain.keys) == ["code", "data_version", "durations", "sources", "destinations"])
        #expect((plain["sources"] as? [[String: Any]])?.allSatisfy { $0["hint"] == nil } == true)
        let (_, short) = try await town.json("/table/v1/foot/\(Self.three)?annotations=distance&skip_waypoints=true")
        #expect(Set(short.keys) == ["code", "data_version", "distances"])
        let (_, scaled) = try await town.json(
            "/table/v1/foot/\(Self.three)?scale_factor=2&annotations=duration,distance")
        let (_, distances) = try await town.json("/table/v1/foot/\(Self.three)?annotations=distance")
        #expect(Self.rows(scaled, "distances") == Self.rows(distances, "distances"))
        for (twice, once) in zip(Self.rows(scaled, "durations").joined(), Self.rows(plain, "durations").joined()) {
            #expect(abs(try #require(twice) - 2 * (try #require(once))) <= 0.15)
        }
        let huge = try await town.json(
            "/table/v1/foot/\(Self.three)?scale_factor=99999999999999999999999999999999"
        ).object
        #expect(Self.rows(huge, "durations")[0][1] == 9e9)
    }

    /// A street that nothing joins to the others.
    private static func withIsland() throws -> Town {
        var grown = Town.extract
        grown.node(20, 60.1738, 24.936)
        grown.node(21, 60.1738, 24.939)
        grown.way(30, [20, 21], ["highway": "residential", "name": "Island Road"])
        return try Town(atlas: Town.atlas(of: grown))
    }

    @Test func `where no way leads, a table has null, or a straight line if that is wanted`() async throws {
        let town = try Self.withIsland(), island = Coordinate(latitude: 60.1739, longitude: 24.9375)!
        let target = "/table/v1/foot/24.94,60.17;24.9375,60.1739?radiuses=20;20&annotations=duration,distance"
        let (status, answer) = try await town.json(target)
        #expect(status == 200)
        for name in ["durations", "distances"] { #expect(Self.rows(answer, name) == [[0, nil], [nil, 0]]) }
        let straight = Town.corner.distance(inMetresTo: island)
        for (query, metres) in [("", straight), ("&fallback_coordinate=snapped", straight - 11.1)] {
            let (_, filled) = try await town.json(target + "&fallback_speed=2" + query)
            let distance = try #require(Self.rows(filled, "distances")[0][1])
            #expect(abs(distance - metres) < 1)
            #expect(abs(try #require(Self.rows(filled, "durations")[1][0]) - distance / 2) < 0.2)
            #expect(filled["fallback_speed_cells"] as? [[Int]] == [[0, 1], [1, 0]])
        }
        let (refused, route) = try await town.json("/route/v1/foot/24.94,60.17;24.9375,60.1739?radiuses=20;20")
        #expect(refused == 400 && route["code"] as? String == "NoRoute")
        #expect(route["message"] as? String == "Impossible route between points")
    }

    @Test func `other ways come after the quickest`() async throws {
        var grown = Town.extract
        // A loop beside Market Street's eastern half, a little longer.
        grown.node(20, 60.1703, 24.942)
        grown.node(21, 60.1703, 24.943)
        grown.way(30, [2, 20, 21, 3], ["highway": "residential", "name": "Back Street"])
        let town = try Town(atlas: Town.atlas(of: grown))
        func routes(_ query: String) async throws -> [Double] {
            let (_, answer) = try await town.json("/route/v1/foot/24.936,60.17;24.945,60.17?\(query)")
            return ((answer["routes"] as? [[String: Any]]) ?? []).compactMap { $0["duration"] as? Double }
        }
        let one = try await routes(""), some = try await routes("alternatives=3"),
            two = try await routes("alternatives=true")
        #expect(one.count == 1 && some.first == one.first && some == some.sorted() && two == Array(some.prefix(2)))
    }

    @Test func `limits are the operator's`() async throws {
        let town = try Town {
            $0.tablePoints = 2
            $0.routePoints = 2
        }
        #expect(try await town.json("/table/v1/foot/\(Self.three)").object["code"] as? String == "TooBig")
        #expect(try await town.json("/table/v1/foot/\(Self.three)?sources=0").object["code"] as? String == "Ok")
        #expect(try await town.json("/route/v1/foot/\(Self.three)").object["code"] as? String == "TooBig")
        let (_, ours) = try await town.json("/api/v1/table?points=60.17,24.94;60.17,24.94;60.17,24.94")
        #expect(ours["code"] as? String == "too_many_points")
    }

    @Test func `hints of one answer make the next the same`() async throws {
        let (_, first) = try await town.json("/route/v1/car/\(Self.three)?steps=true")
        let hints = try #require(first["waypoints"] as? [[String: Any]]).compactMap { $0["hint"] as? String }
        let (status, second) = try await town.json(
            "/route/v1/car/\(Self.three)?steps=true&hints=\(hints.joined(separator: ";"))")
        #expect(status == 200 && hints.count == 3)
        #expect((first as NSDictionary) == (second as NSDictionary))
    }

    @Test func `the nearest street can be limited to streets that lead somewhere`() async throws {
        for (bearings, name) in [("90,10", "Market Street"), ("180,10", "Cross \"Lane\""), ("0,180", "Cross \"Lane\"")]
        {
            let (_, answer) = try await town.json("/nearest/v1/foot/24.94005,60.1701?bearings=\(bearings)")
            #expect((answer["waypoints"] as? [[String: Any]])?.first?["name"] as? String == name)
        }
    }

    @Test func `waypoints and lines are for the legs that were asked for`() async throws {
        let (_, answer) = try await town.json(
            "/route/v1/foot/\(Self.three)?waypoints=0;2&overview=by_legs&geometries=geojson&steps=true")
        let route = try #require((answer["routes"] as? [[String: Any]])?.first)
        let legs = try #require(route["legs"] as? [[String: Any]])
        #expect(legs.count == 1 && (answer["waypoints"] as? [Any])?.count == 2 && route["geometry"] == nil)
        let line = try #require((legs[0]["geometry"] as? [String: Any])?["coordinates"] as? [[Double]])
        #expect(line.first == [24.935, 60.17] && line.last == [24.94, 60.1715])
        let (_, three) = try await town.json("/route/v1/foot/\(Self.three)?overview=by_legs")
        let parts = ((three["routes"] as? [[String: Any]])?.first?["legs"] as? [[String: Any]]) ?? []
        #expect(parts.count == 2 && parts.allSatisfy { ($0["geometry"] as? String)?.isEmpty == false })
    }
}
