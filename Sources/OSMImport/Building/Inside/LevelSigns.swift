import GeoCore

/// What the signs of buildings call the levels of walkways: "G" for level 0.
struct LevelSigns: Sendable {
    /// Each once.
    private(set) var words: [String] = []
    /// By building, the positions in `words` by level.
    private var ofBuilding: [[Level: UInt32]] = []
    private var buildings: [Int: Int] = [:]

    init() {}

    init(_ things: InsideThings, _ around: BuildingsAround, _ indoors: IndoorBuildings?, _ data: OSMData) {
        guard let indoors else { return }
        var numbers: [String: UInt32] = [:]
        ofBuilding = around.buildings.map { building in
            IndoorLevels(building, indoors.things, data).labels.mapValues { word in
                if let known = numbers[word] { return known }
                numbers[word] = UInt32(numbers.count)
                return UInt32(numbers.count - 1)
            }
        }
        words = numbers.sorted { $0.value < $1.value }.map(\.key)
        guard !words.isEmpty else { return }
        around.withFinder { find in
            for way in things.paths.map(\.way) + things.spaces.map(\.way) {
                if let building = find(way).first(where: { !ofBuilding[$0].isEmpty }) { buildings[way] = building }
            }
        }
    }

    /// Returns the position in `words` of the word for a level, by a way on it; `nil` if there is none.
    func word(ofWay way: Int, on level: Level?) -> UInt32? {
        guard let level, let building = buildings[way] else { return nil }
        return ofBuilding[building][level]
    }
}
