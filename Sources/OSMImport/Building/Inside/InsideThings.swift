import Atlas
import GeoCore
import Routing

/// The things of an extract that routes inside buildings consist of, with their levels.
struct InsideThings: Sendable {
    /// The object in OpenStreetMap that a thing is.
    struct Object: Sendable {
        let kind: OSMData.ObjectKind
        let id: Int64

        var ref: PlaceRef? { PlaceRef(kind.placeKind, id) }
    }

    /// A room, corridor or area.
    struct Space: Sendable {
        /// The way that its lines belong to.
        let way: Int
        let object: Object
        let tags: TagRange
        let kind: IndoorClass
        let levels: [Level]
        /// Nodes, the outer ring first and counterclockwise.
        let rings: [Area.Ring]
        /// In its middle.
        let middle: PointE7

        /// Rooms have walls: only doors lead in.
        var isRoom: Bool { kind == .room }
    }

    /// Stairs, an escalator or a lift that is drawn as a surface or a node.
    struct Shaft: Sendable {
        enum Shape: Sendable {
            case way(Int, Area.Ring)
            case node(UInt32)
        }

        let shape: Shape
        let object: Object
        let kind: IndoorClass
        let levels: [Level]

        /// `nil` for a node.
        var way: Int? {
            if case .way(let way, _) = shape { return way }
            return nil
        }

        var corners: Area.Ring {
            switch shape {
            case .way(_, let ring): ring
            case .node(let node): [node]
            }
        }
    }

    /// A walkway on one level.
    struct Path: Sendable {
        let way: Int
        let level: Level
    }

    /// A walkway on several levels, such as stairs that are drawn as a line.
    struct Slope: Sendable {
        let way: Int
        let levels: [Level]
        /// Whether it leads down along its drawing.
        let leadsDown: Bool
    }

    private(set) var spaces: [Space] = []
    private(set) var shafts: [Shaft] = []
    private(set) var paths: [Path] = []
    private(set) var slopes: [Slope] = []
    /// The ways of walkers without a level.
    private(set) var otherWays: [Int] = []
    /// Doors and entrances by node, with the levels that their tags state.
    private(set) var doors: [UInt32: [Level]] = [:]
    /// Spaces and shafts that routes leave out because they are too large.
    private(set) var issues = IssueLog()
    let missingLevels: MissingLevels
    /// How many corners, times the levels of their spaces and shafts, may still be added.
    private var rest: Int

    /// A few bytes of a file can name a way's nodes again on a hundred levels. Real extracts have fewer corners inside
    /// buildings than refs of ways: the campus of Milwaukee 22 000, with 41 000 refs.
    private static let leastCorners = 500_000

    /// Reads an extract. Without a room, corridor or area, everything is empty.
    init(_ data: OSMData, _ missingLevels: MissingLevels) {
        self.missingLevels = missingLevels
        rest = data.ways.refs.count + Self.leastCorners
        // Most extracts of small places have no such key, and are not read.
        guard data.tags.strings.contains("indoor") else { return }
        readSpaces(data)
        guard !spaces.isEmpty else { return }
        readNodes(data)
        readWays(data)
    }

    private mutating func readSpaces(_ data: OSMData) {
        var absorbed: Set<Int> = []
        for relation in 0..<data.relations.count where data.relations.members(of: relation).count <= Self.mostMembers {
            let tags = data.tags(ofRelation: relation)
            let object = Object(kind: .relation, id: data.relations.ids[relation])
            guard tags["type"] == "multipolygon", let (kind, levels) = space(tags, object) else { continue }
            let ways = data.relations.members(of: relation).filter { $0.kind == .way }
                .compactMap { data.ways.index(of: $0.id) }
            guard ways.reduce(0, { $0 + data.ways.refs(of: $1).count }) <= SquareSight.mostCorners else {
                issues.add(ImportIssue(.spaceTooLarge, .relation, object.id))
                continue
            }
            let found = RelationArea(relation: relation, in: data)
            // Its lines belong to a way that has no lines of its own.
            let way = ways.first { !absorbed.contains($0) && Self.isBorder(data.tags(ofWay: $0)) }
            guard let area = found.area, area.isWhole, let way else { continue }
            absorbed.formUnion(found.absorbedWays + [way])
            add(way, area, kind, levels, data)
        }
        for way in 0..<data.ways.count where !absorbed.contains(way) {
            let refs = data.ways.refs(of: way), object = Object(kind: .way, id: data.ways.ids[way])
            guard refs.count >= 4, refs.count <= SquareSight.mostCorners, refs.first == refs.last,
                !refs.contains(OSMData.missing), let (kind, levels) = space(data.tags(ofWay: way), object),
                let ring = Areas.ring(refs, in: data)
            else { continue }
            let area = Area(
                kind: .way, index: way, id: data.ways.ids[way], tags: data.ways.tags[way],
                polygons: [Area.Polygon(outer: ring)])
            add(way, area, kind, levels, data)
        }
        spaces.sort { $0.way < $1.way }
    }

