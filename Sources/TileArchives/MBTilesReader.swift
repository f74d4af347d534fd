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
    private let limit: StepLimit

    /// The most tiles of a file without an index: each look-up reads all of them.
    private static let mostWithoutIndex = 10_000
    /// The most steps of SQLite's virtual machine for opening a file, a few seconds, and for a picture. With an index,
    /// a look-up takes 20; without one, some 10 for each tile.
    package static let mostSteps = 200_000_000
    private static let mostStepsOfPicture = 2_000_000

    /// Opens the file at `path` and reads its metadata. Throws `TileArchiveError` when it is no MBTiles file of
    /// pictures, is too large for the index that it lacks, or needs more than `mostSteps` steps.
    package init(path: String, mostSteps: Int = MBTilesReader.mostSteps) throws {
        self.path = path
        let limit = StepLimit()
        self.limit = limit
        // Makes the message of a missing file that of other archives.
        _ = try ArchiveFile(reading: path)
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "hereabouts.mbtiles"
        // The file's views and defaults may call no function that reaches out of the database.
        configuration.prepareDatabase {
            limit.watch($0)
            try $0.execute(sql: "PRAGMA trusted_schema = OFF")
        }
        do {
            database = try DatabaseQueue(path: path, configuration: configuration)
            description = try database.read { database in
                try limit.within(mostSteps) { try Self.description(in: database, path) }
            }
        } catch let error as DatabaseError {
            throw Self.error(error, path)
        }
    }

    deinit { try? database.close() }

    package func picture(of tile: TileID) throws -> [UInt8]? {
        do {
            return try database.read { database in
                try limit.within(Self.mostStepsOfPicture) { try Self.picture(of: tile, in: database, path) }
            }
        } catch let error as DatabaseError {
            throw Self.error(error, path)
        }
    }

    private static func error(_ error: DatabaseError, _ path: String) -> TileArchiveError {
        error.resultCode == .SQLITE_INTERRUPT
            ? TileArchiveError(path, breaks: "its views take too long")
            : TileArchiveError(path, breaks: "SQLite cannot read its tiles (\(error.resultCode))")
    }

    private static func picture(of tile: TileID, in database: Database, _ path: String) throws -> [UInt8]? {
        // The length of a text counts letters up to the first zero; the value may have any number of bytes.
        let data = try Row.fetchOne(
            database,
            sql: """
                SELECT tile_data IS NULL OR length(tile_data) = 0 AND typeof(tile_data) = 'blob',
                CASE WHEN typeof(tile_data) = 'blob' AND length(tile_data) <= ? THEN tile_data END FROM tiles
                WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1
                """,
            arguments: [RasterDescription.mostBytes, tile.zoom, tile.x, (1 << tile.zoom) - 1 - tile.y])
        guard let data, Int.fromDatabaseValue(data[0]) == 0 else { return nil }
        guard let bytes = Data.fromDatabaseValue(data[1]) else {
            throw TileArchiveError(path, breaks: "a tile is no picture, or larger than any")
        }
        return [UInt8](bytes)
    }

    private static func description(in database: Database, _ path: String) throws -> RasterDescription {
        try refuseWithoutIndex(database, path)
        // In one query for both, SQLite would read every tile.
        let ends = try Row.fetchOne(
            database, sql: "SELECT (SELECT MIN(zoom_level) FROM tiles), (SELECT MAX(zoom_level) FROM tiles)")
        guard let first = ends.flatMap({ Int.fromDatabaseValue($0[0]) }),
            let last = ends.flatMap({ Int.fromDatabaseValue($0[1]) }), first <= last
        else { throw TileArchiveError("\(path) has no tiles; name a file with some") }
        guard first >= 0, last <= TileID.maximumZoom else {
            throw TileArchiveError(path, breaks: "its zooms are not in 0 to \(TileID.maximumZoom)")
        }
        let sample = try Data.fetchOne(
            database,
            sql: """
                SELECT CASE typeof(tile_data) WHEN 'blob' THEN substr(tile_data, 1, 16) END FROM tiles
                WHERE zoom_level = ? LIMIT 1
                """, arguments: [last])
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
        let ends: Row?
        do {
            ends = try Row.fetchOne(
                database,
                sql: """
                    SELECT MIN(tile_column), MAX(tile_column), MIN(tile_row), MAX(tile_row) FROM tiles
                    WHERE zoom_level = ?
                    """, arguments: [zoom])
        } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
            // This reads all tiles of the zoom, of which there are too many.
            return .wholeWorld
        }
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
