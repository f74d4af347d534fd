import Atlas
import Foundation
import GeoCore
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Search
import Server
import TestSupport
import Testing
import Tiles

/// The inside of buildings over HTTP: a house with six levels, and a town without indoor data.
@Suite struct IndoorAnswersTests {
    private let house: Town
    private let atlas: [UInt8]

    init() throws {
        atlas = try Town.atlas(ofExtract: Fixture.path("floors.osm"))
        house = try Town(atlas: atlas)
    }

    @Test func `a building has its levels in order, and the rooms on them`() async throws {
        let building = try await house.guest.building(BuildingRequest(id: "w103"))
        #expect(building.id == "w103" && building.name == "Science House" && building.start == 0)
        #expect(building.levels.map(\.level) == [-1, -0.5, 0, 0.5, 1, 2])
        #expect(building.levels.map(\.name) == [nil, nil, "G", nil, "First", nil])
        let library = try #require(building.spaces.first { $0.name == "Library" })
        #expect(library.ref == "002" && library.kind == .room && library.levels == [0])
        #expect(Set(building.spaces.flatMap(\.levels)).isSubset(of: building.levels.map(\.level)))
        #expect(building.spaces.compactMap(\.levels.first) == building.spaces.compactMap(\.levels.first).sorted())
    }

    @Test func `the answer is the engine's, byte for byte`() async throws {
        let response = try await house.get("/api/v1/buildings/w103?lang=fi")
        let truth = try atlas.withUnsafeBytes { bytes in
            let engine = try SearchEngine(AtlasView(bytes: bytes))
            return BuildingJSON.write(try #require(PlaceRef("w103")), language: "fi", engine)
        }
        #expect([UInt8](response.body.readableBytesView) == truth)
    }

    @Test(arguments: ["w101", "w999999", "n1", "", "x103", "w103x", "w18446744073709551616"])
    func `a building without anything inside is not found`(_ id: String) async throws {
        #expect(try await house.get("/api/v1/buildings/\(id)").status == .notFound)
    }

    @Test func `a room in search and its place have building and levels`() async throws {
        let found = try await house.guest.suggestions(SuggestRequest(text: "SH 002"))
        let hit = try #require(found.results.first), place = try await house.guest.place(PlaceRequest(id: hit.id))
        for (building, levels) in [(hit.building, hit.levels), (place.building, place.levels)] {
            #expect(building?.id == "w103" && building?.name == "Science House")
            #expect(levels?.map(\.level) == [0] && levels?.map(\.name) == ["G"])
        }
    }

    @Test(arguments: [17, 18, 19])
    func `a tile is the engine's, byte for byte, first and from the cache`(_ zoom: Int) async throws {
        let point = try #require(Coordinate(latitude: 60.0001, longitude: 25.0002))
        let tile = try #require(TileID(containing: PointE7(point), zoom: zoom))
        let truth = try atlas.withUnsafeBytes { bytes in
            var workspace = TileWorkspace()
            return try #require(try TileSource.indoor(AtlasView(bytes: bytes))).tile(tile, with: &workspace)
        }
        #expect(truth?.isEmpty == false)
        for _ in 0..<2 {
            #expect(try await house.guest.indoorTile(IndoorTileRequest(z: zoom, x: tile.x, y: tile.y)) == truth)
        }
        #expect(try await house.guest.indoorTile(IndoorTileRequest(z: zoom, x: 0, y: 0)) == [])
        #expect(String(buffer: try await house.get("/metrics").body).contains("hereabouts_tile_cache_hits_total 1"))
    }

    @Test(arguments: ["16/0/0", "20/0/0", "17/131072/0", "17/0/131072", "17/-1/0", "19/a/0"])
    func `tiles beyond the zooms or the world are refused`(_ tile: String) async throws {
        #expect(try await house.get("/tiles/indoor/\(tile).mvt").status == .badRequest)
    }

    @Test func `the description names the layers and the zooms`() async throws {
        let description = try await house.guest.indoorTileJSON()
        #expect(description.minzoom == 17 && description.maxzoom == 19)
        #expect(description.vectorLayers.map(\.id) == ["indoor_area", "indoor_line", "indoor_point", "indoor_label"])
        let version = try await house.guest.about().tileVersion
        #expect(description.tiles.first?.hasSuffix("/tiles/indoor/{z}/{x}/{y}.mvt?v=\(version)") == true)
    }

    @Test func `a map without indoor data says so`() async throws {
        let town = try Town()
        #expect(try await house.guest.about().features.contains("indoor") == true)
        #expect(try await town.guest.about().features.contains("indoor") == false)
        #expect(try await town.get("/tiles/indoor.json").status == .notFound)
        #expect(try await town.get("/tiles/indoor/17/0/0.mvt").status == .noContent)
        #expect(try await town.get("/api/v1/buildings/w10").status == .notFound)
    }
}
