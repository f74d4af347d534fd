import Atlas
import GeoCore

/// The buildings around indoor things, and the things of each.
struct IndoorBuildings: Sendable {
    struct Building: Sendable {
        /// `nil` for all that lies in no building.
        var area: Area?
        var ref: PlaceRef?
        /// As positions in `things`, in the order of the input.
        var things: [Int] = []
    }

    private(set) var all: [Building] = []
    /// With their buildings, and without levels that these do not have.
    private(set) var things: [IndoorThing]
    private(set) var missingLevels = MissingLevels()
    private let data: OSMData

    init(_ found: [IndoorThing], _ data: OSMData, _ areas: Areas) {
        self.data = data
        things = found
        let candidates = Self.candidates(data, areas, around: found)
        let owners = Self.owners(of: found, candidates, data)
        // Stairs and doors alone do not make a building worth showing.
        var hasSpaces = [Bool](repeating: false, count: candidates.count)
        for (thing, owner) in zip(found, owners) where thing.kind.isSpace || thing.kind == .wall {
            if let owner { hasSpaces[owner] = true }
        }
        var groups = [Int?: [Int]]()
        for (index, owner) in owners.enumerated() {
            groups[owner.flatMap { hasSpaces[$0] ? $0 : nil }, default: []].append(index)
        }
        all = groups.map { owner, members in
            Building(
                area: owner.map { candidates[$0].area }, ref: owner.map { candidates[$0].ref }, things: members)
        }
        all.sort { ($0.ref?.rawValue ?? 0) < ($1.ref?.rawValue ?? 0) }
        for (number, building) in all.enumerated() {
            let missing = tags(of: building).flatMap { $0["non_existent_levels"] }.flatMap { LevelSet($0) }
            for thing in building.things {
                things[thing].building = number
                guard let missing else { continue }
                let ref = things[thing].ref
                missingLevels.add(missing, of: ref)
                things[thing].levels = missingLevels.existing(things[thing].levels, of: ref)
            }
        }
    }

    func tags(of building: Building) -> Tags? { building.area.map { Tags(table: data.tags, range: $0.tags) } }

    private struct Candidate: Sendable {
        let area: Area
        let ref: PlaceRef
        let box: IntBox
        /// A measure of its surface, to compare with others.
        let size: Double

        init?(_ area: Area, _ kind: PlaceRef.Kind, meeting reach: IntBox, _ data: OSMData) {
            let box = area.bounds(in: data)
            guard box.intersects(reach), let ref = PlaceRef(kind, area.id) else { return nil }
            self.area = area
            self.ref = ref
            self.box = box
            size = area.polygons.reduce(0) { $0 + RingGeometry.doubledArea($1.outer, in: data) }
        }
    }

    /// Returns the buildings whose box meets that of any thing.
    private static func candidates(_ data: OSMData, _ areas: Areas, around things: [IndoorThing]) -> [Candidate] {
        guard let key = data.tags.strings.firstIndex(of: "building").map({ UInt32($0) }) else { return [] }
        var reach = IntBox.empty
        for thing in things { reach.include(thing.point) }
        let box = reach
        let ways = Parallel.mapRanges(of: data.ways.count) { range in
            range.compactMap { way -> Candidate? in
                guard isBuilding(data.ways.tags[way], key, data), let area = areas.way(way, in: data) else {
                    return nil
                }
                return Candidate(area, .way, meeting: box, data)
            }
        }
        let relations = (0..<data.relations.count).compactMap { relation -> Candidate? in
            guard let area = areas.relation(relation), isBuilding(area.tags, key, data) else { return nil }
            return Candidate(area, .relation, meeting: box, data)
        }
        return ways.joined() + relations
    }

    /// Whether an object is a building; mappers also give rooms the key `building`.
    private static func isBuilding(_ range: TagRange, _ key: UInt32, _ data: OSMData) -> Bool {
        guard data.tags.pairs[range.indices].contains(where: { $0.key == key }) else { return false }
        let tags = Tags(table: data.tags, range: range)
        return tags["building"] != "no" && ["no", nil].contains(tags["indoor"])
    }

    /// Returns for each thing the smallest building around it.
    private static func owners(of things: [IndoorThing], _ candidates: [Candidate], _ data: OSMData) -> [Int?] {
        BoxTreeWriter.withTree(over: candidates.map(\.box)) { tree, order -> [Int?] in
            things.map { thing in
                var box = IntBox.empty, smallest: Int?
                box.include(thing.point)
                tree.forEach(in: box) { item in
                    let index = order[item], size = candidates[index].size
                    if let other = smallest, (candidates[other].size, other) < (size, index) { return }
                    if candidates[index].area.contains(thing.point, in: data) { smallest = index }
                }
                return smallest
            }
        }
    }
}
