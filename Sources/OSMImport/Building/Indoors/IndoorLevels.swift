import Atlas
import GeoCore

/// The levels of a building: those of its things, and those that its own tags state.
struct IndoorLevels: Sendable {
    /// Ascending.
    private(set) var levels: [Level]
    /// What the signs say, by level.
    private(set) var labels: [Level: String] = [:]
    /// By level, the number of things of each class.
    private(set) var counts: [Level: [UInt32]] = [:]
    /// The level that a map shows first.
    private(set) var start = Level.ground

    init(_ building: IndoorBuildings.Building, _ things: [IndoorThing], _ data: OSMData) {
        var signs: [Level: [String: Int]] = [:]
        for index in building.things {
            let thing = things[index]
            for level in thing.levels.levels {
                counts[level, default: [UInt32](repeating: 0, count: IndoorClass.allCases.count)][
                    Int(thing.kind.rawValue)] += 1
            }
            let tags = Tags(table: data.tags, range: thing.tags)
            if thing.levels.count == 1, let sign = tags["level:ref"] {
                signs[thing.levels.levels[0], default: [:]][sign, default: 0] += 1
            }
        }
        let tags = building.area.map { Tags(table: data.tags, range: $0.tags) }
        levels = Set(counts.keys).union(Self.stated(tags)).sorted()
        for (level, words) in signs {
            labels[level] = words.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        }
        start = Self.start(building, levels, data)
    }

    /// Returns the levels from `min_level` to `max_level` without those in `non_existent_levels`; none unless both are
    /// understood.
    private static func stated(_ tags: Tags?) -> [Level] {
        guard let tags, let low = tags["min_level"].flatMap({ Level($0) }),
            let high = tags["max_level"].flatMap({ Level($0) }), low <= high,
            let all = LevelSet("\(low.text)-\(high.text)")
        else { return [] }
        let missing = tags["non_existent_levels"].flatMap { LevelSet($0) }
        return all.levels.filter { !(missing?.contains($0) ?? false) }
    }

    /// Returns the level of the main entrance; without one the ground floor, or the lowest level above it.
    private static func start(_ building: IndoorBuildings.Building, _ levels: [Level], _ data: OSMData) -> Level {
        let ground = levels.first { $0 >= .ground } ?? levels[levels.count - 1]
        guard let area = building.area else { return ground }
        for node in area.polygons.flatMap({ $0.outer }) {
            guard let position = data.nodes.tagged.ascendingIndex(of: node, in: data.nodes.tagged.indices) else {
                continue
            }
            let tags = data.tags(ofTagged: position)
            if tags["entrance"] == "main", let level = tags["level"].flatMap({ Level($0) }), levels.contains(level) {
                return level
            }
        }
        return ground
    }
}
