import Foundation
import GeoCore
import HummingbirdTesting
import NIOCore
import Server
import Testing

@Suite struct OSRMTests {
    private let town: Town

    init() throws { town = try Town() }

    private static let pair = "24.94,60.17;24.945,60.17"

    @Test func `a route has OSRM's form`() async throws {
        let (status, answer) = try await town.json(
            "/route/v1/foot/\(Self.pair)?overview=full&geometries=geojson&steps=true")
        #expect(status == 200)
        #expect(answer["code"] as? String == "Ok")
        let route = try #require((answer["routes"] as? [[String: Any]])?.first)
        // Market Street's eastern half: 0.005° of longitude at 60.17° N.
        let truth = Town.corner.distance(inMetresTo: Town.eastEnd)
        #expect(abs(try #require(route["distance"] as? Double) - truth) < 1)
        #expect((route["geometry"] as? [String: Any])?["type"] as? String == "LineString")
        let steps = ((route["legs"] as? [[String: Any]])?.first?["steps"] as? [[String: Any]]) ?? []
        #expect((steps.first?["maneuver"] as? [String: Any])?["type"] as? String == "depart")
        #expect((steps.last?["maneuver"] as? [String: Any])?["type"] as? String == "arrive")
        #expect((answer["waypoints"] as? [[String: Any]])?.count == 2)
    }

    @Test func `all ways of writing coordinates give the same route`() async throws {
        let points = [PointE7(Town.corner), PointE7(Town.eastEnd)]
        func text(_ precision: Polyline.Precision) -> String {
            Polyline.encode(points, precision: precision).map { String(format: "%%%02x", $0) }.joined()
        }
        let truth = String(buffer: try await town.get("/route/v1/foot/\(Self.pair)").body)
        for coordinates in ["\(Self.pair).json", "polyline(\(text(.five)))", "polyline6(\(text(.six)))"] {
            #expect(String(buffer: try await town.get("/route/v1/foot/\(coordinates)").body) == truth)
        }
    }

    @Test(arguments: [
        "overview=false", "overview=simplified&geometries=polyline6", "annotations=true",
        "annotations=duration,distance",
        "alternatives=3", "alternatives=false", "continue_straight=default", "radiuses=100;unlimited", "radiuses=;",
        "hints=;", "approaches=curb;unrestricted", "generate_hints=false", "skip_waypoints=true", "snapping=any",
        "bearings=;",
    ])
    func `OSRM's options are understood`(query: String) async throws {
        let (status, answer) = try await town.json("/route/v1/foot/\(Self.pair)?\(query)")
        #expect(status == 200)
        #expect(answer["code"] as? String == "Ok")
    }

    @Test func `nearest streets come in order`() async throws {
        let (_, answer) = try await town.json("/nearest/v1/foot/24.941,60.1702?number=3")
        let waypoints = try #require(answer["waypoints"] as? [[String: Any]])
        let distances = waypoints.compactMap { $0["distance"] as? Double }
        #expect(distances.count > 1 && distances == distances.sorted())
        #expect(waypoints.first?["name"] as? String == "Market Street")
    }

    private struct Refused: Sendable, CustomTestStringConvertible {
        let target: String
        let code: String
        var message: String?
        var testDescription: String { target }
    }

    @Test(arguments: [
        Refused(target: "/match/v1/foot/\(pair)", code: "InvalidService"),
        Refused(target: "/route/v2/foot/\(pair)", code: "InvalidVersion"),
        Refused(
            target: "/route/v1/foot/24.94,60.17", code: "InvalidOptions",
            message: "Number of coordinates needs to be at least two."),
        Refused(
            target: "/route/v1/foot/24.94,60.17;x,y", code: "InvalidQuery",
            message: "Query string malformed close to position 12"),
        Refused(target: "/route/v1/foot/24.94,60.17;24.94,nan", code: "InvalidQuery"),
        Refused(target: "/route/v1/foot/24.94,60.17;24.94", code: "InvalidQuery"),
        Refused(target: "/route/v1/foot/24.94,60.17;181,0", code: "InvalidValue", message: "Invalid coordinate value."),
        Refused(target: "/route/v1/foot/polyline(%7f)", code: "InvalidUrl"),
        Refused(target: "/route/v1/foot/polyline(_)", code: "InvalidValue"),
        Refused(
            target: "/route/v1/foot/24.94,60.17;10,10", code: "NoSegment",
            message: "Could not find a matching segment for coordinate 1"),
        Refused(
            target: "/route/v1/foot/24.9402,60.1705;\(pair)?radiuses=1;;", code: "NoSegment",
            message: "Could not find a matching segment for coordinate 0"),
        Refused(target: "/route/v1/foot/\(pair)?radiuses=1", code: "InvalidOptions"),
        Refused(target: "/route/v1/foot/\(pair)?hints=a", code: "InvalidOptions"),
        Refused(target: "/route/v1/foot/\(pair)?radiuses=-1;1", code: "InvalidQuery"),
        Refused(
            target: "/route/v1/foot/\(pair)?steps=maybe", code: "InvalidQuery",
            message: "Query string malformed close to position 0"),
        Refused(
            target: "/route/v1/foot/\(pair)?steps=true&zoom=1", code: "InvalidQuery",
            message: "Query string malformed close to position 11"),
        Refused(target: "/route/v1/foot/\(pair)?annotations=nodes", code: "NotImplemented"),
        Refused(target: "/route/v1/foot/\(pair)?bearings=0,20;", code: "NotImplemented"),
        Refused(target: "/route/v1/foot/\(pair)?exclude=ferry", code: "NotImplemented"),
        Refused(target: "/route/v1/car/\(pair)", code: "InvalidOptions"),
        Refused(target: "/nearest/v1/foot/\(pair)", code: "InvalidOptions"),
        Refused(target: "/nearest/v1/foot/24.94,60.17?number=0", code: "InvalidQuery"),
        Refused(target: "/nearest/v1/foot/0,0", code: "NoSegment"),
        Refused(
            target: "/route/v1/foot/" + Array(repeating: "1,1", count: 501).joined(separator: ";"), code: "TooBig"),
    ])
    private func `errors have OSRM's form, codes and known sentences`(_ example: Refused) async throws {
        let (status, answer) = try await town.json(example.target)
        #expect(status == 400)
        #expect(answer["code"] as? String == example.code)
        if let message = example.message { #expect(answer["message"] as? String == message) }
    }
}
