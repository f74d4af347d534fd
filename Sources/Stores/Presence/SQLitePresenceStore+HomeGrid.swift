import Foundation
import GeoCore
package import Presence

extension SQLitePresenceStore: HomeGridStore {
    package func homeGrid() async throws -> HomeGrid? {
        try await read { [tenant] database in try database.homeGrid(of: tenant) }
    }

    package func keep(_ grid: HomeGrid) async throws -> HomeGrid {
        try await write { [tenant] database, _ in
            let squares = grid.divided.map { [$0.key.zoom, $0.key.x, $0.key.y, Int($0.value)] }.sorted {
                $0.lexicographicallyPrecedes($1)
            }
            try database.execute(
                sql: "INSERT INTO home_grids (tenant, divided) VALUES (?, ?) ON CONFLICT DO NOTHING",
                arguments: [tenant, String(decoding: try JSONEncoder().encode(squares), as: UTF8.self)])
            return try database.homeGrid(of: tenant) ?? grid
        }
    }
}

extension Database {
    /// Returns the stored grid: zoom, column and row of each divided square and which quarters are merged, as JSON.
    fileprivate func homeGrid(of tenant: Data) throws -> HomeGrid? {
        let found = try Row.fetchOne(
            self, sql: "SELECT tenant, divided FROM home_grids WHERE tenant = ?", arguments: [tenant])
        guard let row = found.map({ StoredRow($0, of: "home_grids") }) else { return nil }
        guard let squares = try? JSONDecoder().decode([[Int]].self, from: Data(try row(1, as: String.self).utf8)) else {
            throw row.damage
        }
        var divided: [TileID: UInt8] = [:]
        for square in squares {
            guard square.count == 4, let tile = TileID(zoom: square[0], x: square[1], y: square[2]),
                let joined = UInt8(exactly: square[3])
            else { throw row.damage }
            divided[tile] = joined
        }
        return HomeGrid(divided: divided)
    }
}