    /// Whether a way is nothing but the border of an area.
    private static func isBorder(_ tags: Tags) -> Bool {
        tags.allSatisfy { $0.key == "level" || $0.key == "indoor" && $0.value == "wall" }
    }

    /// More ways than the border of any room has.
    private static let mostMembers = 256

    private func space(_ tags: Tags, _ object: Object) -> (kind: IndoorClass, levels: [Level])? {
        guard tags["indoor"] != nil, let meaning = IndoorMeaning(tags, isNode: false), meaning.kind.isSpace,
            !levels(of: object, tags).isEmpty
        else { return nil }
        return (meaning.kind, levels(of: object, tags))
    }

    /// Returns the levels in an object's tags that its building has.
    private func levels(of object: Object, _ tags: Tags) -> [Level] {
        IndoorMeaning.levels(of: tags).levels.map { missingLevels.existing($0, of: object.ref).levels } ?? []
    }

    private mutating func add(_ way: Int, _ area: Area, _ kind: IndoorClass, _ levels: [Level], _ data: OSMData) {
        let polygon = area.polygons[0], rings = [polygon.outer] + polygon.holes
        let object = Object(kind: area.kind, id: area.id)
        // `IndoorFinding` reports those.
        guard !IndoorExtent.isTooWide(rings.joined(), in: data), mayAdd(rings, levels, object) else { return }
        // Some draw stairs and lifts as rooms.
        if let kind = Self.shaft(Tags(table: data.tags, range: area.tags)), levels.count > 1 {
            shafts.append(Shaft(shape: .way(way, polygon.outer), object: object, kind: kind, levels: levels))
            return
        }
        spaces.append(
            Space(
                way: way, object: object, tags: area.tags, kind: kind, levels: levels, rings: rings,
                middle: area.labelPoint(in: data)))
    }

    /// Takes the memory for a thing on its levels from that for all; adds an issue if it is spent.
    private mutating func mayAdd(_ rings: [Area.Ring], _ levels: [Level], _ object: Object) -> Bool {
        let corners = rings.reduce(0) { $0 + $1.count } * levels.count
        guard corners <= rest else {
            issues.add(ImportIssue(.spaceTooLarge, object.kind, object.id))
            return false
        }
        rest -= corners
        return true
    }

    private static func shaft(_ tags: Tags) -> IndoorClass? {
        if tags["room"] == "elevator" { return .lift }
        return tags["room"] == "stairs" || tags["stairs"] == "yes" ? .stairs : nil
    }

    private mutating func readNodes(_ data: OSMData) {
        for (position, node) in data.nodes.tagged.enumerated() {
            let tags = data.tags(ofTagged: position), id = data.nodes.ids[Int(node)]
            let object = Object(kind: .node, id: id), levels = levels(of: object, tags)
            let kind = IndoorMeaning(tags, isNode: true)?.kind
            if kind == .door || !["no", nil].contains(tags["entrance"]) { doors[node] = levels }
            // Its way has the negative id of the node, which not every number has.
            if kind == .lift, object.ref != nil, data.ways.index(of: -id) == nil {
                shafts.append(Shaft(shape: .node(node), object: object, kind: .lift, levels: levels))
            }
        }
    }

    private mutating func readWays(_ data: OSMData) {
        var tags = RoadTags(strings: data.tags.strings, keys: RoadKeyTable(data.tags.strings))
        let ofSpaces = Set(spaces.map(\.way) + shafts.compactMap(\.way))
        for way in 0..<data.ways.count where !ofSpaces.contains(way) && data.ways.tags[way].count > 0 {
            tags.load(data.tags.pairs[data.ways.tags[way].indices])
            let refs = data.ways.refs(of: way), isClosed = refs.first == refs.last
            guard refs.count >= 2,
                let facts = RoadFacts(tags, isClosed: isClosed, drivesOnLeft: false, .own), facts.kind.isWalkway,
                !facts.uses[Int(Profile.foot.rawValue)].isNone
            else { continue }
            let object = Object(kind: .way, id: data.ways.ids[way])
            let levels = levels(of: object, data.tags(ofWay: way))
            if levels.isEmpty {
                otherWays.append(way)
            } else if levels.count == 1 {
                paths.append(Path(way: way, level: levels[0]))
            } else if isClosed, let kind = IndoorMeaning(data.tags(ofWay: way), isNode: false)?.kind,
                [.stairs, .escalator, .lift].contains(kind), let ring = Areas.ring(refs, in: data)
            {
                guard !IndoorExtent.isTooWide(ring, in: data), mayAdd([ring], levels, object) else { continue }
                shafts.append(Shaft(shape: .way(way, ring), object: object, kind: kind, levels: levels))
            } else {
                let incline = tags[.incline]
                let leadsDown = incline == "down" || Measurement.percent(incline) ?? 0 < 0
                slopes.append(Slope(way: way, levels: levels, leadsDown: leadsDown))
            }
        }
    }
}
