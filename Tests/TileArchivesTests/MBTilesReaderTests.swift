import Foundation
import GRDB
import GeoCore
import TestSupport
import Testing
import TileArchives

@Suite struct MBTilesReaderTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    /// Writes a file of pictures whose last bytes name their tiles; rows count from the south, as in MBTiles.
    private static func write(
        _ path: String, metadata: [String: String] = [:], index: Bool = true, tiles: [(zoom: Int, x: Int, row: Int)],
        _ content: (Int, Int, Int) -> [UInt8] = { png + [UInt8($0), UInt8($1), UInt8($2)] }
    ) throws {
        let database = try DatabaseQueue(path: path)
        try database.write { database in
            try database.execute(sql: "CREATE TABLE metadata (name TEXT, value TEXT)")
            try database.execute(
                sql: "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
            if index {
                try database.execute(
                    sql: "CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)")
            }
            for (name, value) in metadata {
                try database.execute(sql: "INSERT INTO metadata VALUES (?, ?)", arguments: [name, value])
            }
            for (zoom, x, row) in tiles {
                try database.execute(
                    sql: "INSERT INTO tiles VALUES (?, ?, ?, ?)",
                    arguments: [zoom, x, row, Data(content(zoom, x, row))])
            }
        }
        try database.close()
    }

    @Test func `rows count from the south in the file, and from the north here`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a.mbtiles")
        try Self.write(path, tiles: [(2, 1, 3), (2, 1, 0)])
        let reader = try MBTilesReader(path: path)
        #expect(try reader.picture(of: TileID(zoom: 2, x: 1, y: 0)!) == Self.png + [2, 1, 3])
        #expect(try reader.picture(of: TileID(zoom: 2, x: 1, y: 3)!) == Self.png + [2, 1, 0])
        #expect(try reader.picture(of: TileID(zoom: 2, x: 1, y: 1)!) == nil)
        #expect(try reader.picture(of: TileID(zoom: 3, x: 1, y: 1)!) == nil)
    }

    @Test func `bounds and credit are those of the metadata`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a.mbtiles")
        try Self.write(
            path, metadata: ["bounds": "24.5, 60, 25.25,60.5", "attribution": "© Air"], tiles: [(1, 1, 1), (3, 4, 5)])
        let description = try MBTilesReader(path: path).description
        #expect(description.zooms == 1...3 && description.credit == "© Air")
        #expect(
            description.bounds == IntBox(minX: 245_000_000, minY: 600_000_000, maxX: 252_500_000, maxY: 605_000_000))
    }

    @Test(arguments: ["", "text", "1,2,3", "10,0,5,1", "nan,0,1,1", "0,0,400,1", "1e999,0,1,1"])
    func `without true bounds, those of the tiles count`(_ bounds: String) throws {
        let folder = try TemporaryFolder(), path = folder.file("a.mbtiles")
        // The north-eastern quarter of the world.
        try Self.write(path, metadata: ["bounds": bounds], tiles: [(1, 1, 1)])
        let box = try MBTilesReader(path: path).description.bounds
        #expect(box.minX == 0 && box.maxX == 1_800_000_000 && box.minY == 0)
        #expect(abs(Int(box.maxY) - 850_511_288) <= 1)
    }

    @Test func `files that are none, and files without pictures, are refused`() throws {
        let folder = try TemporaryFolder()
        let text = try folder.write("text.mbtiles", "no database".utf8), words = folder.file("words.mbtiles")
        try Self.write(words, tiles: [(0, 0, 0)]) { _, _, _ in Array("words".utf8) }
        let empty = folder.file("empty.mbtiles"), deep = folder.file("deep.mbtiles")
        try Self.write(empty, tiles: [])
        try Self.write(deep, tiles: [(30, 0, 0)])
        for path in [text, words, empty, deep, folder.path, folder.file("missing.mbtiles")] {
            let error = #expect(throws: TileArchiveError.self) { _ = try MBTilesReader(path: path) }
            #expect(error?.description.contains(path) == true)
        }
    }

    @Test func `a large file without an index is refused, a small one is read`() throws {
        let folder = try TemporaryFolder(), small = folder.file("small.mbtiles"), large = folder.file("large.mbtiles")
        try Self.write(small, index: false, tiles: [(0, 0, 0)])
        #expect(try MBTilesReader(path: small).picture(of: TileID(zoom: 0, x: 0, y: 0)!) != nil)
        try Self.write(large, index: false, tiles: (0...10_000).map { (14, $0, 0) }) { _, _, _ in Self.png }
        let error = #expect(throws: TileArchiveError.self) { _ = try MBTilesReader(path: large) }
        #expect(error?.description.contains("CREATE UNIQUE INDEX") == true)
    }

    @Test func `a picture above the limit is refused`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a.mbtiles")
        try Self.write(path, tiles: [(0, 0, 0)]) { _, _, _ in
            Self.png + [UInt8](repeating: 0, count: RasterDescription.mostBytes)
        }
        let reader = try MBTilesReader(path: path)
        #expect(throws: TileArchiveError.self) { try reader.picture(of: TileID(zoom: 0, x: 0, y: 0)!) }
    }

    @Test func `the first bytes tell the form of a picture`() {
        #expect(RasterFormat(firstBytesOf: Self.png) == .png)
        #expect(RasterFormat(firstBytesOf: [0xff, 0xd8, 0xff, 0xe0]) == .jpeg)
        #expect(RasterFormat(firstBytesOf: Array("RIFF....WEBPVP8 ".utf8)) == .webP)
        #expect(RasterFormat(firstBytesOf: [0, 0, 0, 32] + Array("ftypavif".utf8)) == .avif)
        for bytes: [UInt8] in [[], [0x89], Array("RIFF".utf8), Array("RIFF....WAVE".utf8), Array("<svg>".utf8)] {
            #expect(RasterFormat(firstBytesOf: bytes) == nil)
        }
    }
}
