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
        /// Whether its tags say that it is a building; those of others only describe one.
        let isStated: Bool
        /// A measure of its surface, to compare with others.
        let size: Double

        init?(_ area: Area, isStated: Bool, meeting reach: IntBox, _ data: OSMData) {
            let box = area.bounds(in: data)
            guard box.intersects(reach), let ref = PlaceRef(area.kind.placeKind, area.id) else { return nil }
            self.area = area
            self.ref = ref
            self.box = box
            self.isStated = isStated
            size = area.polygons.reduce(0) { $0 + RingGeometry.doubledArea($1.outer, in: data) }
        }
    }

    /// Returns the buildings whose box meets that of any thing.
    private static func candidates(_ data: OSMData, _ areas: Areas, around things: [IndoorThing]) -> [Candidate] {
        let tags = BuildingTags(data.tags)
        var reach = IntBox.empty
        for thing in things { reach.include(thing.point) }
        let box = reach
        let ways = Parallel.mapRanges(of: data.ways.count) { range in
            range.compactMap { way -> Candidate? in
                guard let isStated = tags.isStated(data.ways.tags[way], in: data),
                    let area = isStated ? areas.way(way, in: data) : areas.surface(ofWay: way, in: data)
                else { return nil }
                return Candidate(area, isStated: isStated, meeting: box, data)
            }
        }
        let relations = (0..<data.relations.count).compactMap { relation -> Candidate? in
            guard let area = areas.relation(relation), let isStated = tags.isStated(area.tags, in: data) else {
                return nil
            }
            return Candidate(area, isStated: isStated, meeting: box, data)
        }
        return ways.joined() + relations
    }

    /// The keys of buildings, as numbers.
    private struct BuildingTags: Sendable {
        private let building: UInt32?
        /// `building:levels` and others.
        private let others: Set<UInt32>

        init(_ tags: TagTable) {
            building = tags.strings.firstIndex(of: "building").map { UInt32($0) }
            let others = tags.strings.indices.filter {
                tags.strings[$0].hasPrefix("building:") && tags.strings[$0] != "building:part"
            }
            self.others = Set(others.map { UInt32($0) })
        }

        /// Returns whether tags say that an object is a building (true), or only describe one, as of a car park or a
        /// stadium (false); `nil` for other objects. Mappers also give rooms the key `building`.
        func isStated(_ range: TagRange, in data: OSMData) -> Bool? {
            let keys = data.tags.pairs[range.indices].lazy.map(\.key)
            let isStated = keys.contains { $0 == building }
            guard isStated || keys.contains(where: { others.contains($0) }) else { return nil }
            let tags = Tags(table: data.tags, range: range)
            guard tags["building"] != "no", ["no", nil].contains(tags["indoor"]) else { return nil }
            return isStated || tags["building:part"] == nil && tags["landuse"] == nil ? isStated : nil
        }
    }

    /// Returns for each thing the smallest building around it. Surfaces whose tags only describe a building count where
    /// there is no other: on the campus of Milwaukee, they have 759 of 805 rooms that otherwise lie in none.
    private static func owners(of things: [IndoorThing], _ candidates: [Candidate], _ data: OSMData) -> [Int?] {
        func precedes(_ one: Int, _ other: Int) -> Bool {
            let (a, b) = (candidates[one], candidates[other])
            return a.isStated == b.isStated ? (a.size, one) < (b.size, other) : a.isStated
        }
        return BoxTreeWriter.withTree(over: candidates.map(\.box)) { tree, order -> [Int?] in
            things.map { thing in
                var box = IntBox.empty, smallest: Int?
                box.include(thing.point)
                tree.forEach(in: box) { item in
                    let index = order[item]
                    if let other = smallest, precedes(other, index) { return }
                    if candidates[index].area.contains(thing.point, in: data) { smallest = index }
                }
                return smallest
            }
        }
    }
}
