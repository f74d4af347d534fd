import Atlas
import Foundation
import GeoCore
import HereaboutsAPI
import Server
import Synchronization
import TestSupport
import Testing
import Tiles

/// The typed client against the server: requests that the contract prints, answers that the engines write by hand.
@Suite struct ClientConversationTests {
    private let town: Town
    private let client: HereaboutsClient

    init() throws {
        town = try Town()
        client = HereaboutsClient(TownTransport(town: town))
    }

    @Test func `about describes the atlas`() async throws {
        let about = try await client.about()
        // The bounds that the extract states, as far as it has data there.
        #expect(about.bounds == [24.935, 60.168, 24.945, 60.172])
        #expect(about.center == Position(lat: 60.17, lon: 24.94))
        #expect(about.dataTimestamp == "2023-11-14T22:13:20Z")
        #expect(about.atlas.bytes == Town.atlas.count)
        #expect(about.counts == .init(nodes: 6, ways: 2, relations: 0))
        #expect(about.version == "1.2.3")
    }

    @Test func `about agrees with the browser's core on the same atlas`() async throws {
        let shared = try Town.atlas.withUnsafeBytes { bytes in
            let view = try AtlasView(bytes: bytes)
            return try AtlasInfo(view).json(view)
        }
        let core = try #require(JSONSerialization.jsonObject(with: Data(shared)) as? NSDictionary)
        let answer = try await town.json("/api/v1/about").object
        for key in core.allKeys.compactMap({ $0 as? String }) where !(core[key] is NSNull) {
            #expect((core[key] as? NSObject) == (answer[key] as? NSObject), "\(key)")
        }
    }

    @Test func `the map begins at the settlement it is named after, away from the map's edge`() async throws {
        var grown = Town.extract
        grown.node(7, 60.168, 24.936, ["place": "village", "name": "Town"])
        let town = try Town(atlas: Town.atlas(of: grown))
        let about = try await HereaboutsClient(TownTransport(town: town)).about()
        #expect(about.name == "Town")
        #expect(about.center == Position(lat: 60.169, lon: 24.9375))
    }

    @Test func `suggestions and places decode as the contract's types`() async throws {
        let suggested = try await client.suggestions(SuggestRequest(text: "kap", near: Town.corner, language: "fi"))
        #expect(suggested.query == "kap")
        let first = try #require(suggested.results.first)
        #expect(first.id == "n6")
        #expect(first.type == .place)
        #expect(first.category == "amenity")
        #expect(first.kind == "cafe")
        #expect(first.name == "Kappeli-kahvila")
        #expect(try #require(first.distance) > 0)
        let found = try await client.places(PlacesRequest(text: "kapeli"))
        #expect(found.results.first?.id == "n6")
        let position = try await client.places(PlacesRequest(text: "60.17, 24.94"))
        #expect(position.results.first?.type == .position)
        #expect(try await client.places(PlacesRequest(text: "zzzzzz")).results.isEmpty)
    }

    @Test func `a place decodes with its details`() async throws {
        let place = try await client.place(PlaceRequest(id: "n6"))
        #expect(place.name == "Kappeli")
        #expect(place.names["fi"] == "Kappeli-kahvila")
        #expect(place.details["opening_hours"] == "24/7")
        #expect(place.address.street == "Market Street")
        #expect(place.address.houseNumber == "7")
        #expect(place.bounds.count == 4)
    }

    @Test(arguments: ["n7", "w6", "x", "n-1", "n99999999999999999999", "geo:60.17,24.94", "日本"])
    func `an unknown place is not found`(id: String) async throws {
        let error = await #expect(throws: ErrorBody.self) { try await client.place(PlaceRequest(id: id)) }
        #expect(error?.code == .notFound)
    }

    @Test func `an address decodes, also where nothing is known`() async throws {
        let answer = try await client.address(AddressRequest(at: Town.cafe))
        // Eleven metres east of the lane, twenty-two north of the other street.
        #expect(answer.street?.name == "Cross \"Lane\"")
        #expect(answer.street?.crossStreet == "Market Street")
        #expect(answer.place?.id == "n6")
        let nowhere = try await client.address(AddressRequest(at: Coordinate(latitude: -60, longitude: 170)!))
        #expect(nowhere.street == nil && nowhere.place == nil)
    }

