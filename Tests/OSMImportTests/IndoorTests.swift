import Atlas
import Foundation
import GeoCore
import OSMImport
import TestSupport
import Testing
import Tiles

/// The atlas of `floors.osm`, verified, with what is in it.
///
/// A class because the engines read the memory that it holds.
private final class House {
    let memory: AtlasMemory
    let table: IndoorTable
    let tiles: TileSource
    let issues: IssueLog
    let verified: VerifiedAtlas

    init() throws {
        let bytes = try Data(contentsOf: URL(filePath: Fixture.path("floors.osm")))
        let reading = try OSMReader.read(bytes: [UInt8](bytes), name: "floors.osm")
        var issues = reading.issues
        memory = AtlasMemory(
            try AtlasBuilder().build(reading.data, objects: reading.objects, fileStem: "floors", issues: &issues)
                .finish())
        self.issues = issues
        let view = try memory.view()
        verified = try AtlasVerifier.verify(view)
        table = try #require(try IndoorTable.open(view))
        tiles = try #require(try TileSource.indoor(view))
    }

    /// The house itself, a way.
    var building: Int? { PlaceRef(.way, 103).flatMap { table.building($0) } }

    func space(_ number: String) -> IndoorSpace? {
        (0..<table.spaceCount).map { table.space(at: $0) }.first {
            [table.text.string($0.number), table.text.string($0.name)].contains(number)
        }
    }

    /// All features of a layer in the tiles of a zoom over the house, as `ref or name: class @ level`, each once.
    func features(_ layer: String, zoom: Int) throws -> [String] {
        var workspace = TileWorkspace(), found: Set<String> = []
        for x in [-1.0, 15, 30, 45, 61, 85] {
            for y in [-1.0, 8, 15, 24, 31] {
                let point = Coordinate(latitude: 60 + y / 111_320, longitude: 25 + x / 55_660)
                let id = try #require(point.flatMap { TileID(containing: PointE7($0), zoom: zoom) })
                let tile = try DecodedTile(try #require(tiles.tile(id, with: &workspace)))
                for feature in tile.features(layer) { found.insert(Self.name(of: feature.attributes)) }
            }
        }
        return found.sorted()
    }

    private static func name(of attributes: [String: DecodedTile.Value]) -> String {
        func text(_ key: String) -> String? {
            if case .text(let text)? = attributes[key] { text } else { nil }
        }
        var level = "?"
        if case .number(let number)? = attributes["level"] { level = "\(number)" }
        return "\(text("ref") ?? text("name") ?? "-"): \(text("class") ?? "?") @ \(level)"
    }
}

struct IndoorTests {
    private let house: House

    init() throws { house = try House() }

    @Test func `a building has the levels of its things and those that its tags state`() throws {
        let building = try #require(house.building)
        let rows = house.table.levelRows(ofBuilding: building)
        #expect(rows.map { house.table.level(at: $0).text } == ["-1", "-0.5", "0", "0.5", "1", "2"])
        #expect(
            rows.map { house.table.label(at: $0).map { house.table.text.string($0) } } == [
                nil, nil, "G", nil, "First", nil,
            ])
        #expect(house.table.startLevel(ofBuilding: building) == .ground)
        #expect(house.table.building(PlaceRef(.way, 101)!) == nil)
    }

