package import Atlas
import GeoCore

/// The things inside buildings of an atlas: a part of `hereabouts import --json`.
package struct IndoorReport: Sendable, Equatable, Codable {
    /// The buildings with indoor data.
    package var buildings = 0
    /// Rooms, corridors and areas, each counted once.
    package var spaces = 0
    /// By level, as `-1` or `0.5`, and class, such as `room` or `door`: a thing on several levels counts on each.
    package var levels: [String: [String: Int]] = [:]

    package init(_ table: IndoorTable) {
        spaces = table.spaceCount
        for building in table.buildings {
            if table.ref(ofBuilding: building) != nil { buildings += 1 }
            for row in table.levelRows(ofBuilding: building) {
                for kind in IndoorClass.allCases where table.count(of: kind, at: row) > 0 {
                    levels[table.level(at: row).text, default: [:]][kind.word, default: 0] += table.count(
                        of: kind, at: row)
                }
            }
        }
    }
}
