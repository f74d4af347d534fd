import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing

/// A village on both sides of the antimeridian, as it is served.
@Suite struct AntimeridianTests {
    private let town: Town

    init() throws { town = try Town(atlas: Self.atlas) }

    private static let atlas = Town.atlas(of: extract)

    private static let extract: HandMade = {
        var map = HandMade()
        map.statedBounds = (-168_100_000, 1_799_700_000, -167_900_000, -1_799_700_000)
        map.node(1, -16.8, 179.98)
        map.node(2, -16.8, 179.99)
        map.node(5, -16.8, -179.99)
        map.node(6, -16.8, -179.98)
        map.way(10, [1, 2, 5, 6], ["highway": "tertiary", "name": "Hibiscus Highway"])
        map.node(7, -16.7998, -179.985, ["amenity": "cafe", "name": "Date Line Café"])
        map.node(11, -16.805, 179.995)
        map.node(12, -16.805, -179.995)
        map.node(13, -16.802, -179.995)
        map.node(14, -16.802, 179.995)
        map.way(20, [11, 12, 13, 14, 11], ["leisure": "park", "name": "Both Sides Park"])
        return map
    }()

    private func object(_ target: String) async throws -> [String: Any] {
        let answer = try await town.json(target)
        #expect(answer.status == 200, "\(target)")
        return answer.object
    }

    @Test func `the map is where the village is, not around the Earth`() async throws {
        let about = try await object("/api/v1/about")
        let bounds = try #require(about["bounds"] as? [Double])
        // West of the antimeridian longitudes are positive (RFC 7946 §5.2).
        #expect(bounds == [179.98, -16.805, -179.98, -16.7998])
        let center = try #require(about["center"] as? [String: Double])
        #expect(try #require(center["lon"]).magnitude > 179.9)
        let tiles = try await object("/tiles.json")
        #expect(tiles["bounds"] as? [Double] == [-180, -16.805, 180, -16.7998])
        let middle = try #require(tiles["center"] as? [Double])
        #expect(middle[0].magnitude > 179.9 && middle[2] >= 12)
    }

    @Test func `tiles on both sides hold the features there`() async throws {
        for column in [0, 16_383] {
            let answer = try await town.get("/tiles/14/\(column)/8967.mvt")
            #expect(answer.status == .ok && answer.body.readableBytes > 50)
        }
        for column in [1, 8191, 16_382] {
            #expect(try await town.get("/tiles/14/\(column)/8967.mvt").status == .noContent)
        }
    }

    @Test func `places are as near as they are on Earth`() async throws {
        let found = try await object("/api/v1/places?q=cafe&lat=-16.8&lon=179.99")
        let hit = try #require((found["results"] as? [[String: Any]])?.first)
        #expect(try (#require(hit["distance"] as? Double) - 2661).magnitude < 9)
        for (id, west, east) in [("w20", 179.995, -179.995), ("w10", 179.98, -179.98)] {
            let bounds = try #require(try await object("/api/v1/places/\(id)")["bounds"] as? [Double])
            #expect((bounds[0] - west).magnitude < 1e-5 && (bounds[2] - east).magnitude < 1e-5, "\(id): \(bounds)")
        }
        for longitude in ["179.998", "-179.998"] {
            let there = try await object("/api/v1/address?lat=-16.8035&lon=\(longitude)")
            #expect("\(there)".contains("Both Sides Park"))
        }
    }

    @Test func `routes and reach cross the antimeridian`() async throws {
        let route = try await object("/route/v1/foot/179.98,-16.8;-179.98,-16.8?geometries=geojson&overview=full")
        let first = try #require((route["routes"] as? [[String: Any]])?.first)
        #expect(try (#require(first["distance"] as? Double) - 4258).magnitude < 2)
        let line = try #require((first["geometry"] as? [String: Any])?["coordinates"] as? [[Double]])
        #expect(line.last.map { ($0[0] - 180.02).magnitude < 1e-6 } == true)
        for (from, to) in zip(line, line.dropFirst()) { #expect((from[0] - to[0]).magnitude < 0.03) }
        let nearest = try await object("/nearest/v1/foot/-179.9999,-16.8001")
        let waypoint = try #require((nearest["waypoints"] as? [[String: Any]])?.first)
        #expect(try (#require(waypoint["distance"] as? Double) - 11.1).magnitude < 0.2)
        let reach = try await object("/api/v1/reach?from=-16.8,179.999&minutes=10")
        #expect("\(reach)".contains("180.00"))
    }

    @Test func `a given box may cross the antimeridian`() async throws {
        for (box, count) in [("179.9,-17,-179.9,-16", 1), ("170,-17,179.9,-16", 0)] {
            let found = try await object("/photon/api?q=cafe&bbox=\(box)")
            #expect((found["features"] as? [Any])?.count == count, "\(box)")
        }
    }
}
