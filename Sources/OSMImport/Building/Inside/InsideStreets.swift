import Atlas
import GeoCore
import Routing

/// The streets of an extract with the inside of its buildings: nodes by level, lines across rooms and corridors, and
/// ways from level to level through stairs and lifts.
///
/// Only stairs, escalators, lifts and slopes join the levels of a node. An extract without a room, corridor or area
/// stays as it is.
struct InsideStreets: Sendable {
    /// A room on its levels.
    struct Room: Sendable {
        let way: Int
        let object: InsideThings.Object
        /// Its doors, as nodes of `data`; the node of a path inside if it has none.
        var doors: [UInt32]
    }

    /// The extract's data, with nodes by level. Ways of rooms are corridors; a lift that is a node has a way.
    private(set) var data: OSMData
    /// By way.
    private(set) var pieces: [Int: [StreetPiece]] = [:]
    /// The ways with pieces whose outlines are no streets: rooms and lifts.
    private(set) var surfaces: Set<Int> = []
    private(set) var levels: [Int: Level] = [:]
    /// The ways on which no route without a level begins or ends.
    private(set) var offGround: Set<Int> = []
    private(set) var signs = LevelSigns()
    private(set) var rooms: [Room] = []
    /// Spaces and shafts that routes leave out.
    private(set) var issues = IssueLog()

    /// Whether the place has indoor data.
    var isEmpty: Bool { surfaces.isEmpty }

    /// Reads the inside of buildings, unless the rules are another program's.
    init(_ data: OSMData, _ indoors: Indoors, _ rules: RoadRules = .own) {
        self.data = data
        guard rules == .own else { return }
        let things = InsideThings(data, indoors.missingLevels)
        issues = things.issues
        guard !things.spaces.isEmpty else { return }
        let nodes = InsideNodes(data, things), portals = SpacePortals(data, things, nodes)
        var copies = LevelCopies(data, things, nodes, portals.surfaces)
        addSpaces(things, portals.surfaces, data, &copies)
        let shafts = things.shafts.map { ShaftCrossing($0, things.missingLevels).pieces(data, nodes, &copies) }
        let refs = leveled(things, nodes, data, &copies)
        for path in things.paths { levels[path.way] = path.level }
        let around = BuildingsAround(indoors.buildings, data)
        offGround = GroundLevels(data, things, copies, around).waysOffGround(things)
        signs = LevelSigns(things, around, indoors.buildings, data)
        self.data = copies.applied()
        self.data.ways.refs = refs
        let highways = HighwayTags(&self.data.tags)
        for (shaft, pieces) in zip(things.shafts, shafts) { add(shaft, pieces, highways) }
        for space in things.spaces { mark(space.way, highways.corridor, space.tags) }
    }

    /// The tags that ways of rooms and lifts get.
    private struct HighwayTags {
        let corridor: TagTable.Pair
        let elevator: TagTable.Pair
        let steps: TagTable.Pair

        /// Adds the texts that the table lacks.
        init(_ tags: inout TagTable) {
            func number(_ text: String) -> UInt32 {
                if let known = tags.strings.firstIndex(of: text) { return UInt32(known) }
                tags.strings.append(text)
                return UInt32(tags.strings.count - 1)
            }
            let key = number("highway")
            corridor = TagTable.Pair(key: key, value: number("corridor"))
            elevator = TagTable.Pair(key: key, value: number("elevator"))
            steps = TagTable.Pair(key: key, value: number("steps"))
        }
    }

    /// Without a bound, a small file with rooms on a hundred levels could demand any amount of memory. The campus of
    /// Milwaukee has 14 000 lines, most of two nodes. Spaces beyond the bound have no lines.
    private static let leastNodes = 500_000

    private mutating func addSpaces(
        _ things: InsideThings, _ surfaces: [SpacePortals.Surface], _ data: OSMData, _ copies: inout LevelCopies
    ) {
        var rest = data.ways.refs.count + Self.leastNodes
        for surface in surfaces {
            let space = things.spaces[surface.space]
            let found = rest > 0 ? SpaceCrossing(surface, data).pieces(of: space, &copies) : []
            rest -= found.reduce(0) { $0 + $1.nodes.count }
            pieces[space.way, default: []] += found
            self.surfaces.insert(space.way)
            guard space.isRoom else { continue }
            let doors = found.filter { $0.level.kind == .door }.map { $0.nodes[0] }
            if rooms.last?.way == space.way {
                rooms[rooms.count - 1].doors += doors
            } else {
                rooms.append(Room(way: space.way, object: space.object, doors: doors))
            }
        }
    }

    private mutating func add(_ shaft: InsideThings.Shaft, _ found: [StreetPiece], _ highways: HighwayTags) {
        switch shaft.shape {
        case .way(let way, _):
            pieces[way, default: []] += found
            surfaces.insert(way)
            guard data.tags(ofWay: way)["highway"] == nil else { return }
            mark(way, shaft.kind == .lift ? highways.elevator : highways.steps, data.ways.tags[way])
        case .node(let node) where !found.isEmpty:
            let position = data.nodes.tagged.ascendingIndex(of: node, in: data.nodes.tagged.indices)
            guard let position else { return }
            let way = data.ways.count
            data.ways.ids.append(-data.nodes.ids[Int(node)])
            data.ways.refs += [node, node]
            data.ways.starts.append(UInt32(data.ways.refs.count))
            data.ways.tags.append(data.nodes.tags[position])
            data.ways.copies += 1
            pieces[way] = found
            surfaces.insert(way)
        case .node: break
        }
    }

    /// Gives a way the tags `tags` and one of its own.
    private mutating func mark(_ way: Int, _ pair: TagTable.Pair, _ tags: TagRange) {
        // A slice would keep the whole table in use, so that appending would copy it.
        let own = Array(data.tags.pairs[tags.indices])
        data.ways.tags[way] = TagRange(start: UInt32(data.tags.pairs.count), count: tags.count + 1)
        data.tags.pairs.append(pair)
        data.tags.pairs += own
    }

    /// Returns the nodes of all ways, by level.
    private func leveled(
        _ things: InsideThings, _ nodes: InsideNodes, _ data: OSMData, _ copies: inout LevelCopies
    ) -> [UInt32] {
        var refs = data.ways.refs
        for path in things.paths {
            for index in data.ways.refs(of: path.way).indices where refs[index] != OSMData.missing {
                refs[index] = copies.node(refs[index], on: path.level)
            }
        }
        for slope in things.slopes {
            let range = data.ways.refs(of: slope.way).indices
            func levels(_ index: Int) -> [Level] {
                refs[index] == OSMData.missing
                    ? [] : copies.levels(at: refs[index]).filter { slope.levels.contains($0) }
            }
            let ends = Self.ends(levels(range.lowerBound), levels(range.upperBound - 1), slope.leadsDown)
            for index in range {
                let all = levels(index)
                let level =
                    index == range.lowerBound ? ends.first : index == range.upperBound - 1 ? ends.last : all.first
                if let level { refs[index] = copies.node(refs[index], on: level) }
            }
        }
        return refs
    }

    /// Chooses the levels at both ends of stairs: those farthest from each other.
    private static func ends(_ first: [Level], _ last: [Level], _ leadsDown: Bool) -> (first: Level?, last: Level?) {
        guard let low = first.first, let high = last.last, let top = first.last, let bottom = last.first else {
            return (first.first, last.first)
        }
        let up = high.hundredths - low.hundredths, down = top.hundredths - bottom.hundredths
        return up > down || up == down && !leadsDown ? (low, high) : (top, bottom)
    }
}
