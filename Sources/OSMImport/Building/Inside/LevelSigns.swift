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
            var signs: [Level: UInt32] = [:]
            // By level: the order of a dictionary would give other numbers, and other bytes, at each import.
            for (level, word) in IndoorLevels(building, indoors.things, data).labels.sorted(by: { $0.key < $1.key }) {
                let number = numbers[word] ?? UInt32(numbers.count)
                numbers[word] = number
                signs[level] = number
            }
            return signs
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