    @Test func `things are counted on each of their levels`() throws {
        let levels = try #require(house.verified.indoor).levels
        // Doors without a level are on those of the lift and the stairs behind them.
        #expect(
            levels["0"] == [
                "corridor": 1, "door": 6, "escalator": 1, "level": 1, "lift": 1, "room": 5, "stairs": 1, "wall": 1,
            ])
        #expect(
            levels["1"] == [
                "corridor": 1, "door": 4, "escalator": 1, "level": 1, "lift": 1, "room": 2, "stairs": 1,
            ])
        #expect(levels["2"] == ["area": 1, "corridor": 1, "door": 4, "lift": 1, "room": 1, "stairs": 1])
        #expect(levels["-1"] == ["door": 1, "lift": 1, "room": 1])
        #expect(levels["-0.5"] == ["room": 1])
        #expect(levels["0.5"] == ["area": 1])
        // The shelter lies in no building.
        #expect(levels["-2"] == ["room": 1])
        #expect(house.verified.indoor?.buildings == 1)
        #expect(house.table.ref(ofBuilding: 0) == nil)
    }

    @Test func `levels that are not understood, or missing, are reported`() {
        #expect(house.issues.counts[.levelNotUnderstood] == 1)
        #expect(house.issues.counts[.levelMissing] == 1)
        #expect(house.space("X1") == nil && house.space("X2") == nil)
    }

    @Test func `spaces know their building, levels, number and use`() throws {
        let library = try #require(house.space("002")), building = try #require(house.building)
        #expect(library.building == building && library.kind == .room && library.levels == [.ground])
        #expect(house.table.text.string(library.name) == "Library")
        #expect(house.table.text.string(library.use) == "library")
        #expect(house.space("C1")?.levels.map(\.text) == ["-1", "-0.5"])
        #expect(house.space("Hall")?.kind == .corridor)
        #expect(house.space("Shelter")?.building == 0)
        #expect(house.table.space(library.ref) != nil && house.table.space(PlaceRef(.way, 9_999)!) == nil)
        let listed = house.table.spaces(ofBuilding: building).map { house.table.space(at: $0) }
        #expect(
            listed.map { house.table.text.string($0.number) } == [
                "C1", "001", "002", "003", "004", "", "", "", "", "101", "102", "201", "",
            ])
    }

    @Test(arguments: 17...19) func `tiles show each thing once on each of its levels`(_ zoom: Int) throws {
        #expect(
            try house.features("indoor_area", zoom: zoom) == [
                "-: corridor @ 1.0", "-: corridor @ 2.0", "-: level @ 0.0", "-: level @ 1.0", "001: room @ 0.0",
                "002: room @ 0.0", "003: room @ 0.0", "004: room @ 0.0", "101: room @ 1.0", "102: room @ 1.0",
                "201: room @ 2.0", "C1: room @ -0.5", "C1: room @ -1.0", "Gallery: area @ 0.5", "Hall: corridor @ 0.0",
                "L1: lift @ -1.0", "L1: lift @ 0.0", "L1: lift @ 1.0", "L1: lift @ 2.0", "S1: stairs @ 0.0",
                "S1: stairs @ 1.0", "S1: stairs @ 2.0", "Shelter: room @ -2.0", "Terrace: area @ 2.0",
            ])
        #expect(
            try house.features("indoor_line", zoom: zoom) == [
                "-: escalator @ 0.0", "-: escalator @ 1.0", "-: wall @ 0.0",
            ])
        #expect(try house.features("indoor_label", zoom: zoom).contains("Kiosk: room @ 0.0"))
        #expect(try house.features("indoor_point", zoom: zoom).contains("-: door @ -1.0"))
    }

    @Test func `positions in a tile are those of the map`() throws {
        let corner = try #require(Coordinate(latitude: 60, longitude: 25 + 32 / 55_660.0))
        for zoom in 17...19 {
            let id = try #require(TileID(containing: PointE7(corner), zoom: zoom))
            var workspace = TileWorkspace()
            let tile = try DecodedTile(try #require(house.tiles.tile(id, with: &workspace)))
            let library = try #require(tile.features("indoor_area").first { $0.attributes["ref"] == .text("002") })
            let fraction = Mercator.worldFraction(corner), side = Double(1 << zoom) * 4096
            let x = fraction.x * side - Double(id.x) * 4096, y = fraction.y * side - Double(id.y) * 4096
            // A node has seven decimals, which is 0.8 units at zoom 19; rounding adds half a unit each time.
            #expect(library.parts[0].contains { abs(Double($0.x) - x) < 2 && abs(Double($0.y) - y) < 2 })
        }
    }

    @Test func `other zooms have no indoor tiles`() {
        var workspace = TileWorkspace()
        #expect(house.tiles.tile(TileID(zoom: 16, x: 0, y: 0)!, with: &workspace) == nil)
        #expect(house.tiles.tile(TileID(zoom: 20, x: 0, y: 0)!, with: &workspace) == nil)
        // The corners of the world, where the grid ends.
        let last = 1 << 19 - 1
        for (x, y) in [(0, 0), (last, 0), (0, last), (last, last)] {
            #expect(house.tiles.tile(TileID(zoom: 19, x: x, y: y)!, with: &workspace) == [])
        }
    }

    @Test func `an atlas without indoor data has no section for it`() throws {
        let reading = try OSMReader.read(bytes: HandMade.corner.pbf(), name: "corner")
        var issues = reading.issues
        let atlas = AtlasMemory(
            try AtlasBuilder().build(reading.data, objects: reading.objects, fileStem: "corner", issues: &issues)
                .finish())
        let view = try atlas.view()
        #expect(!view.entries.contains { "\($0.id)".hasPrefix("indoor") })
        #expect(try IndoorTable.open(view) == nil && TileSource.indoor(view) == nil)
        #expect(try AtlasVerifier.verify(view).indoor == nil)
    }

    @Test func `every damaged byte of the indoor sections is refused, or read without a trap`() throws {
        let bytes = house.memory.bytes
        var refused = 0, accepted = 0
        for entry in try house.memory.view().entries where "\(entry.id)".hasPrefix("indoor") {
            for index in entry.offset..<(entry.offset + entry.length) {
                for mask: UInt8 in [0x01, 0x80] {
                    var forged = bytes
                    forged[index] ^= mask
                    do {
                        try AtlasForging.withView(forged) { view in
                            let table = try #require(try IndoorTable.open(view))
                            try table.check()
                            let tiles = try #require(try TileSource.indoor(view))
                            try tiles.check()
                            Self.read(table, tiles)
                        }
                        accepted += 1
                    } catch { refused += 1 }
                }
            }
        }
        #expect(refused > 1000 && accepted > 1000)
    }

    /// Looks at all that a checked atlas holds.
    private static func read(_ table: IndoorTable, _ tiles: TileSource) {
        for building in table.buildings {
            _ = table.startLevel(ofBuilding: building)
            for row in table.levelRows(ofBuilding: building) { _ = table.label(at: row).map { table.text.string($0) } }
            for space in table.spaces(ofBuilding: building) { _ = table.text.string(table.space(at: space).name) }
        }
        var workspace = TileWorkspace()
        let point = PointE7(latitudeE7: 600_001_000, longitudeE7: 250_005_000)
        for zoom in 17...19 { _ = tiles.tile(TileID(containing: point, zoom: zoom)!, with: &workspace) }
    }
}
