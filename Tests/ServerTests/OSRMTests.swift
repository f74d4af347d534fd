import Foundation
import GeoCore
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
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

    @Test func `a trip visits its points in the best order and states each one's position in it`() async throws {
        let middle = "24.9425,60.17"
        let path = "/trip/v1/foot/24.94,60.17;24.945,60.17;\(middle)?steps=true"
        let (status, answer) = try await town.json(path)
        #expect(status == 200 && answer["code"] as? String == "Ok")
        let trips = try #require(answer["trips"] as? [[String: Any]])
        #expect(trips.count == 1 && (trips[0]["legs"] as? [Any])?.count == 3)
        let waypoints = try #require(answer["waypoints"] as? [[String: Any]])
        #expect(waypoints.compactMap { $0["trips_index"] as? Int } == [0, 0, 0])
        #expect(waypoints.compactMap { $0["waypoint_index"] as? Int }.sorted() == [0, 1, 2])
        let (_, oneWay) = try await town.json(path + "&roundtrip=false&source=first&destination=last")
        #expect(((oneWay["trips"] as? [[String: Any]])?[0]["legs"] as? [Any])?.count == 2)
        let (_, bare) = try await town.json(path + "&skip_waypoints=true")
        #expect(bare["trips"] != nil && bare["waypoints"] == nil)
        let (refused, refusal) = try await town.json(path + "&roundtrip=false")
        #expect(refused == 400 && refusal["code"] as? String == "NotImplemented")
    }

    @Test func `a track is matched, and an impossible one gets an error`() async throws {
        let track = "24.9401,60.17001;24.9412,60.16999;24.9425,60.17002;24.944,60.17"
        let (status, answer) = try await town.json("/match/v1/foot/\(track)?timestamps=10;20;30;40&overview=full")
        #expect(status == 200 && answer["code"] as? String == "Ok")
        let matchings = try #require(answer["matchings"] as? [[String: Any]])
        #expect(matchings.count == 1 && (matchings[0]["legs"] as? [Any])?.count == 3)
        let confidence = try #require(matchings[0]["confidence"] as? Double)
        #expect(confidence > 0.3 && confidence <= 1)
        let points = try #require(answer["tracepoints"] as? [[String: Any]])
        #expect(points.compactMap { $0["waypoint_index"] as? Int } == [0, 1, 2, 3])
        let (far, refusal) = try await town.json("/match/v1/foot/24.9401,60.175;24.9412,60.175")
        #expect(far == 400 && ["NoMatch", "NoSegment"].contains(refusal["code"] as? String))
        for (query, code) in [
            ("timestamps=10;20", "InvalidOptions"), ("timestamps=10;9;30;40", "InvalidValue"),
            ("timestamps=a;b;c;d", "InvalidQuery"), ("waypoints=1;3", "InvalidValue"),
            ("waypoints=0;4", "InvalidOptions"),
        ] {
            let (status, answer) = try await town.json("/match/v1/foot/\(track)?\(query)")
            #expect(status == 400 && answer["code"] as? String == code, "\(query)")
        }
    }

    @Test func `a match has legs between the coordinates that are waypoints`() async throws {
        let track = "24.9401,60.17001;24.9412,60.16999;24.9425,60.17002;24.944,60.17"
        let (_, whole) = try await town.json("/match/v1/foot/\(track)?annotations=nodes,distance")
        let (_, parts) = try await town.json("/match/v1/foot/\(track)?annotations=nodes,distance&waypoints=0;2;3")
        func legs(_ answer: [String: Any]) -> [[String: Any]] {
            (answer["matchings"] as? [[String: Any]])?.first?["legs"] as? [[String: Any]] ?? []
        }
        let metres = legs(whole).compactMap { $0["distance"] as? Double }
        let joined = legs(parts).compactMap { $0["distance"] as? Double }
        #expect(metres.count == 3 && joined.count == 2)
        #expect((joined[0] - metres[0] - metres[1]).magnitude < 0.2 && joined[1] == metres[2])
        let points = try #require(parts["tracepoints"] as? [[String: Any]])
        #expect(points.map { $0["waypoint_index"] as? Int } == [0, nil, 1, 2])
        for leg in legs(parts) {
            let annotation = try #require(leg["annotation"] as? [String: [Double]])
            #expect(annotation["nodes"]?.count == (annotation["distance"]?.count ?? 0) + 1)
            #expect(Set(annotation["nodes"] ?? []) == [2, 3])
        }
        // One that is left out can be none.
        let far = "24.9401,60.17001;24.9412,60.16999;24.9425,60.1745;24.944,60.17"
        let (status, refusal) = try await town.json("/match/v1/foot/\(far)?waypoints=0;2;3")
        #expect(status == 400 && refusal["message"] as? String == "Requested waypoint parameter could not be matched.")
    }

    @Test func `answers say of when the data is, if the extract does`() async throws {
        for path in ["route/v1/foot/\(Self.pair)", "table/v1/foot/\(Self.pair)", "nearest/v1/foot/24.94,60.17"] {
            let (_, answer) = try await town.json("/\(path)")
            #expect(answer["data_version"] as? String == "2023-11-14T22:13:20Z")
        }
        var map = Town.extract
        map.timestamp = nil
        let (_, answer) = try await Town(atlas: Town.atlas(of: map)).json("/route/v1/foot/\(Self.pair)")
        #expect(answer["code"] as? String == "Ok" && answer["data_version"] == nil)
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
        "hints=;", "approaches=curb;unrestricted", "approaches=opposite;", "generate_hints=false",
        "skip_waypoints=true", "snapping=any",
        "bearings=;", "bearings=90,20;", "hints=no;hint", "continue_straight=true", "waypoints=0;1", "overview=by_legs",
        "exclude=ferry", "exclude=ferry,ferry",
    ])
    func `OSRM's options are understood`(query: String) async throws {
        let (status, answer) = try await town.json("/route/v1/foot/\(Self.pair)?\(query)")
        #expect(status == 200)
        #expect(answer["code"] as? String == "Ok")
    }

    @Test(arguments: [
        ("foot", "foot"), ("walking", "foot"), ("pedestrian", "foot"), ("wheelchair", "wheelchair"),
        ("bicycle", "bicycle"), ("cycling", "bicycle"), ("bike", "bicycle"), ("car", "car"), ("driving", "car"),
        ("auto", "car"),
    ])
    func `every profile has its names, and its own time`(name: String, known: RouteProfile.RawValue) async throws {
        let (status, answer) = try await town.json("/route/v1/\(name)/\(Self.pair)?overview=false")
        #expect(status == 200)
        let seconds = ((answer["routes"] as? [[String: Any]])?.first?["duration"] as? Double) ?? 0
        // Kilometres an hour on a residential street; all but the wheelchair as in OSRM's profiles.
        let speed: Double = try #require(["foot": 5, "wheelchair": 4, "bicycle": 15, "car": 25][known])
        let truth = Town.corner.distance(inMetresTo: Town.eastEnd) / (speed / 3.6)
        #expect(abs(seconds - truth) < 0.02 * truth + 1)
        let (_, ours) = try await town.json(
            "/api/v1/route?from=60.17,24.94&to=60.17,24.945&profile=\(known)")
        #expect(ours["profile"] as? String == known)
        #expect(ours["duration"] as? Double == seconds)
        let (_, near) = try await town.json("/nearest/v1/\(name)/24.9402,60.1715")
        // The lane is a footway.
        let street = (near["waypoints"] as? [[String: Any]])?.first?["name"] as? String
        #expect(street == (known == "car" ? "Market Street" : "Cross \"Lane\""))
    }

    @Test func `nearest streets come in order of distance`() async throws {
        let (_, answer) = try await town.json("/nearest/v1/foot/24.941,60.1702?number=3")
        let waypoints = try #require(answer["waypoints"] as? [[String: Any]])
        let distances = waypoints.compactMap { $0["distance"] as? Double }
        #expect(distances.count > 1 && distances == distances.sorted())
        #expect(waypoints.first?["name"] as? String == "Market Street")
        // The ends of the street's stretch, in the order that it is drawn in.
        #expect(waypoints.first?["nodes"] as? [Int] == [2, 3])
    }

    @Test func `all services that answer with lines list the nodes along them`() async throws {
        // From west of the corner to north of it.
        let pair = "24.9375,60.17;24.94,60.171", query = "annotations=nodes&overview=full&geometries=geojson"
        for (service, name) in [("route", "routes"), ("match", "matchings"), ("trip", "trips")] {
            let (_, answer) = try await town.json("/\(service)/v1/foot/\(pair)?\(query)")
            let route = try #require((answer[name] as? [[String: Any]])?.first, "\(service)")
            let legs = try #require(route["legs"] as? [[String: Any]])
            let nodes = legs.map { ($0["annotation"] as? [String: Any])?["nodes"] as? [Int] }
            #expect(nodes == (service == "trip" ? [[1, 2, 4], [4, 2, 1]] : [[1, 2, 4]]))
        }
    }

    private struct Refused: Sendable, CustomTestStringConvertible {
        let target: String
        let code: String
        var message: String?
        var testDescription: String { target }
    }

    @Test(arguments: [
        Refused(target: "/fly/v1/foot/\(pair)", code: "InvalidService"),
        Refused(target: "/route/v2/foot/\(pair)", code: "InvalidVersion"),
        Refused(target: "/route/v1/foot", code: "InvalidUrl"), Refused(target: "/trip/v1/", code: "InvalidUrl"),
        Refused(
            target: "/nearest/v1/foot/24.94,60.17/1", code: "InvalidUrl",
            message: "URL string malformed close to position 30"),
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
        Refused(
            target: "/route/v1/foot/\(pair)?hints=a", code: "InvalidOptions",
            message: "Number of elements in hints size 1 does not match coordinate size 2"),
        Refused(
            target: "/route/v1/foot/\(pair)?bearings=0,20;;", code: "InvalidOptions",
            message: "Number of elements in bearings size 3 does not match coordinate size 2"),
        Refused(target: "/route/v1/foot/\(pair)?bearings=361,20;", code: "InvalidOptions"),
        Refused(target: "/route/v1/foot/\(pair)?bearings=1.5,20;", code: "InvalidQuery"),
        Refused(target: "/route/v1/foot/\(pair)?bearings=1,99999999999999999999;", code: "InvalidQuery"),
        Refused(target: "/route/v1/foot/\(pair)?approaches=left;", code: "InvalidQuery"),
        Refused(
            target: "/route/v1/foot/\(pair)?alternatives=4", code: "TooBig",
            message: "Requested number of alternatives is higher than current maximum (3)"),
        Refused(target: "/route/v1/foot/\(pair)?alternatives=-1", code: "InvalidQuery"),
        Refused(target: "/route/v1/foot/\(pair)?snapping=none", code: "InvalidQuery"),
        Refused(target: "/route/v1/foot/\(pair)?continue_straight=1", code: "InvalidQuery"),
        Refused(
            target: "/route/v1/foot/\(pair)?waypoints=0", code: "InvalidValue",
            message: "First and last coordinates must be specified as waypoints."),
        Refused(target: "/route/v1/foot/\(pair)?waypoints=1;0", code: "InvalidValue"),
        Refused(target: "/route/v1/foot/\(pair)?waypoints=0;2", code: "InvalidOptions"),
        Refused(target: "/route/v1/foot/\(pair)?waypoints=0;-1", code: "InvalidQuery"),
        Refused(target: "/route/v1/foot/\(pair)?waypoints=0;;1", code: "InvalidQuery"),
        Refused(target: "/route/v1/foot/\(pair)?radiuses=-1;1", code: "InvalidQuery"),
        Refused(
            target: "/route/v1/foot/\(pair)?steps=maybe", code: "InvalidQuery",
            message: "Query string malformed close to position 0"),
        Refused(
            target: "/route/v1/foot/\(pair)?steps=true&zoom=1", code: "InvalidQuery",
            message: "Query string malformed close to position 11"),
        Refused(target: "/route/v1/foot/\(pair)?annotations=nodes,ways", code: "InvalidQuery"),
        Refused(
            target: "/route/v1/foot/\(pair)?exclude=toll", code: "InvalidValue",
            message: "Exclude flag combination is not supported."),
        Refused(target: "/nearest/v1/bike/24.94,60.17?exclude=ferry,motorway", code: "InvalidValue"),
        Refused(target: "/table/v1/car/\(pair)?exclude=tunnel", code: "InvalidValue"),
        Refused(target: "/trip/v1/car/\(pair)?exclude=toll;ferry", code: "InvalidValue"),
        Refused(target: "/match/v1/car/\(pair)?exclude=toll,", code: "InvalidQuery"),
        Refused(
            target: "/route/v1/rocket/\(pair)", code: "InvalidOptions",
            message: "Profile not found; this server has foot, wheelchair, bicycle, car."),
        Refused(target: "/nearest/v1/foot/\(pair)", code: "InvalidOptions"),
        Refused(target: "/nearest/v1/foot/24.94,60.17?number=0", code: "InvalidQuery"),
        Refused(
            target: "/nearest/v1/foot/24.94,60.17?number=101", code: "TooBig",
            message: "Number of results 101 is higher than current maximum (100)"),
        Refused(target: "/route/v1/foot/\(pair).flatbuffers", code: "NotImplemented"),
        Refused(target: "/route/v1/foot/\(pair).xml", code: "InvalidQuery"),
        Refused(
            target: "/trip/v1/foot/" + Array(repeating: "24.94,60.17", count: 101).joined(separator: ";"),
            code: "TooBig", message: "Number of entries 101 is higher than current maximum (100)"),
        Refused(target: "/nearest/v1/foot/0,0", code: "NoSegment"),
        Refused(target: "/nearest/v1/car/24.9402,60.1701?bearings=0,10", code: "NoSegment"),
        Refused(
            target: "/table/v1/foot/24.94,60.17", code: "InvalidOptions",
            message: "Number of coordinates needs to be at least two."),
        Refused(target: "/table/v1/rocket/\(pair)", code: "InvalidOptions"),
        Refused(target: "/table/v1/foot/\(pair)?sources=2", code: "InvalidOptions"),
        Refused(target: "/table/v1/foot/\(pair)?destinations=0;0;0", code: "InvalidOptions"),
        Refused(target: "/table/v1/foot/\(pair)?sources=0;x", code: "InvalidQuery"),
        Refused(target: "/table/v1/foot/\(pair)?sources=", code: "InvalidQuery"),
        Refused(target: "/table/v1/foot/\(pair)?annotations=speed", code: "InvalidQuery"),
        Refused(target: "/table/v1/foot/\(pair)?fallback_speed=0", code: "InvalidQuery"),
        Refused(target: "/table/v1/foot/\(pair)?fallback_coordinate=here", code: "InvalidQuery"),
        Refused(target: "/table/v1/foot/\(pair)?scale_factor=nan", code: "InvalidQuery"),
        Refused(target: "/table/v1/foot/\(pair)?radiuses=1", code: "InvalidOptions"),
        Refused(
            target: "/table/v1/foot/\(pair);10,10", code: "NoSegment",
            message: "Could not find a matching segment for coordinate 2"),
        Refused(
            target: "/table/v1/foot/" + Array(repeating: "24.94,60.17", count: 101).joined(separator: ";"),
            code: "TooBig", message: "Too many table coordinates"),
        Refused(
            target: "/table/v1/foot/" + Array(repeating: "1,1", count: 1000).joined(separator: ";") + "?sources=0",
            code: "TooBig", message: "Too many table coordinates"),
        Refused(
            target: "/table/v1/foot/24.94,60.17;24.94", code: "InvalidQuery",
            message: "Query string malformed close to position 12"),
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
