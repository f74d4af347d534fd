import Foundation
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

/// Routes, trips and tracks in our own form, as clients get them.
@Suite struct RouteAnswersTests {
    private let town: Town

    init() throws { town = try Town(atlas: Self.atlas) }

    /// A town of blocks, where there is more than one way.
    private static let atlas: [UInt8] = {
        var map = HandMade()
        map.statedBounds = (601_650_000, 249_350_000, 601_750_000, 249_500_000)
        map.timestamp = 1_700_000_000
        for row in 0..<5 {
            for column in 0..<5 {
                map.node(Int64(row * 5 + column + 1), 60.168 + Double(row) * 0.001, 24.936 + Double(column) * 0.002)
            }
        }
        for line in 0..<5 {
            let east = (0..<5).map { Int64(line * 5 + $0 + 1) }, north = (0..<5).map { Int64($0 * 5 + line + 1) }
            map.way(Int64(100 + line), east, ["highway": "residential", "name": "Row \(line)"])
            map.way(Int64(200 + line), north, ["highway": "residential", "name": "Column \(line)"])
        }
        for (index, place) in cafes.enumerated() {
            map.node(Int64(300 + index), place.latitude, place.longitude, ["amenity": "cafe", "name": "Café \(index)"])
        }
        // A café beside an island of the network: the way there ends on the streets that lead on.
        map.node(310, 60.1745, 24.9480, ["amenity": "cafe", "name": "Café Island"])
        map.node(311, 60.1746, 24.9478)
        map.node(312, 60.1746, 24.9490)
        map.way(300, [311, 312], ["highway": "footway"])
        return Town.atlas(of: map)
    }()

    private static let cafes = [corner(1, 1), corner(3, 2), corner(4, 4), corner(0, 3), corner(2, 4)].map {
        Coordinate(latitude: $0.latitude + 0.0001, longitude: $0.longitude + 0.0002)!
    }

    private static func corner(_ row: Int, _ column: Int) -> Coordinate {
        Coordinate(latitude: 60.168 + Double(row) * 0.001, longitude: 24.936 + Double(column) * 0.002)!
    }

