import Foundation
import GeoCore
import TestSupport
import Testing
import TileArchives

@Suite struct PMTilesTests {
    struct Number: Sendable, CustomTestStringConvertible {
        let zoom: Int, x: Int, y: Int, number: UInt64
        var testDescription: String { "\(zoom)/\(x)/\(y)" }
    }

    /// From the specification (spec/v3, §4.1) and from `zxy_to_tileid` of PyPI pmtiles 3.8.1.
    static let numbers = [
        Number(zoom: 0, x: 0, y: 0, number: 0), Number(zoom: 1, x: 0, y: 0, number: 1),
        Number(zoom: 1, x: 0, y: 1, number: 2), Number(zoom: 1, x: 1, y: 1, number: 3),
        Number(zoom: 1, x: 1, y: 0, number: 4), Number(zoom: 2, x: 0, y: 0, number: 5),
        Number(zoom: 12, x: 3423, y: 1763, number: 19_078_479), Number(zoom: 14, x: 0, y: 0, number: 89_478_485),
        Number(zoom: 14, x: 9327, y: 4738, number: 319_433_640),
    ]

    @Test(arguments: numbers) func `a tile has the number of the specification`(_ tile: Number) {
        #expect(TileID(zoom: tile.zoom, x: tile.x, y: tile.y)!.archiveID == tile.number)
    }

    /// All tiles of zooms 0 to `zoom` in the order of an archive.
    static func tiles(toZoom zoom: Int) -> [TileID] {
        (0...zoom).flatMap { zoom in
            (0..<(1 << zoom)).flatMap { x in (0..<(1 << zoom)).map { TileID(zoom: zoom, x: x, y: $0)! } }
        }.sorted { $0.archiveID < $1.archiveID }
    }

    /// Writes `tiles` with the content that `content` makes, not compressed.
    static func write(
        _ tiles: [TileID], to path: String, metadata: String = "{}", _ content: (TileID) -> [UInt8]
    ) throws -> PMTilesHeader {
        var writer = try PMTilesWriter(path: path)
        for tile in tiles { try writer.add(content(tile), at: tile) }
        var header = PMTilesHeader()
        (header.content, header.tileCompression) = (.png, .none)
        header.zooms = 0...(tiles.map(\.zoom).max() ?? 0)
        return try writer.finish(header, metadata: Array(metadata.utf8))
    }

    static func name(_ tile: TileID) -> [UInt8] { Array("\(tile.zoom)/\(tile.x)/\(tile.y)".utf8) }

    @Test func `every tile of an archive is read back, and no other`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a.pmtiles")
        let tiles = Self.tiles(toZoom: 4).filter { ($0.x + $0.y) % 3 != 0 }
        _ = try Self.write(tiles, to: path, Self.name)
        let reader = try PMTilesReader(path: path)
        for tile in Self.tiles(toZoom: 5) {
            let wanted = tiles.contains(tile) ? Self.name(tile) : nil
            #expect(try reader.content(of: tile, upTo: 100) == wanted)
        }
        #expect(try reader.metadata() == Array("{}".utf8))
    }

    @Test func `the same tiles give the same bytes`() throws {
        let folder = try TemporaryFolder(), tiles = Self.tiles(toZoom: 4)
        for name in ["a", "b"] { _ = try Self.write(tiles, to: folder.file(name), Self.name) }
        #expect(try folder.bytes("a") == folder.bytes("b"))
    }

    @Test func `equal contents are stored once, and neighbours share an entry`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a.pmtiles"), tiles = Self.tiles(toZoom: 4)
        // The upper half is one content, the lower half another.
        let header = try Self.write(tiles, to: path) { [2 * $0.y < 1 << $0.zoom ? 1 : 2] }
        #expect(header.addressedTiles == 341)
        #expect(header.contents == 2 && header.tiles.length == 2)
        // Zoom 0, then for each zoom a quarter, the two lower ones as one run, and the last quarter with the first of
        // the next zoom.
        #expect(header.entries == 9)
        let reader = try PMTilesReader(path: path)
        for tile in tiles {
            #expect(try reader.content(of: tile, upTo: 1) == [2 * tile.y < 1 << tile.zoom ? 1 : 2])
        }
    }

    @Test func `a repeated content beyond the writer's buffer is found in the file`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a.pmtiles"), tiles = Self.tiles(toZoom: 2)
        // Contents of 400 KB, each of them twice, 7 tiles apart.
        func content(_ tile: TileID) -> [UInt8] {
            [UInt8](repeating: UInt8(tile.archiveID % 7), count: 400_000)
        }
        let header = try Self.write(tiles, to: path, content)
        #expect(header.contents == 7 && header.tiles.length == 2_800_000)
        let reader = try PMTilesReader(path: path)
        for tile in tiles { #expect(try reader.content(of: tile, upTo: 1 << 20) == content(tile)) }
    }

    @Test func `directories too long for the root get leaves`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a.pmtiles"), tiles = Self.tiles(toZoom: 8)
        var random = SeededGenerator(seed: 3)
        // Random lengths make directories that do not compress.
        let lengths = tiles.map { _ in Int.random(in: 1...40, using: &random) }
        var index = -1
        let header = try Self.write(tiles, to: path) { tile in
            index += 1
            return Self.name(tile) + [UInt8](repeating: 0, count: lengths[index])
        }
        #expect(header.entries == 87_381)
        #expect(header.leaves.length > 16_384)
        #expect(header.root.offset + header.root.length < 16_384)
        let reader = try PMTilesReader(path: path)
        for (tile, length) in zip(tiles, lengths) {
            let content = Self.name(tile) + [UInt8](repeating: 0, count: length)
            #expect(try reader.content(of: tile, upTo: 100) == content)
        }
    }

    @Test func `Protomaps' own reader finds every one of 40,000 tiles`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a.pmtiles")
        let tiles = Self.tiles(toZoom: 8).filter { $0.zoom < 8 || ($0.x + $0.y) % 7 < 2 }
        let header = try Self.write(tiles, to: path) { tile in
            // A tenth of the contents is equal; the others have all lengths.
            tile.x % 10 == 0 ? [7] : Self.name(tile) + [UInt8](repeating: 1, count: tile.y)
        }
        #expect(header.leaves.length > 0 && tiles.count > 40_000)
        let answer = try PMTilesOracle.read(
            path, content: #"b"\7" if x % 10 == 0 else f"{z}/{x}/{y}".encode() + b"\1" * y"#)
        #expect(answer.faults == [])
        #expect(answer.tiles == tiles.count)
        #expect(answer.header["addressed_tiles_count"] == tiles.count)
        #expect(answer.header["tile_entries_count"] == Int(header.entries))
        #expect(answer.header["tile_contents_count"] == Int(header.contents))
        #expect(answer.header["clustered"] == 1 && answer.header["tile_type"] == 2)
    }

    @Test func `an archive of no tiles is refused`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: TileArchiveError.self) { try Self.write([], to: folder.file("a"), Self.name) }
    }

    @Test func `a content above the limit is refused`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a.pmtiles"), tiles = Self.tiles(toZoom: 0)
        _ = try Self.write(tiles, to: path, Self.name)
        let reader = try PMTilesReader(path: path)
        #expect(throws: TileArchiveError.self) { try reader.content(of: tiles[0], upTo: 4) }
    }
}
