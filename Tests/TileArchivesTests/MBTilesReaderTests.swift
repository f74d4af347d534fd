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

    /// Writes a file with the tables or views that `statements` make.
    private static func write(_ path: String, _ statements: String) throws {
        let database = try DatabaseQueue(path: path)
        try database.write { try $0.execute(sql: statements) }
        try database.close()
    }

    private static let emptyMetadata = "CREATE TABLE metadata (name TEXT, value TEXT);"
    /// All numbers from 0 on, without an end.
    private static let endless = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)"

    @Test(arguments: [
        """
        CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
        CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
        INSERT INTO tiles SELECT 8, i % 256, i / 256, x'89504e470d0a1a0a' FROM n;
        """,
        """
        CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
        CREATE TABLE images (tile_data BLOB, tile_id TEXT);
        CREATE UNIQUE INDEX map_index ON map (zoom_level, tile_column, tile_row);
        CREATE UNIQUE INDEX images_id ON images (tile_id);
        INSERT INTO images VALUES (x'89504e470d0a1a0a', 'sea');
        INSERT INTO map SELECT 8, i % 256, i / 256, 'sea' FROM n;
        CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data
            FROM map JOIN images ON images.tile_id = map.tile_id;
        """,
    ])
    func `opening a large file reads few of its tiles`(_ statements: String) throws {
        let folder = try TemporaryFolder(), path = folder.file("a.mbtiles")
        try Self.write(
            path,
            """
            \(Self.emptyMetadata) INSERT INTO metadata VALUES ('bounds', '-180,-85,180,85');
            CREATE TABLE n (i INTEGER); INSERT INTO n \(Self.endless) SELECT i FROM n LIMIT 65536;
            \(statements)
            """)
        let reader = try MBTilesReader(path: path, mostSteps: 5000)
        #expect(reader.description.zooms == 8...8)
        #expect(try reader.picture(of: TileID(zoom: 8, x: 255, y: 0)!) == Self.png)
    }

    @Test func `a view that never ends is refused`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a.mbtiles")
        try Self.write(
            path,
            """
            \(Self.emptyMetadata) CREATE VIEW tiles AS \(Self.endless) SELECT 0 AS zoom_level, i AS tile_column,
                0 AS tile_row, x'89504e470d0a1a0a' AS tile_data FROM n WHERE i < 5
            """)
        let error = #expect(throws: TileArchiveError.self) {
            _ = try MBTilesReader(path: path, mostSteps: 1_000_000)
        }
        #expect(error?.description.contains("too long") == true)
    }

    @Test func `a picture that a view never finishes is refused, and others are read`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a.mbtiles")
        try Self.write(
            path,
            """
            \(Self.emptyMetadata) CREATE TABLE map (x INTEGER PRIMARY KEY); INSERT INTO map VALUES (0), (1), (2);
            CREATE VIEW tiles AS SELECT 2 AS zoom_level, x AS tile_column, 0 AS tile_row,
                CASE x WHEN 1 THEN (\(Self.endless) SELECT count(*) FROM n) WHEN 2 THEN randomblob(900000000)
                ELSE x'89504e470d0a1a0a' END AS tile_data FROM map
            """)
        let reader = try MBTilesReader(path: path)
        for x in 0...2 {
            #expect(try reader.picture(of: TileID(zoom: 2, x: 0, y: 3)!) == Self.png)
            guard x > 0 else { continue }
            #expect(throws: TileArchiveError.self) { try reader.picture(of: TileID(zoom: 2, x: x, y: 3)!) }
        }
    }

    /// Writes one tile of zoom 0 as a text: the first bytes of a picture, a zero, and `count` more.
    private static func writeText(_ path: String, count: Int) throws {
        let database = try DatabaseQueue(path: path)
        let text = Data("RIFF....WEBP".utf8) + [0] + [UInt8](repeating: UInt8(ascii: "a"), count: count)
        try database.write { database in
            try database.execute(
                sql: emptyMetadata + "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);")
            try database.execute(sql: "INSERT INTO tiles VALUES (0, 0, 0, CAST(? AS TEXT))", arguments: [text])
        }
        try database.close()
    }

    @Test func `a text is no picture, whatever its length`() throws {
        let folder = try TemporaryFolder(), path = folder.file("a.mbtiles"), both = folder.file("b.mbtiles")
        try Self.writeText(path, count: 100)
        #expect(throws: TileArchiveError.self) { _ = try MBTilesReader(path: path) }
        try Self.writeText(both, count: RasterDescription.mostBytes)
        try Self.write(both, "INSERT INTO tiles VALUES (1, 0, 0, x'89504e470d0a1a0a'), (1, 0, 1, x''), (1, 1, 1, NULL)")
        let reader = try MBTilesReader(path: both)
        #expect(throws: TileArchiveError.self) { try reader.picture(of: TileID(zoom: 0, x: 0, y: 0)!) }
        #expect(try reader.picture(of: TileID(zoom: 1, x: 0, y: 1)!) == Self.png)
        // Without content, there is no tile.
        #expect(try reader.picture(of: TileID(zoom: 1, x: 0, y: 0)!) == nil)
        #expect(try reader.picture(of: TileID(zoom: 1, x: 1, y: 0)!) == nil)
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
