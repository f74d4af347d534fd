import Foundation
import GRDB
package import GeoCore

/// Reads pictures of an MBTiles file, version 1.3: an SQLite database with the tables or views
/// `metadata(name, value)` and `tiles(zoom_level, tile_column, tile_row, tile_data)`. Rows count from the south.
///
/// A class because it owns the open database. Several threads may ask at once; SQLite answers one after another.
package final class MBTilesReader: RasterArchive {
    package let description: RasterDescription
    private let database: DatabaseQueue
    private let path: String

    /// The most tiles of a file without an index: each look-up reads all of them.
    private static let mostWithoutIndex = 10_000

    /// Opens the file at `path` and reads its metadata. Throws `TileArchiveError` when it is no MBTiles file
    /// of pictures, or is too large for the index that it lacks.
    package init(path: String) throws {
        self.path = path
        // Makes the message of a missing file that of other archives.
        _ = try ArchiveFile(reading: path)
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "hereabouts.mbtiles"
        // The file's views and defaults may call no function that reaches out of the database.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
        do {
            database = try DatabaseQueue(path: path, configuration: configuration)
            description = try database.read { try Self.description(in: $0, path) }
        } catch let error as DatabaseError {
            throw TileArchiveError(path, breaks: "SQLite cannot read its tiles (\(error.resultCode))")
        }
    }

    deinit { try? database.close() }

    package func picture(of tile: TileID) throws -> [UInt8]? {
        do {
            return try database.read { database in
                let data = try Row.fetchOne(
                    database,
                    sql: """
                        SELECT length(tile_data), CASE WHEN length(tile_data) <= ? THEN tile_data END FROM tiles
                        WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1
                        """,
                    arguments: [RasterDescription.mostBytes, tile.zoom, tile.x, (1 << tile.zoom) - 1 - tile.y])
                guard let data, let length = Int.fromDatabaseValue(data[0]), length > 0 else { return nil }
                guard let bytes = Data.fromDatabaseValue(data[1]) else {
                    throw TileArchiveError(path, breaks: "a tile is larger than any picture")
                }
                return [UInt8](bytes)
            }
        } catch let error as DatabaseError {
            throw TileArchiveError(path, breaks: "SQLite cannot read its tiles (\(error.resultCode))")
        }
    }

    private static func description(in database: Database, _ path: String) throws -> RasterDescription {
        try refuseWithoutIndex(database, path)
        let ends = try Row.fetchOne(database, sql: "SELECT MIN(zoom_level), MAX(zoom_level) FROM tiles")
        guard let first = ends.flatMap({ Int.fromDatabaseValue($0[0]) }),
            let last = ends.flatMap({ Int.fromDatabaseValue($0[1]) }), first <= last
        else { throw TileArchiveError("\(path) has no tiles; name a file with some") }
        guard first >= 0, last <= TileID.maximumZoom else {
            throw TileArchiveError(path, breaks: "its zooms are not in 0 to \(TileID.maximumZoom)")
        }
        let sample = try Data.fetchOne(
            database, sql: "SELECT substr(tile_data, 1, 16) FROM tiles WHERE zoom_level = ? LIMIT 1",
            arguments: [last])
        guard let sample, RasterFormat(firstBytesOf: [UInt8](sample)) != nil else {
            throw TileArchiveError("\(path) has no pictures; name a file of PNG, JPEG, WebP or AVIF")
        }
        let credit = try text("attribution", in: database) ?? ""
        return RasterDescription(
            zooms: first...last, bounds: try bounds(in: database, zoom: last),
            credit: String(credit.prefix(RasterDescription.longestCredit)))
    }

    private static func text(_ name: String, in database: Database) throws -> String? {
        try String.fetchOne(
            database, sql: "SELECT substr(value, 1, 10000) FROM metadata WHERE name = ? LIMIT 1", arguments: [name])
    }

    /// Throws when a look-up would read every tile of a large file.
    private static func refuseWithoutIndex(_ database: Database, _ path: String) throws {
        let plan = try Row.fetchAll(
            database,
            sql: """
                EXPLAIN QUERY PLAN SELECT tile_data FROM tiles
                WHERE zoom_level = 1 AND tile_column = 1 AND tile_row = 1
                """)
        let reads = plan.compactMap { String.fromDatabaseValue($0["detail"]) }
        guard reads.contains(where: { $0.hasPrefix("SCAN") }) else { return }
        let count = try Int.fetchOne(
            database, sql: "SELECT COUNT(*) FROM (SELECT 1 FROM tiles LIMIT ?)", arguments: [mostWithoutIndex + 1])
        guard count ?? 0 <= mostWithoutIndex else {
            throw TileArchiveError(
                "\(path) has no index of its tiles; add one with sqlite3: "
                    + "CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)")
        }
    }

    /// Returns the bounds of the metadata, or else those of the tiles of a zoom.
    private static func bounds(in database: Database, zoom: Int) throws -> IntBox {
        let sides = (try text("bounds", in: database) ?? "").split(separator: ",").compactMap { number in
            Double(number.filter { $0 != " " })
        }
        if sides.count == 4, sides[0].magnitude <= 180, sides[2].magnitude <= 180, sides[1].magnitude <= 90,
            sides[3].magnitude <= 90, sides[0] < sides[2], sides[1] < sides[3]
        {
            let numbers = sides.map { Int32(($0 * 1e7).rounded()) }
            return IntBox(minX: numbers[0], minY: numbers[1], maxX: numbers[2], maxY: numbers[3])
        }
        let ends = try Row.fetchOne(
            database,
            sql: """
                SELECT MIN(tile_column), MAX(tile_column), MIN(tile_row), MAX(tile_row) FROM tiles WHERE zoom_level = ?
                """, arguments: [zoom])
        let positions = (0..<4).map { index in ends.flatMap { Int.fromDatabaseValue($0[index]) } ?? -1 }
        let last = (1 << zoom) - 1
        guard positions.allSatisfy({ (0...last).contains($0) }) else { return .wholeWorld }
        let size = Double(1 << zoom)
        let northWest = Mercator.coordinate(atX: Double(positions[0]) / size, y: Double(last - positions[3]) / size)
        let southEast = Mercator.coordinate(
            atX: Double(positions[1] + 1) / size, y: Double(last - positions[2] + 1) / size)
        return IntBox(
            minX: northWest.longitudeE7, minY: southEast.latitudeE7, maxX: southEast.longitudeE7,
            maxY: northWest.latitudeE7)
    }
}
