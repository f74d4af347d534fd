import GeoCore
import TestSupport

/// A random town: a grid of streets with bends, one-ways, barriers, stairs and gaps; the same for the same seed.
struct Grid {
    private(set) var map = StreetMap()
    /// Names of the corners.
    private(set) var corners: [Character] = []

    private static let kinds: [KeyValuePairs<String, String>] = [
        ["highway": "residential"], ["highway": "secondary"], ["highway": "tertiary", "maxspeed": "30"],
        ["highway": "unclassified"], ["highway": "primary"], ["highway": "residential", "oneway": "yes"],
        ["highway": "footway"],
        ["highway": "steps"], ["highway": "primary", "maxspeed": "50"], ["highway": "cycleway", "foot": "yes"],
        ["highway": "residential", "oneway": "-1", "name": "Back Street"], ["highway": "path", "surface": "mud"],
        ["highway": "service", "access": "private"],
        ["highway": "living_street", "oneway": "yes", "oneway:bicycle": "no"],
    ]
    private static let nodeTags: [KeyValuePairs<String, String>] = [
        ["barrier": "bollard"], ["barrier": "gate"], ["highway": "traffic_signals"], ["barrier": "wall"],
        ["barrier": "gate", "access": "private"], ["kerb": "raised"],
    ]

    /// The tags of a residential street with a name.
    static func named(_ name: String) -> KeyValuePairs<String, String> { ["highway": "residential", "name": name] }

    /// Without the ways whose ids `isLeftOut` says so of: they become no streets. `otherKinds` are added to the kinds
    /// of streets.
    init(
        columns: Int, rows: Int, seed: UInt64, density: Double = 0.9,
        otherKinds: [KeyValuePairs<String, String>] = [],
        leavingOut isLeftOut: (Int64) -> Bool = { _ in false }
    ) {
        var random = SeededGenerator(seed: seed)
        let kinds = Self.kinds + otherKinds
        for row in 0..<rows {
            for column in 0..<columns {
                let name = Self.name(row * columns + column)
                corners.append(name)
                let east = Double(column) * 100 + random.uniform(in: -30...30)
                let north = Double(row) * 100 + random.uniform(in: -30...30)
                let isSpecial = random.uniform(in: 0...1) < 0.1
                map.node(name, east, north, isSpecial ? Self.nodeTags[Self.pick(&random, Self.nodeTags.count)] : [:])
            }
        }
        var next = rows * columns
        for row in 0..<rows {
            for column in 0..<columns {
                for (right, up) in [(1, 0), (0, 1)] where column + right < columns && row + up < rows {
                    guard random.uniform(in: 0...1) < density else { continue }
                    let from = Self.name(row * columns + column), to = Self.name((row + up) * columns + column + right)
                    let bend = Self.name(next)
                    next += 1
                    map.node(
                        bend, (Double(column) + Double(right) / 2) * 100 + random.uniform(in: -20...20),
                        (Double(row) + Double(up) / 2) * 100 + random.uniform(in: -20...20))
                    let kind = kinds[Self.pick(&random, kinds.count)]
                    map.way(String([from, bend, to]), isLeftOut(map.nextWay) ? ["building": "yes"] : kind)
                }
            }
        }
    }

    private static func name(_ index: Int) -> Character { Character(Unicode.Scalar(UInt32(0x4e00 + index))!) }

    private static func pick(_ random: inout SeededGenerator, _ count: Int) -> Int {
        Int(random.next() % UInt64(count))
    }
}
