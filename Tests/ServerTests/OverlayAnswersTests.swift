import Community
import Foundation
import GeoCore
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing

@Suite struct OverlayAnswersTests {
    private func location(_ coordinate: Coordinate) -> GuideLocation {
        GuideLocation(lat: coordinate.latitude, lon: coordinate.longitude)
    }

    /// Market Street east of the corner.
    private var eastOfCorner: OverlayFeature {
        OverlayFeature(.closed, name: "Stage on the street", points: [Town.corner, Town.eastEnd].map { location($0) })
    }

    /// The metres on foot from the western end of Market Street to the eastern end, or as near to it as routes lead.
    private func metres(_ town: Town) async throws -> Double {
        try await town.guest.route(RouteRequest(from: Town.westEnd, to: Town.eastEnd)).distance
    }

    private func refuses(_ code: ErrorCode, _ field: String? = nil, _ ask: () async throws -> Void) async {
        do {
            try await ask()
            Issue.record("this was not refused")
        } catch {
            #expect((error as? ErrorBody)?.code == code && (error as? ErrorBody)?.field == field, "\(error)")
        }
    }

    @Test func `a published overlay is visible to all and applies to routes at once, a draft does not`() async throws {
        let town = try Town { $0.guests = .none }
        let chief = try await town.client(of: "chief", .operator), open = try await metres(town)
        #expect(try await town.guest.overlay() == HereaboutsAPI.Overlay(revision: 0, features: []))
        let nothing = OverlayDraft(revision: 0, publishedRevision: 0, features: [], effects: [])
        #expect(try await chief.overlayDraft() == nothing)
        let draft = try await chief.changeOverlay(revision: 0, OverlayFields(features: [eastOfCorner], publish: false))
        #expect(draft.revision == 1 && draft.publishedRevision == 0 && draft.features == [eastOfCorner])
        #expect(try await town.guest.overlay().features.isEmpty)
        #expect(try await metres(town) == open)
        _ = try await chief.changeOverlay(revision: 1, OverlayFields(features: [eastOfCorner], publish: true))
        #expect(try await town.guest.overlay() == HereaboutsAPI.Overlay(revision: 2, features: [eastOfCorner]))
        // As far as the corner.
        #expect((try await metres(town) - open / 2).magnitude < 1)
        let table = try await town.json("/table/v1/foot/24.935,60.17;24.9395,60.17;24.945,60.17?annotations=distance")
        let rows = try #require(table.object["distances"] as? [[Double]])
        #expect((rows[0][2] - open / 2).magnitude < 1)
        _ = try await chief.changeOverlay(revision: 2, OverlayFields(features: [], publish: true))
        #expect(try await metres(town) == open)
    }

