import Atlas
import GeoCore

/// Finds the things inside buildings, with their levels, in the order of the input.
///
/// Nodes without a level of their own, such as doors and lifts, are on the levels of the indoor ways and paths through
/// them.
struct IndoorFinding: Sendable {
    private(set) var things: [IndoorThing] = []
    /// Objects whose levels are not understood, rooms, corridors and areas without a level, and things too wide.
    private(set) var issues = IssueLog()

    /// Whether there is no room, corridor, area or wall: then the place has no indoor data.
    var isEmpty: Bool { !things.contains { $0.kind.isSpace || $0.kind == .wall } }

    init(_ data: OSMData, _ areas: Areas) {
        // Most extracts of small places have no such key, and are not read.
        guard data.tags.strings.contains("indoor") else { return }
        let reader = IndoorReader(data, areas), inherited = reader.inheritedLevels()
        add(Parallel.mapRanges(of: data.nodes.tagged.count) { $0.compactMap { reader.node($0, inherited) } })
        add(Parallel.mapRanges(of: data.ways.count) { $0.compactMap { reader.way($0) } })
        add(Parallel.mapRanges(of: data.relations.count, length: 256) { $0.compactMap { reader.relation($0) } })
    }

    private mutating func add(_ chunks: [[IndoorReader.Found]]) {
        for found in chunks.joined() {
            if let thing = found.thing { things.append(thing) }
            if let issue = found.issue { issues.add(issue) }
        }
    }
}

/// Reads objects as things inside buildings.
private struct IndoorReader: Sendable {
    /// The yield of one object: a thing, an issue, or both.
    struct Found: Sendable {
        var thing: IndoorThing?
        var issue: ImportIssue?
    }

    private let data: OSMData
    private let areas: Areas
    private let keys: Set<UInt32>

    init(_ data: OSMData, _ areas: Areas) {
        self.data = data
        self.areas = areas
        let wanted = ["indoor", "highway", "door"]
        keys = Set(data.tags.strings.indices.filter { wanted.contains(data.tags.strings[$0]) }.map { UInt32($0) })
    }

    private func isCandidate(_ tags: TagRange) -> Bool {
        data.tags.pairs[tags.indices].contains { keys.contains($0.key) }
    }

    /// Returns the levels of the ways through those tagged nodes that have none, by node.
    func inheritedLevels() -> [UInt32: LevelSet] {
        var isWanted: Set<UInt32> = []
        for (node, range) in zip(data.nodes.tagged, data.nodes.tags) where isCandidate(range) {
            let tags = Tags(table: data.tags, range: range)
            if let meaning = IndoorMeaning(tags, isNode: true), meaning.levels == nil { isWanted.insert(node) }
        }
        guard !isWanted.isEmpty else { return [:] }
        var inherited: [UInt32: LevelSet] = [:]
        for way in 0..<data.ways.count where isCandidate(data.ways.tags[way]) {
            let nodes = data.ways.refs(of: way).filter { isWanted.contains($0) }
            guard !nodes.isEmpty, let levels = IndoorMeaning.levels(of: data.tags(ofWay: way)).levels else { continue }
            for node in nodes {
                let union = inherited[node]?.union(levels) ?? levels
                if union.count <= LevelSet.mostLevels { inherited[node] = union }
            }
        }
        return inherited
    }

    func node(_ position: Int, _ inherited: [UInt32: LevelSet]) -> Found? {
        let range = data.nodes.tags[position], node = data.nodes.tagged[position]
        guard isCandidate(range), let meaning = IndoorMeaning(Tags(table: data.tags, range: range), isNode: true) else {
            return nil
        }
        let point = data.nodes.points[Int(node)]
        return found(meaning, .node, data.nodes.ids[Int(node)], meaning.levels ?? inherited[node]) { ref, levels in
            IndoorThing(
                kind: meaning.kind, ref: ref, tags: range, levels: levels,
                shape: .point(IndoorGrid.project(point)), area: nil, point: point)
        }
    }

    func way(_ way: Int) -> Found? {
        let range = data.ways.tags[way]
        guard isCandidate(range), let meaning = IndoorMeaning(data.tags(ofWay: way), isNode: false),
            !areas.isAbsorbed(way: way)
        else { return nil }
        let refs = data.ways.refs(of: way).filter { $0 != OSMData.missing }
        guard !refs.isEmpty else { return nil }
        // Stairs in the open have no level, and are no thing of a building.
        if meaning.levels == nil, !meaning.isNotUnderstood, !meaning.kind.isSpace { return nil }
        return found(meaning, .way, data.ways.ids[way], meaning.levels) { ref, levels in
            let area = area(ofWay: way, meaning.kind)
            return IndoorThing(
                kind: meaning.kind, ref: ref, tags: range, levels: levels, shape: .way(UInt32(way)), area: area,
                point: area?.labelPoint(in: data) ?? data.nodes.points[Int(refs[refs.count / 2])])
        }
    }

    /// Returns the surface of a closed way, except of a wall.
    private func area(ofWay way: Int, _ kind: IndoorClass) -> Area? {
        let refs = data.ways.refs(of: way)
        guard kind != .wall, refs.count >= 4, refs.first == refs.last else { return nil }
        let polygons = Areas.polygons(ofWay: way, in: data)
        guard !polygons.isEmpty else { return nil }
        return Area(kind: .way, index: way, id: data.ways.ids[way], tags: data.ways.tags[way], polygons: polygons)
    }

    func relation(_ relation: Int) -> Found? {
        guard let area = areas.relation(relation), isCandidate(area.tags),
            let meaning = IndoorMeaning(Tags(table: data.tags, range: area.tags), isNode: false),
            meaning.kind != .wall
        else { return nil }
        return found(meaning, .relation, area.id, meaning.levels) { ref, levels in
            IndoorThing(
                kind: meaning.kind, ref: ref, tags: area.tags, levels: levels, shape: .relation(UInt32(relation)),
                area: area, point: area.labelPoint(in: data))
        }
    }

    private func found(
        _ meaning: IndoorMeaning, _ kind: OSMData.ObjectKind, _ id: Int64, _ levels: LevelSet?,
        _ make: (PlaceRef, LevelSet) -> IndoorThing
    ) -> Found? {
        var found = Found()
        if meaning.isNotUnderstood {
            found.issue = ImportIssue(.levelNotUnderstood, kind, id)
        } else if levels == nil, meaning.kind.isSpace {
            found.issue = ImportIssue(.levelMissing, kind, id)
        }
        if let levels, let ref = PlaceRef(kind.placeKind, id) {
            let thing = make(ref, levels)
            if IndoorExtent.isTooWide(thing.nodes(in: data), in: data) {
                found.issue = ImportIssue(.indoorTooWide, kind, id)
            } else {
                found.thing = thing
            }
        }
        return found.thing == nil && found.issue == nil ? nil : found
    }
}

extension OSMData.ObjectKind {
    var placeKind: PlaceRef.Kind {
        switch self {
        case .node: .node
        case .way: .way
        case .relation: .relation
        }
    }
}