    @Test func `other ways come beside the quickest, which is a route as before`() async throws {
        // Not every two corners of a town have another route between them that is worth listing.
        var ends = (Self.corner(0, 0), Self.corner(4, 4)), routes: [HereaboutsAPI.Route] = []
        for column in 0..<5 where routes.count < 2 {
            ends.1 = Self.corner(4, column)
            routes = try await town.guest.routes(RouteRequest(from: ends.0, to: ends.1, alternatives: 3))
        }
        let request = RouteRequest(from: ends.0, to: ends.1, alternatives: 3)
        let plain = try await town.guest.route(request)
        #expect(routes.count > 1 && routes.count <= 4)
        #expect(routes[0] == plain)
        // Beside others it has a label.
        let alone = try await town.guest.route(RouteRequest(from: ends.0, to: ends.1))
        #expect(plain.legs == alone.legs && plain.geometry == alone.geometry && alone.label == nil)
        #expect(Set(routes.map { $0.geometry.coordinates }).count == routes.count)
        #expect(routes.map(\.duration) == routes.map(\.duration).sorted())
        for route in routes {
            #expect(route.duration <= plain.duration * 1.4 + 0.1)
            #expect(route.waypoints.map(\.location) == plain.waypoints.map(\.location))
        }
        // With points to pass there is one way, and the list is empty.
        let passing = RouteRequest(from: ends.0, to: ends.1, via: [Self.corner(0, 4)], alternatives: 3)
        let only = try await town.guest.routes(passing)
        #expect(only.count == 1 && only[0].legs.count == 2)
        let (_, object) = try await town.json(try RouteRequest(from: ends.0, to: ends.1).target)
        #expect(object["alternatives"] == nil)
        // One of them alone is as it was among the others.
        for (index, route) in routes.enumerated() {
            #expect(
                try await town.guest.route(RouteRequest(from: ends.0, to: ends.1, alternatives: 3, only: index))
                    == route)
        }
        let error = await #expect(throws: ErrorBody.self) {
            try await town.guest.route(RouteRequest(from: ends.0, to: ends.1, only: 1))
        }
        #expect(
            error == ErrorBody(.invalidParameter, "only is not an index of the 1 routes, counted from 0", field: "only")
        )
    }

    @Test func `all formats of a route describe the same route`() async throws {
        let target = "/api/v1/route?from=60.168,24.936&to=60.172,24.944&alternatives=2&lang=de"
        let routes = try await town.guest.routes(
            RouteRequest(from: Self.corner(0, 0), to: Self.corner(4, 4), language: "de", alternatives: 2))
        let geojson = try await town.get(target + "&format=geojson")
        #expect(geojson.headers[.contentType] == "application/geo+json")
        let object = try JSONSerialization.jsonObject(with: Data(geojson.body.readableBytesView)) as? [String: Any]
        #expect(object?["type"] as? String == "FeatureCollection")
        let features = try #require(object?["features"] as? [[String: Any]])
        #expect(features.allSatisfy { $0["type"] as? String == "Feature" })
        func member(_ feature: [String: Any], _ name: String) -> [String: Any] {
            feature[name] as? [String: Any] ?? [:]
        }
        let lines = features.filter { member($0, "geometry")["type"] as? String == "LineString" }
        #expect(
            lines.map { member($0, "geometry")["coordinates"] as? [[Double]] } == routes.map { $0.geometry.coordinates }
        )
        #expect(lines.map { member($0, "properties")["distance"] as? Double } == routes.map(\.distance))
        #expect(lines.map { member($0, "properties")["route"] as? Int } == Array(routes.indices))
        let steps = routes.flatMap(\.legs).flatMap(\.steps)
        let points = features.filter { member($0, "geometry")["type"] as? String == "Point" }
        #expect(points.map { member($0, "properties")["instruction"] as? String } == steps.map(\.instruction))
        #expect(points.map { member($0, "geometry")["coordinates"] as? [Double] } == steps.map { $0.maneuver.location })

        let gpx = try await town.get(target + "&format=gpx")
        #expect(gpx.headers[.contentType] == "application/gpx+xml")
        #expect(gpx.headers[.contentDisposition] == "attachment; filename=\"route.gpx\"")
        let text = String(buffer: gpx.body)
        #expect(text.components(separatedBy: "<trk>").count - 1 == routes.count)
        // An export can be imported again.
        let track = try TrackFile(bytes: Array(text.utf8)).fixes.map {
            [$0.coordinate.longitude, $0.coordinate.latitude]
        }
        #expect(track == routes.flatMap { $0.geometry.coordinates })
        #expect(geojson.headers[.cacheControl] == "no-store" && gpx.headers[.cacheControl] == "no-store")
    }

    @Test func `a trip visits all points in the quickest order, by the table's times`() async throws {
        let points = [Self.corner(0, 0), Self.corner(4, 4), Self.corner(0, 4), Self.corner(4, 0), Self.corner(2, 2)]
        let table = try await town.guest.table(TableRequest(points: points))
        func seconds(_ order: [Int], roundTrip: Bool) -> Double {
            zip(order, order.dropFirst() + (roundTrip ? [order[0]] : [])).reduce(0) {
                $0 + (table.durations[$1.0][$1.1] ?? .infinity)
            }
        }
        var orders: [[Int]] = []
        func permute(_ done: [Int], _ left: [Int]) {
            if left.isEmpty { orders.append(done) }
            for next in left { permute(done + [next], left.filter { $0 != next }) }
        }
        permute([], Array(points.indices))
        for (roundTrip, start, end) in [
            (true, TripStart.any, TripEnd.any), (false, .first, .any), (false, .any, .last), (false, .first, .last),
            (false, .any, .any), (true, .first, .any),
        ] {
            let request = TripRequest(points: points, isRoundTrip: roundTrip, start: start, end: end)
            let trip = try #require(try await town.guest.trip(request).routes.first)
            #expect(trip.points.sorted() == Array(points.indices))
            if start == .first { #expect(trip.points.first == 0) }
            if end == .last { #expect(trip.points.last == 4) }
            #expect(trip.route.legs.count == points.count - (roundTrip ? 0 : 1))
            let best =
                orders.filter { (start == .any || $0[0] == 0) && (end == .any || $0[4] == 4) }
                .map { seconds($0, roundTrip: roundTrip) }.min() ?? 0
            #expect((seconds(trip.points, roundTrip: roundTrip) - best).magnitude < 0.5)
            #expect((trip.route.duration - best).magnitude < 0.5)
            let visited = trip.points + (roundTrip ? [trip.points[0]] : [])
            for (waypoint, point) in zip(trip.route.waypoints, visited) {
                #expect((waypoint.location[0] - points[point].longitude).magnitude < 1e-6)
            }
        }
    }

    @Test func `a walk that is sent as a file is matched to its streets`() async throws {
        let walked = try await town.guest.route(RouteRequest(from: Self.corner(0, 0), to: Self.corner(4, 4)))
        // A fix every few metres, three metres off to the side.
        var fixes: [[Double]] = []
        for (from, to) in zip(walked.geometry.coordinates, walked.geometry.coordinates.dropFirst()) {
            for share in stride(from: 0.05, to: 1, by: 0.05) {
                fixes.append([
                    from[0] + (to[0] - from[0]) * share + 3.0 / 55_300, from[1] + (to[1] - from[1]) * share,
                ])
            }
        }
        func gpx(_ fix: [Double]) -> String { "<trkpt lat=\"\(fix[1])\" lon=\"\(fix[0])\"/>" }
        let text = "<gpx><trk><trkseg>" + fixes.map(gpx).joined() + "</trkseg></trk></gpx>"
        let answer = try await town.guest.match(MatchTrackRequest(Array(text.utf8)))
        let piece = try #require(answer.routes.first)
        #expect(answer.routes.count == 1 && piece.route.legs.count == 1)
        #expect((piece.route.distance - walked.distance).magnitude < 0.06 * walked.distance)
        #expect(piece.confidence > 0 && piece.confidence <= 1)
        #expect(piece.points == piece.points.sorted() && piece.points.allSatisfy { fixes.indices.contains($0) })
        #expect(piece.points.count == piece.route.waypoints.count && piece.points.count > 20)
        let streets = Set(walked.legs.flatMap(\.steps).map(\.name))
        let matched = Set(piece.route.legs.flatMap(\.steps).filter { $0.distance > 10 }.map(\.name))
        #expect(matched.isSubset(of: streets))

        let line = try JSONSerialization.data(withJSONObject: ["type": "LineString", "coordinates": fixes])
        #expect(try await town.guest.match(MatchTrackRequest(Array(line))) == answer)
        #expect(answer.refusedCount == 0 && answer.refused == [])
        let marred = text.replacing("</trkseg>", with: String(repeating: "<trkpt/>", count: 101) + "</trkseg>")
        let rest = try await town.guest.match(MatchTrackRequest(Array(marred.utf8)))
        #expect(rest.routes == answer.routes && rest.refusedCount == 101)
        #expect(rest.refused?.map(\.index) == Array(fixes.count..<fixes.count + 100))
        #expect(rest.refused?.first?.reason.contains("its place is not on Earth") == true)
        let few = fixes.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
        let points = few.map { Coordinate(latitude: $0[1], longitude: $0[0])! }
        let short = try await town.guest.match(MatchRequest(points: points))
        #expect(try #require(short.routes.first).points == Array(points.indices) && short.refusedCount == nil)
        // A pause cuts it.
        let times = points.indices.map { $0 * 10 + ($0 < 8 ? 0 : 600) }
        let cut = try await town.guest.match(MatchRequest(points: points, times: times))
        #expect(cut.routes.map(\.points) == [Array(0..<8), Array(8..<points.count)])
    }

    @Test func `round walks pass a café, come in all forms, and have the requested length`() async throws {
        let request = LoopRequest(
            from: Self.corner(2, 2), .metres(1200), past: "cafe", language: "de", alternatives: 3)
        let walks = try await town.guest.loops(request).routes
        #expect(!walks.isEmpty && walks.count <= 4)
        #expect(Set(walks.prefix(2).compactMap { $0.place?.id }).count == 2)
        for walk in walks {
            #expect((walk.route.distance / 1200 - 1).magnitude <= 0.1)
            #expect(walk.walkedTwice >= 0 && walk.walkedTwice <= 0.15)
            #expect(walk.route.geometry.coordinates.first == walk.route.geometry.coordinates.last)
            let place = try #require(walk.place), passed = walk.route.waypoints[1].location
            #expect(place.name.hasPrefix("Café"))
            let there = Coordinate(latitude: passed[1], longitude: passed[0])!
            #expect(there.distance(inMetresTo: Coordinate(latitude: place.lat, longitude: place.lon)!) < 30)
        }
        for (length, seconds) in [(LoopRequest.Length.minutes(15), 900.0), (.steps(2000), 936)] {
            let walk = try #require(
                try await town.guest.loops(LoopRequest(from: Self.corner(2, 2), length)).routes.first)
            #expect((walk.route.duration / seconds - 1).magnitude <= 0.1)
            #expect(walk.place == nil)
        }
        let gpx = try await town.get("/api/v1/loop?lat=60.17&lon=24.94&metres=1200&format=gpx")
        #expect(gpx.status == .ok && gpx.headers[.contentType] == "application/gpx+xml")
        let nowhere = try await town.json("/api/v1/loop?lat=60.17&lon=24.94&minutes=120")
        #expect(nowhere.status == 404 && nowhere.object["code"] as? String == "no_loop")
    }

    @Test func `ways to places are those of the table, and those nearest by time come first`() async throws {
        let start = Self.corner(0, 0)
        for profile in RouteProfile.allCases {
            let request = PlacesRequest(text: "cafe", near: start, limit: 20, profile: profile)
            let found = try await town.guest.places(request).results
            #expect(found.count == 6)
            let points = [start] + found.map { Coordinate(latitude: $0.lat, longitude: $0.lon)! }
            let table = try await town.guest.table(TableRequest(points: points, sources: [0], profile: profile))
            #expect(found.map { $0.travel?.duration } == Array(table.durations[0].dropFirst()))
            #expect(found.map { $0.travel?.distance } == Array(table.distances[0].dropFirst()))
            for result in found {
                // Every hit lies off its street, the way does not.
                let travel = try #require(result.travel)
                if result.name != "Café Island" { #expect(travel.distance > (result.distance ?? 0) - 30) }
            }
            let sorted = try await town.guest.places(
                PlacesRequest(text: "cafe", near: start, limit: 3, profile: profile, order: .time)
            ).results
            let times = found.compactMap { $0.travel?.duration }.sorted()
            #expect(sorted.map { $0.travel?.duration } == Array(times.prefix(3)))
        }
        let plain = try await town.guest.places(PlacesRequest(text: "cafe", near: start, limit: 20)).results
        #expect(plain.count == 6 && plain.allSatisfy { $0.travel == nil })
        // On foot when nothing else is said.
        let walked = try await town.guest.places(PlacesRequest(text: "cafe", near: start, limit: 20, order: .time))
        #expect(walked.results.count == 6 && walked.results.last?.name == "Café Island")
        let onFoot = try await town.guest.places(
            PlacesRequest(text: "cafe", near: start, limit: 20, profile: .foot, order: .time))
        #expect(walked == onFoot)
    }

    @Test(arguments: [
        ("", ErrorCode.invalidBody), ("hello", .invalidBody), ("{}", .invalidBody),
        (#"{"type":"Point","coordinates":[24.94,60.17]}"#, .tooFewPoints),
        (#"{"type":"LineString","coordinates":[[10,10],[11,11]]}"#, .noMatch),
        (#"{"type":"LineString","coordinates":[[24.94,NaN],[24.95,91]]}"#, .invalidBody),
        // One point is left.
        (#"{"type":"LineString","coordinates":[[24.94,NaN],[11,11]]}"#, .tooFewPoints),
    ])
    func `the error for a file that is no track near streets states the reason`(text: String, code: ErrorCode)
        async throws
    {
        let answer = try await town.send(
            .post, "/api/v1/match", text, headers: [.contentType: "application/octet-stream"])
        let error = try JSONDecoder().decode(ErrorBody.self, from: Data(answer.body.readableBytesView))
        #expect(error.code == code && answer.status.code == code.status)
        #expect(!error.message.contains("24.9"))
    }

    @Test func `a track of too many positions is refused before it is matched`() async throws {
        let fixes = (0..<2002).map { "[\(24.936 + Double($0) * 4e-6),\($0 % 2 == 0 ? 60.168 : 60.1683)]" }
        let text = #"{"type":"LineString","coordinates":["# + fixes.joined(separator: ",") + "]}"
        let answer = try await town.send(.post, "/api/v1/match", text, headers: [.contentType: "application/geo+json"])
        #expect(answer.status == .badRequest)
        #expect(String(buffer: answer.body).contains(#""code":"too_many_points""#))
    }
}