    @Test func `many coordinates are answered as each alone is, in their order`() async throws {
        let positions = [Town.cafe, Coordinate(latitude: -60, longitude: 170)!, Town.corner]
        let form = AddressForm(zoom: 16, language: "fi", time: LocalTime("2026-11-23T18:05"))
        let answers = try await client.addresses(AddressesRequest(at: positions, form: form))
        #expect(answers.count == 3)
        for (position, answer) in zip(positions, answers) {
            #expect(try await client.address(AddressRequest(at: position, form: form)) == answer)
        }
        #expect(try await client.addresses(AddressesRequest(at: [])).isEmpty)
        let most = Array(repeating: Town.cafe, count: 1000)
        #expect(try await client.addresses(AddressesRequest(at: most)).count == 1000)
        let tooMany = await #expect(throws: ErrorBody.self) {
            try await client.addresses(AddressesRequest(at: most + [Town.cafe]))
        }
        #expect(tooMany?.code == .tooManyPoints)
        let wrong = AddressesRequest(at: positions).with(longitude: 181, at: 1)
        let error = await #expect(throws: ErrorBody.self) { try await client.addresses(wrong) }
        #expect(error?.code == .invalidBody && error?.field == "[1].lon")
    }

    @Test func `a named place has a location, and an unknown name gives an error with the nearest name`()
        async throws
    {
        let place = try await client.place(named: "kappeli")
        #expect(place.name == "Kappeli")
        #expect(abs(place.latitude - Town.cafe.latitude) < 1e-6 && abs(place.longitude - Town.cafe.longitude) < 1e-6)
        #expect(place.description.hasPrefix("cafe"))
        let error = await #expect(throws: UnknownPlace.self) { try await client.place(named: "Kapeli") }
        #expect(error == UnknownPlace(name: "Kapeli", nearest: ["Kappeli"]))
        for nothing in ["zzzzzz", "", "  ", "60.17,24.94"] {
            let unknown = await #expect(throws: UnknownPlace.self) { try await client.place(named: nothing) }
            #expect(unknown?.name == nothing && unknown?.nearest.isEmpty == true)
        }
    }

    @Test func `the classic calls answer with nothing and a line in the log`() async throws {
        let lines = Mutex<[String]>([])
        let places = ClassicPlaces(client) { line in lines.withLock { $0.append(line) } }
        #expect(abs(await places.getLatitude("Kappeli") - Town.cafe.latitude) < 1e-6)
        #expect(abs(await places.getLongitude("Kappeli") - Town.cafe.longitude) < 1e-6)
        #expect(await places.getDesc("Kappeli").hasPrefix("cafe"))
        #expect(lines.withLock { $0.isEmpty })
        #expect(await places.getLatitude("zzzzzz") == 0.0)
        #expect(await places.getLongitude("zzzzzz") == 0.0)
        #expect(await places.getDesc("zzzzzz") == "")
        #expect(lines.withLock { $0 } == Array(repeating: "no place on this map is called 'zzzzzz'", count: 3))
    }

    @Test func `a place states whether it is open at a time, and results explain their order`() async throws {
        let time = try #require(LocalTime("2026-11-23T18:05"))
        #expect(try await client.place(PlaceRequest(id: "n6", time: time)).open == true)
        #expect(try await client.suggestions(SuggestRequest(text: "kappeli", time: time)).results.first?.open == true)
        let found = try await client.places(PlacesRequest(text: "kappeli", time: time, explains: true)).results
        let first = try #require(found.first?.explanation)
        #expect(first.words.map(\.word) == ["kappeli"] && first.words.map(\.quality) == [255])
        #expect(try await client.places(PlacesRequest(text: "kappeli")).results.first?.explanation == nil)
    }

    @Test func `a route decodes and its parts add up`() async throws {
        let route = try await client.route(RouteRequest(from: Town.cafe, to: Town.eastEnd, via: [Town.corner]))
        #expect(route.profile == .foot)
        #expect(route.legs.count == 2)
        #expect(route.waypoints.count == 3)
        #expect(abs(route.legs.reduce(0) { $0 + $1.distance } - route.distance) < 0.2)
        #expect(route.legs.flatMap(\.steps).allSatisfy { !$0.instruction.isEmpty && $0.geometryIndex >= 0 })
        #expect(route.geometry.coordinates.allSatisfy { $0.count == 2 })
    }

    @Test(arguments: [
        ("ar", "لقد وصلت"), ("de-AT", "Ziel erreicht"), ("en", "You have arrived"), ("fi", "Olet perillä"),
        ("sv", "You have arrived"),
    ])
    func `a route comes in the requested language, or in English if that is unknown`(_ tag: String, _ end: String)
        async throws
    {
        let request = RouteRequest(from: Town.corner, to: Town.eastEnd, language: tag)
        #expect(try await client.route(request).legs[0].steps.last?.instruction == end)
    }

    @Test(arguments: RouteProfile.allCases)
    func `a route has the requested profile`(profile: RouteProfile) async throws {
        let route = try await client.route(RouteRequest(from: Town.corner, to: Town.eastEnd, profile: profile))
        #expect(route.profile == profile)
        // Nothing bars wheels on Market Street, and nobody has mapped its surface or slope.
        #expect((route.wheelchair != nil) == (profile == .wheelchair))
        guard let report = route.wheelchair else { return }
        #expect(report.avoided == [:] && report.accepted == [:])
        #expect(report.unknown.keys.sorted() == ["ground", "slope"])
        #expect((report.unknown["ground"]?.distance ?? 0) == route.distance && report.text.count == 1)
    }

    @Test(arguments: RouteProfile.allCases)
    func `a table has the values of its routes`(profile: RouteProfile) async throws {
        let points = [Town.corner, Town.eastEnd, Town.westEnd]
        let table = try await client.table(TableRequest(points: points, sources: [1, 2], profile: profile))
        #expect(table.profile == profile && table.sources.count == 2 && table.targets.count == 3)
        for (row, source) in [1, 2].enumerated() {
            for target in points.indices {
                let route = try await client.route(
                    RouteRequest(from: points[source], to: points[target], profile: profile))
                #expect(table.durations[row][target] == route.duration)
                #expect(table.distances[row][target] == route.distance)
            }
        }
    }

    @Test func `more minutes reach further, and no further than all streets`() async throws {
        let found = try await client.reach(ReachRequest(from: Town.corner, minutes: [1, 2, 30]))
        #expect(found.profile == .foot && found.start.distance < 1)
        #expect(found.reaches.map(\.minutes) == [1, 2, 30])
        let metres = found.reaches.map(\.distance)
        // Four arms, at 5 km/h.
        #expect(abs(metres[0] - 4 * 5000 / 60) < 1 && abs(metres[1] - 8 * 5000 / 60) < 1)
        let all = [(Town.westEnd, Town.eastEnd), (Town.northEnd, Town.southEnd)]
        #expect(abs(metres[2] - all.reduce(0) { $0 + $1.0.distance(inMetresTo: $1.1) }) < 1)
        for reach in found.reaches {
            let streets = try #require(reach.streets)
            #expect(streets.type == "MultiLineString" && reach.outline.type == "MultiPolygon")
            // Arms and an area around them: a ring that is closed, and wider than the streets.
            let ring = try #require(reach.outline.coordinates.first?.first)
            #expect(reach.outline.coordinates.count == 1 && ring.count > 8 && ring.first == ring.last)
            let longitudes = streets.coordinates.joined().map { $0[0] }
            #expect(try #require(ring.map { $0[0] }.max()) > (try #require(longitudes.max())))
            let lengths = streets.coordinates.map { line in
                let points = line.compactMap { Coordinate(latitude: $0[1], longitude: $0[0]) }
                return zip(points, points.dropFirst()).reduce(0.0) { $0 + $1.0.distance(inMetresTo: $1.1) }
            }
            #expect(abs(lengths.reduce(0, +) - reach.distance) < 1)
        }
    }

    @Test func `a reach without its streets is the same but for them`() async throws {
        let whole = try await client.reach(ReachRequest(from: Town.corner, minutes: [1, 5]))
        let areas = try await client.reach(ReachRequest(from: Town.corner, minutes: [1, 5], wantsStreets: false))
        #expect(areas.reaches.map(\.outline) == whole.reaches.map(\.outline))
        #expect(areas.reaches.map(\.distance) == whole.reaches.map(\.distance))
        #expect(areas.reaches.allSatisfy { $0.streets == nil } && whole.reaches.allSatisfy { $0.streets != nil })
    }

    @Test func `a route that cannot be says why, and which end is at fault`() async throws {
        let far = Coordinate(latitude: 10, longitude: 10)!
        for (request, field) in [
            (RouteRequest(from: far, to: Town.corner), "from"), (RouteRequest(from: Town.corner, to: far), "to"),
            (RouteRequest(from: Town.corner, to: Town.eastEnd, via: [far]), "via"),
        ] {
            let error = await #expect(throws: ErrorBody.self) { try await client.route(request) }
            #expect(error?.code == .outsideMap)
            #expect(error?.field == field)
        }
    }

    @Test func `the tiles' description decodes and leads to tiles`() async throws {
        let description = try await client.tileJSON()
        #expect(description.tilejson == "3.0.0")
        #expect(description.vectorLayers.contains { $0.id == "streets" && $0.fields["kind"] == "String" })
        let address = try #require(description.tiles.first)
        #expect(address.hasPrefix("http://localhost"))
        let version = try await client.about().tileVersion
        #expect(address.hasSuffix("/tiles/{z}/{x}/{y}.mvt?v=\(version)"))
    }

    @Test func `a tile is the engine's, byte for byte`() async throws {
        let tile = Town.tile
        let truth = try Town.atlas.withUnsafeBytes { bytes in
            var workspace = TileWorkspace()
            return try TileSource(AtlasView(bytes: bytes)).tile(tile, with: &workspace)
        }
        #expect(truth?.isEmpty == false)
        #expect(try await client.tile(TileRequest(z: tile.zoom, x: tile.x, y: tile.y)) == truth)
        #expect(try await client.tile(TileRequest(z: 14, x: 0, y: 0)) == [])
    }

    @Test func `the atlas is the file itself`() async throws {
        #expect(try await client.atlas() == Town.atlas)
    }
}

extension AddressesRequest {
    /// With another longitude for one point.
    fileprivate func with(longitude: Double, at index: Int) -> AddressesRequest {
        var request = self
        request.body[index].lon = longitude
        return request
    }
}
