import Foundation
import GeoCore
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

/// Valhalla's isochrone service, as its clients use it.
@Suite struct IsochroneTests {
    private let town: Town

    init() throws { town = try Town() }

    /// Sends a request with an address and with a body, which have the same answer.
    private func ask(_ json: String) async throws -> (status: Int, object: [String: Any]) {
        let query = json.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let got = try await town.json("/isochrone?json=\(query)")
        let posted = try await town.send(.post, "/isochrone", json)
        #expect(posted.status.code == got.status)
        let object = try JSONSerialization.jsonObject(with: Data(posted.body.readableBytesView)) as? [String: Any]
        #expect(NSDictionary(dictionary: object ?? [:]) == NSDictionary(dictionary: got.object))
        return got
    }

    private func features(_ json: String) async throws -> [[String: Any]] {
        let (status, object) = try await ask(json)
        #expect(status == 200)
        #expect(object["type"] as? String == "FeatureCollection")
        return try #require(object["features"] as? [[String: Any]])
    }

    private func geometry(_ feature: [String: Any]) -> (type: String, coordinates: Any?) {
        let geometry = feature["geometry"] as? [String: Any]
        return (geometry?["type"] as? String ?? "", geometry?["coordinates"])
    }

    private func properties(_ feature: [String: Any]) -> [String: Any] {
        feature["properties"] as? [String: Any] ?? [:]
    }

    private static let start = #""locations":[{"lat":60.17,"lon":24.94}],"costing":"pedestrian""#