    @Test
    func `a trip between separate parts of a map is one trip for each part, or none with given ends`()
        async throws
    {
        // A street of three blocks, of which the one in the middle is closed.
        var map = HandMade()
        map.statedBounds = (601_650_000, 249_250_000, 601_750_000, 249_600_000)
        map.timestamp = 1_700_000_000
        for (index, longitude) in [24.930, 24.935, 24.945, 24.950].enumerated() {
            map.node(Int64(index) + 1, 60.17, longitude)
        }
        map.way(10, [1, 2, 3, 4], ["highway": "residential"])
        for (id, end) in [(11, 2), (12, 3)] {
            map.node(Int64(id), 60.171, end == 2 ? 24.935 : 24.945)
            map.way(Int64(id), [Int64(end), Int64(id)], ["highway": "residential"])
        }
        let town = try Town(atlas: Town.atlas(of: map)), chief = try await town.client(of: "chief", .operator)
        let places = [24.931, 24.946, 24.934, 24.949].map { Coordinate(latitude: 60.17, longitude: $0)! }
        #expect(try await town.guest.trip(TripRequest(points: places)).routes.count == 1)
        let middle = [24.936, 24.944].map { location(Coordinate(latitude: 60.17, longitude: $0)!) }
        let closed = OverlayFeature(.closed, points: middle)
        _ = try await chief.changeOverlay(revision: 0, OverlayFields(features: [closed], publish: true))
        let trips = try await town.guest.trip(TripRequest(points: places)).routes
        #expect(trips.map { $0.points.sorted() } == [[0, 2], [1, 3]])
        for trip in trips { #expect(trip.route.distance > 300 && trip.route.legs.count == 2) }
        await refuses(.noRoute, "points") {
            _ = try await town.guest.trip(TripRequest(points: places, isRoundTrip: false, start: .first, end: .last))
        }
        await refuses(.noRoute, "points") {
            _ = try await town.guest.trip(TripRequest(points: places, start: .first))
        }
    }

    @Test func `every kind comes back as it was sent`() async throws {
        let town = try Town(), chief = try await town.client(of: "chief", .operator)
        let corners = [Town.corner, Town.eastEnd, Town.northEnd].map { location($0) }, one = [corners[0]]
        let sent = [
            OverlayFeature(.stage, name: "Main", note: "Loud", points: one, from: "2026-12-31T12:00:00Z"),
            OverlayFeature(.stall, points: corners, area: true), OverlayFeature(.toilets, points: one),
            OverlayFeature(.firstAid, points: one), OverlayFeature(.meetingPoint, points: one),
            OverlayFeature(.entrance, points: one), OverlayFeature(.fence, points: corners, area: true),
            OverlayFeature(.oneWay, points: corners, profiles: [.foot, .wheelchair]),
            OverlayFeature(.closed, ways: [10]),
            OverlayFeature(
                .slow, points: corners, area: true, factor: 2.5, from: "2026-12-31T12:00:00Z",
                until: "2026-12-31T18:00:00.250Z"),
        ]
        #expect(Set(sent.map(\.kind)).count == OverlayKind.allCases.count)
        let told = try await chief.changeOverlay(revision: 0, OverlayFields(features: sent, publish: true))
        #expect(told.features.map(\.kind) == sent.map(\.kind) && told.features.map(\.name) == sent.map(\.name))
        #expect(told.features.map(\.points) == sent.map(\.points) && told.features.map(\.ways) == sent.map(\.ways))
        #expect(told.features.map(\.area) == sent.map(\.area) && told.features.map(\.profiles) == sent.map(\.profiles))
        let again = try await chief.changeOverlay(revision: 1, OverlayFields(features: told.features, publish: true))
        #expect(again.features == told.features)
        #expect(try await town.guest.overlay().features == told.features)
    }

    @Test func `the answer says what each feature blocks, a preview also draws it and changes nothing`() async throws {
        let town = try Town(), chief = try await town.client(of: "chief", .operator)
        func point(_ latitude: Double, _ longitude: Double) -> GuideLocation {
            GuideLocation(lat: latitude, lon: longitude)
        }
        let features = [
            // Across Market Street, east of the corner.
            OverlayFeature(.closed, points: [point(60.1701, 24.9425), point(60.1699, 24.9425)]),
            OverlayFeature(.toilets, points: [point(60.17, 24.94)]),
            // In a field.
            OverlayFeature(.closed, points: [point(60.171, 24.942), point(60.171, 24.943)]),
            // All of Market Street, which two ways could be; and a footway that no car may use anyway.
            OverlayFeature(.slow, ways: [10], factor: 2), OverlayFeature(.closed, ways: [11], profiles: [.car]),
        ]
        let answer = try await chief.overlayPreview(of: features), preview = answer.effects
        #expect(preview.map(\.feature) == [0, 2, 3, 4])
        #expect(preview.map(\.streets) == [1, 0, 1, 0])
        #expect(preview.map(\.names) == [["Market Street"], [], ["Market Street"], []])
        let metres = preview.map(\.distance)
        #expect((metres[0] - 276.7).magnitude < 2 && (metres[2] - 553.4).magnitude < 2 && metres[1] == 0)
        let piece = [Town.corner, Town.eastEnd].map { location($0) }
        #expect(preview[0].lines == [piece] && preview[1].lines == [] && preview[2].lines?.count == 2)
        #expect(try await chief.overlayDraft().revision == 0)
        // Routes use the published overlay.
        let open = try await self.metres(town)
        let told = try await chief.changeOverlay(revision: 0, OverlayFields(features: features, publish: true))
        #expect(try await self.metres(town) < open - 100)
        let plain = preview.map {
            OverlayEffect(feature: $0.feature, streets: $0.streets, distance: $0.distance, names: $0.names)
        }
        #expect(told.effects == plain)
        // Its own closures, which apply to routes by now, still block the same streets.
        #expect(try await chief.overlayDraft().effects == plain)
        #expect(try await chief.overlayPreview(of: features) == answer && answer.drawsAll)
        let cura = try await town.client(of: "cura", .curator)
        await refuses(.notAllowed) { _ = try await cura.overlayPreview(of: features) }
        await refuses(.invalidBody, "features.0.points") {
            _ = try await chief.overlayPreview(of: [
                OverlayFeature(.closed, points: piece + piece, area: true), features[1],
            ])
            _ = try await chief.overlayPreview(of: [OverlayFeature(.closed, points: [piece[0]])])
        }
    }

    @Test func `an area around the whole map closes all, and an area around the Earth is refused`() async throws {
        let town = try Town(), chief = try await town.client(of: "chief", .operator)
        func corners(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> [GuideLocation] {
            [(south, west), (north, west), (north, east), (south, east)].map { GuideLocation(lat: $0.0, lon: $0.1) }
        }
        let all = OverlayFeature(.closed, points: corners(59, 23, 61, 27), area: true)
        let preview = try await chief.overlayPreview(of: [all])
        #expect(preview.drawsAll && preview.effects[0].streets > 1 && preview.effects[0].lines?.isEmpty == false)
        // Corners around the whole Earth are those of a strip at the antimeridian as well.
        let world = OverlayFeature(.closed, points: corners(-89, -179, 89, 179), area: true)
        await refuses(.invalidBody, "features.1.points") { _ = try await chief.overlayPreview(of: [all, world]) }
        await refuses(.invalidBody, "features.0.points") {
            _ = try await chief.changeOverlay(revision: 0, OverlayFields(features: [world], publish: true))
        }
        #expect(try await chief.overlayDraft().revision == 0)
    }

    @Test func `the effects of a draft are computed again when the draft changes`() async throws {
        let town = try Town(), chief = try await town.client(of: "chief", .operator)
        var revision = 0
        for features in [[eastOfCorner], [], [eastOfCorner, eastOfCorner]] {
            let told = try await chief.changeOverlay(
                revision: revision, OverlayFields(features: features, publish: false))
            revision = told.revision
            #expect(told.effects?.map(\.feature) == Array(features.indices))
            for _ in 0..<2 { #expect(try await chief.overlayDraft() == told) }
        }
    }

    @Test func `an overlay feature applies from one time to another`() async throws {
        let town = try Town(), chief = try await town.client(of: "chief", .operator), open = try await metres(town)
        func time(_ hours: Double) -> String {
            Date(timeIntervalSince1970: Double(town.clock.now()) / 1000 + hours * 3600).formatted(.iso8601)
        }
        var later = eastOfCorner, over = eastOfCorner, now = eastOfCorner
        (later.from, over.until, now.from, now.until) = (time(1), time(-1), time(-1), time(1))
        for (revision, (feature, isRespected)) in [(later, false), (over, false), (now, true)].enumerated() {
            _ = try await chief.changeOverlay(revision: revision, OverlayFields(features: [feature], publish: true))
            #expect((try await metres(town) < open - 1) == isRespected)
        }
    }

    @Test func `an overlay applies from the server's start`() async throws {
        let store = MemoryStore(), before = try Town(store: store), town = try Town(store: store)
        let chief = try await before.client(of: "chief", .operator), open = try await metres(before)
        _ = try await chief.changeOverlay(revision: 0, OverlayFields(features: [eastOfCorner], publish: true))
        try await town.application.test(.live) { client in
            let closed = try await metres(client)
            #expect(closed < open - 1)
        }
    }

    @Test func `a feature takes effect on a running server when its time comes`() async throws {
        let town = try Town(), token = try await town.token(of: "chief", .operator), open = try await metres(town)
        try await town.application.test(.live) { client in
            var feature = eastOfCorner
            feature.from = Date(timeIntervalSince1970: Double(town.clock.now()) / 1000 + 3600).formatted(.iso8601)
            let body = ChangeOverlayRequest(revision: 0, OverlayFields(features: [feature], publish: true)).body
            let published = try await client.execute(
                uri: "/api/v1/admin/weights", method: .put,
                headers: [.authorization: "Bearer \(token)", .contentType: "application/json"],
                body: ByteBuffer(bytes: try JSONEncoder().encode(body)))
            #expect(published.status == .ok)
            var walked = open
            for _ in 0..<600 where walked > open - 1 {
                // Each time: the server may be about to begin its wait, and count it from then.
                town.clock.advance(by: 3_600_000)
                try await Task.sleep(for: .milliseconds(50))
                walked = try await metres(client)
            }
            #expect(walked < open - 1)
        }
    }

    /// The same of a server that runs.
    private func metres(_ client: any TestClientProtocol) async throws -> Double {
        let answer = try await client.execute(
            uri: "/route/v1/foot/24.935,60.17;24.945,60.17?overview=false", method: .get)
        let object = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView)) as? [String: Any]
        return ((object?["routes"] as? [[String: Any]])?.first?["distance"] as? Double) ?? .nan
    }

    @Test func `only operators draw, and none overwrites another's later drawing`() async throws {
        let town = try Town()
        let fields = OverlayFields(features: [eastOfCorner], publish: true)
        let cura = try await town.client(of: "cura", .curator), chief = try await town.client(of: "chief", .operator)
        await refuses(.notAllowed) { _ = try await cura.changeOverlay(revision: 0, fields) }
        await refuses(.notAllowed) { _ = try await cura.overlayDraft() }
        await refuses(.notLoggedIn) { _ = try await town.guest.changeOverlay(revision: 0, fields) }
        _ = try await chief.changeOverlay(revision: 0, fields)
        await refuses(.changedMeanwhile) { _ = try await chief.changeOverlay(revision: 0, fields) }
        #expect(try await town.guest.overlay().revision == 1)
    }

    @Test func `invalid features are refused by field, and nothing is changed`() async throws {
        let town = try Town(), chief = try await town.client(of: "chief", .operator)
        let two = [Town.corner, Town.eastEnd].map { location($0) }, one = [two[0]]
        let wrong: [(OverlayFeature, String)] = [
            (OverlayFeature(.stage), "features.0"), (OverlayFeature(.closed, points: two, ways: [1]), "features.0"),
            (OverlayFeature(.stage, points: two), "features.0.points"),
            (OverlayFeature(.stage, points: []), "features.0.points"),
            (OverlayFeature(.closed, points: one), "features.0.points"),
            (OverlayFeature(.closed, points: two, area: true), "features.0.points"),
            (OverlayFeature(.oneWay, points: two + one, area: true), "features.0.points"),
            (OverlayFeature(.fence, ways: [1]), "features.0.points"),
            (OverlayFeature(.closed, ways: []), "features.0.ways"),
            (OverlayFeature(.closed, ways: [0]), "features.0.ways"),
            (OverlayFeature(.closed, points: [GuideLocation(lat: 91, lon: 0), two[0]]), "features.0.points"),
            (OverlayFeature(.slow, points: two), "features.0.factor"),
            (OverlayFeature(.slow, points: two, factor: 0.5), "features.0.factor"),
            (OverlayFeature(.slow, points: two, factor: 101), "features.0.factor"),
            (OverlayFeature(.closed, points: two, factor: 2), "features.0.factor"),
            (OverlayFeature(.closed, points: two, profiles: []), "features.0.profiles"),
            (OverlayFeature(.closed, points: two, from: "noon"), "features.0.from"),
            (
                OverlayFeature(.closed, points: two, from: "2026-01-02T00:00:00Z", until: "2026-01-02T00:00:00Z"),
                "features.0.until"
            ),
            (OverlayFeature(.closed, name: " ", points: two), "features.0.name"),
            (OverlayFeature(.closed, note: "\u{7}", points: two), "features.0.note"),
            (OverlayFeature(.closed, points: Array(repeating: two[0], count: 1001)), "features.0.points"),
        ]
        for (feature, field) in wrong {
            await refuses(.invalidBody, field) {
                _ = try await chief.changeOverlay(revision: 0, OverlayFields(features: [feature], publish: true))
            }
        }
        let many = Array(repeating: OverlayFeature(.toilets, points: one), count: 2001)
        let long = Array(repeating: OverlayFeature(.closed, points: Array(repeating: two[0], count: 1000)), count: 21)
        for features in [many, long] {
            await refuses(.invalidBody, "features") {
                _ = try await chief.changeOverlay(revision: 0, OverlayFields(features: features, publish: true))
            }
        }
        #expect(try await chief.overlayDraft().revision == 0)
    }
}
