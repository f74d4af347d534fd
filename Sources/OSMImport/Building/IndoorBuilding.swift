package import Atlas
import GeoCore

/// Builds the `indoor.*` sections: the table of levels and rooms, and the tiles. Adds nothing for a place without
/// indoor data.
package enum IndoorBuilding {
    /// Adds the sections for all things inside buildings. `text` receives their names, `issues` the objects whose
    /// levels are unusable. Throws `FeatureBuildingError` if there are more things than an atlas can number.
    package static func build(
        _ indoors: Indoors, _ data: OSMData, _ areas: Areas, text: inout StringInterner,
        into writer: inout AtlasWriter, issues: inout IssueLog
    ) throws {
        guard let buildings = indoors.buildings else { return }
        issues.add(indoors.issues)
        columns(of: buildings, data, &text).add(to: &writer)
        try IndoorTileBuilding(buildings, data, areas).build(text: &text, into: &writer, issues: &issues)
    }

    private static func columns(
        of buildings: IndoorBuildings, _ data: OSMData, _ text: inout StringInterner
    ) -> IndoorColumns {
        var columns = IndoorColumns()
        let things = buildings.things
        let spaces = things.indices.filter { things[$0].kind.isSpace }
            .sorted { things[$0].ref.rawValue < things[$1].ref.rawValue }
        var positions: [Int: Int] = [:], numbers: [String] = []
        for (position, thing) in spaces.enumerated() {
            positions[thing] = position
            let tags = Tags(table: data.tags, range: things[thing].tags)
            numbers.append(tags["ref"] ?? tags["name"] ?? "")
            columns.spaces.append(
                IndoorSpace(
                    ref: things[thing].ref, kind: things[thing].kind, building: things[thing].building ?? 0,
                    point: things[thing].point, levels: things[thing].levels.levels,
                    name: text.id(of: tags["name"] ?? ""), number: text.id(of: tags["ref"] ?? ""),
                    use: text.id(of: IndoorMeaning.use(of: tags, things[thing].kind))))
        }
        for building in buildings.all {
            let levels = IndoorLevels(building, things, data)
            var column = IndoorColumns.Building(ref: building.ref, start: levels.start)
            let none = [UInt32](repeating: 0, count: IndoorClass.allCases.count)
            column.levels = levels.levels.map { level in
                (level, text.id(of: levels.labels[level] ?? ""), levels.counts[level] ?? none)
            }
            column.members = building.things.compactMap { positions[$0] }.sorted { one, other in
                let (a, b) = (columns.spaces[one].levels[0], columns.spaces[other].levels[0])
                if a != b { return a < b }
                return numbers[one] == numbers[other] ? one < other : numbers[one] < numbers[other]
            }
            columns.buildings.append(column)
        }
        return columns
    }
}