    /// The colours and the order are those that Valhalla 3.9.1 gave.
    @Test func `contours have Valhalla's properties, colours and order`() async throws {
        let found = try await features("{\(Self.start),\"contours\":[{\"time\":1},{\"time\":2.5},{\"distance\":0.1}]}")
        #expect(found.map { properties($0)["metric"] as? String } == ["distance", "time", "time"])
        #expect(found.map { properties($0)["contour"] as? Double } == [0.1, 2.5, 1])
        #expect(found.map { properties($0)["color"] as? String } == ["#bf4040", "#bfaa40", "#6abf40"])
        for feature in found {
            #expect(feature["type"] as? String == "Feature")
            let properties = properties(feature), color = properties["color"] as? String
            #expect(properties["fill"] as? String == color && properties["fillColor"] as? String == color)
            for name in ["opacity", "fill-opacity", "fillOpacity"] { #expect(properties[name] as? Double == 0.33) }
            #expect(geometry(feature).type == "LineString")
            let line = try #require(geometry(feature).coordinates as? [[Double]])
            #expect(line.count > 3 && line.first == line.last)
        }
        let two = try await features(
            "{\(Self.start),\"contours\":[{\"time\":3,\"color\":\"ff0000\"},{\"time\":1},{\"time\":0},{\"time\":-1}]}")
        #expect(two.map { properties($0)["color"] as? String } == ["#ff0000", "#9fbf40"])
        let odd = try await features("{\(Self.start),\"contours\":[{\"time\":3,\"color\":\"<b>\"}]}")
        #expect(odd.map { properties($0)["color"] as? String } == ["#bf4040"])
    }

    /// The streets of the town are two lines, so that the reached area is known: a cross with arms of so many metres.
    @Test(arguments: [
        ("pedestrian", 1.0, 5.0), ("bicycle", 0.3, 15), ("auto", 0.2, 25), ("wheelchair", 1, 4),
    ])
    func `a contour reaches as far as the costing allows in the time or the length`(
        costing: String, minutes: Double, speed: Double
    ) async throws {
        let arm = minutes / 60 * speed * 1000
        for limit in ["\"time\":\(minutes)", "\"distance\":\(arm / 1000)"] {
            let found = try await features(
                """
                {"locations":[{"lat":60.17,"lon":24.94}],"costing":"\(costing)","polygons":true,"contours":[{\(limit)}]}
                """)
            #expect(found.count == 1 && geometry(found[0]).type == "Polygon")
            let rings = try #require(geometry(found[0]).coordinates as? [[[Double]]])
            let east = rings[0].map { $0[0] }.max() ?? 0, west = rings[0].map { $0[0] }.min() ?? 0
            let reached = { (longitude: Double) in
                Town.corner.distance(inMetresTo: Coordinate(latitude: 60.17, longitude: longitude)!) - 25
            }
            #expect((reached(east) - arm).magnitude < 4, "\(costing) \(limit)")
            #expect((reached(west) - arm).magnitude < 4)
        }
    }

    @Test func `locations and a name are returned on request`() async throws {
        let (_, object) = try await ask(
            """
            {"locations":[{"lat":60.1702,"lon":24.9420}],"costing":"pedestrian","contours":[{"time":1}],"show_locations":true,\
            "id":"Ä \\"walk\\"","denoise":0.3,"generalize":20,"costing_options":{"pedestrian":{"walking_speed":4}}}
            """)
        #expect(object["id"] as? String == "Ä \"walk\"")
        let found = try #require(object["features"] as? [[String: Any]])
        #expect(found.map { geometry($0).type } == ["LineString", "MultiPoint", "Point"])
        #expect(found.dropFirst().map { properties($0)["type"] as? String } == ["snapped", "input"])
        #expect(properties(found[1])["location_index"] as? Int == 0)
        #expect(geometry(found[2]).coordinates as? [Double] == [24.942, 60.1702])
        let snapped = try #require((geometry(found[1]).coordinates as? [[Double]])?.first)
        #expect((snapped[0] - 24.942).magnitude < 1e-4 && (snapped[1] - 60.17).magnitude < 1e-4)
        let named = try await town.json(
            "/isochrone?id=one&json="
                + ("{\(Self.start),\"contours\":[{\"time\":1}]}"
                    .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""))
        #expect(named.object["id"] as? String == "one")
    }

    /// Codes and sentences are those that Valhalla 3.9.1 gave; only its limits are other ones.
    @Test(arguments: [
        ("{", 100, "Failed to parse json request"), ("[]", 100, "Failed to parse json request"),
        (#"{"locations":[{"lat":NaN,"lon":1}]}"#, 100, "Failed to parse json request"),
        ("{}", 110, "Insufficiently specified required parameter 'locations'"),
        (
            #"{"locations":[],"costing":"pedestrian","contours":[{"time":5}]}"#, 110,
            "Insufficiently specified required parameter 'locations'"
        ),
        (#"{"locations":[{"lat":60.17,"lon":24.94}]}"#, 113, "Insufficiently specified required parameter 'contours'"),
        ("{\(start),\"contours\":[]}", 113, "Insufficiently specified required parameter 'contours'"),
        (#"{"locations":[{"lat":60.17,"lon":24.94}],"contours":[{"time":5}]}"#, 124, "No edge/node costing provided"),
        (
            #"{"locations":[{"lat":60.17,"lon":24.94}],"costing":"rocket","contours":[{"time":5}]}"#, 125,
            "No costing method found: 'rocket'"
        ),
        (
            #"{"locations":[{"lat":143,"lon":7.4}],"costing":"auto","contours":[{"time":5}]}"#, 130,
            "Failed to parse location"
        ),
        (
            #"{"locations":[{"lat":"a","lon":7.4}],"costing":"auto","contours":[{"time":5}]}"#, 130,
            "Failed to parse location"
        ),
        (#"{"locations":[{"lon":7.4}],"costing":"auto","contours":[{"time":5}]}"#, 130, "Failed to parse location"),
        ("{\(start),\"contours\":[{}]}", 111, "Insufficiently specified required parameter 'time'"),
        ("{\(start),\"contours\":[{\"time\":\"x\"}]}", 111, "Insufficiently specified required parameter 'time'"),
        (
            #"{"locations":[{"lat":60.17,"lon":24.94},{"lat":60.17,"lon":24.94}],"costing":"auto","contours":[{"time":5}]}"#,
            150, "Exceeded max locations: 1"
        ),
        ("{\(start),\"contours\":[{\"time\":500}]}", 151, "Exceeded max time: 120"),
        (
            "{\(start),\"contours\":[{\"time\":1},{\"time\":2},{\"time\":3},{\"time\":4},{\"time\":5}]}", 152,
            "Exceeded max contours: 4"
        ),
        ("{\(start),\"contours\":[{\"distance\":5000}]}", 166, "Exceeded max distance: 50"),
        (
            #"{"locations":[{"lat":0,"lon":0}],"costing":"pedestrian","contours":[{"time":5}]}"#, 171,
            "No suitable edges near location"
        ),
    ])
    func `errors have Valhalla's form, codes and sentences`(json: String, code: Int, message: String) async throws {
        let (status, object) = try await ask(json)
        #expect(status == 400)
        #expect(object["error_code"] as? Int == code)
        #expect(object["error"] as? String == message)
        #expect(object["status_code"] as? Int == 400 && object["status"] as? String == "Bad Request")
    }

    /// On a one-way street, for 83 m: routes from the location lead north, routes to it come from the south.
    @Test func `reverse returns the area from which the location is reached`() async throws {
        var map = Town.extract
        map.node(7, 60.172, 24.945)
        map.way(12, [3, 7], ["highway": "residential", "oneway": "yes"])
        map.way(13, [7, 1], ["highway": "residential"])
        let town = try Town(atlas: Town.atlas(of: map))
        func latitudes(_ reverse: String) async throws -> [Double] {
            let json = """
                {"locations":[{"lat":60.171,"lon":24.945}],"costing":"auto","polygons":true,"contours":[{"time":0.2}]\(reverse)}
                """
            let answer = try await town.send(.post, "/isochrone", json)
            let object = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView)) as? [String: Any]
            let features = try #require(object?["features"] as? [[String: Any]])
            let rings = try #require(geometry(features[0]).coordinates as? [[[Double]]])
            return rings.joined().map { $0[1] }
        }
        for direction in ["", ",\"reverse\":false"] {
            let found = try await latitudes(direction)
            #expect((found.max() ?? 0) > 60.1716 && (found.min() ?? 0) > 60.1707)
        }
        let found = try await latitudes(",\"reverse\":true")
        #expect((found.max() ?? 0) < 60.1713 && (found.min() ?? 0) < 60.1704)
    }

    @Test func `generalize leaves out only points within its distance of the line`() async throws {
        func ring(_ metres: String) async throws -> [[Double]] {
            let found = try await features(
                "{\(Self.start),\"polygons\":true,\"contours\":[{\"time\":4}]\(metres)}")
            return try #require((geometry(found[0]).coordinates as? [[[Double]]])?.first)
        }
        let whole = try await ring("")
        for metres in [5.0, 20, 150] {
            let fewer = try await ring(",\"generalize\":\(metres)")
            #expect(fewer.count < whole.count && fewer.count >= 4 && fewer.first == fewer.last)
            for point in whole {
                let distance =
                    zip(fewer, fewer.dropFirst()).map { Self.metres(from: point, to: $0, $1) }.min() ?? .infinity
                #expect(distance <= metres * 1.001)
            }
        }
        let coarse = try await ring(",\"generalize\":1e300")
        #expect(coarse.count == 4)
        #expect(try await ring(",\"generalize\":-5") == whole)
    }

    /// On a plane, by longitude and latitude at 60.17° N.
    private static func metres(from point: [Double], to start: [Double], _ end: [Double]) -> Double {
        func plane(_ other: [Double]) -> (Double, Double) {
            ((other[0] - point[0]) * 111_195 * cos(60.17 * .pi / 180), (other[1] - point[1]) * 111_195)
        }
        let (a, b) = (plane(start), plane(end)), along = (b.0 - a.0, b.1 - a.1)
        let square = along.0 * along.0 + along.1 * along.1
        let share = square > 0 ? max(0, min(1, -(a.0 * along.0 + a.1 * along.1) / square)) : 0
        return hypot(a.0 + along.0 * share, a.1 + along.1 * share)
    }

    @Test func `a body may have any media type, and no body is an empty request`() async throws {
        let json = "{\(Self.start),\"contours\":[{\"time\":1}]}"
        for type in ["application/x-www-form-urlencoded", "text/plain", "application/json; charset=utf-8"] {
            let answer = try await town.send(.post, "/isochrone", json, headers: [.contentType: type])
            #expect(answer.status == .ok)
        }
        let nothing = try await town.send(.post, "/isochrone")
        #expect(nothing.status == .badRequest && String(buffer: nothing.body).contains("\"error_code\":110"))
        let other = try await town.json("/isochrone?jsno=1")
        #expect(other.status == 400 && other.object["error_code"] as? Int == 100)
        let large = try await town.send(.post, "/isochrone", String(repeating: " ", count: 70_000))
        #expect(large.status == .contentTooLarge)
    }
}
