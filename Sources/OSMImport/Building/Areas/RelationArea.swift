/// The result for one relation: its area, the ways whose tags it replaces, and its faults.
struct RelationArea: Sendable {
    private(set) var area: Area?
    private(set) var absorbedWays: [Int] = []
    private(set) var issues: [ImportIssue.Code] = []

    /// Makes the result without an area; `issue` gives the reason.
    init(issue: ImportIssue.Code? = nil) { issues = issue.map { [$0] } ?? [] }

    /// Whether the relation's type says that its ways enclose an area.
    static func isArea(relation: Int, in data: OSMData) -> Bool {
        ["multipolygon", "boundary"].contains(data.tags(ofRelation: relation)["type"])
    }

    /// Assembles the area of a relation for which `isArea` is true.
    init(relation: Int, in data: OSMData) {
        var assembly = RingAssembly(data), outerWays: [Int] = [], isComplete = true, known: Set<Int> = []
        for member in data.relations.members(of: relation) where member.kind == .way {
            guard let way = data.ways.index(of: member.id) else {
                isComplete = false
                continue
            }
            // The way is listed again by mistake.
            guard known.insert(way).inserted else { continue }
            let isInner = data.role(member) == "inner"
            assembly.add(data.ways.refs(of: way), isInner: isInner)
            if !isInner { outerWays.append(way) }
        }
        assembly.assemble()
        let nesting = RingNesting(assembly.rings, in: data)

        // The reader reports missing members. Here, an open ring explains a missing area.
        if assembly.hasOpenEnds {
            issues.append(.ringNotClosed)
        } else if nesting.hasStrayHoles || (nesting.polygons.isEmpty && !assembly.rings.isEmpty) {
            issues.append(.areaWithoutOuterRing)
        }
        guard !nesting.polygons.isEmpty else { return }

        let meaning = Self.meaning(of: relation, outerWays: outerWays, in: data)
        area = Area(
            kind: .relation, index: relation, id: data.relations.ids[relation], tags: meaning,
            polygons: nesting.polygons, isWhole: isComplete && !assembly.hasOpenEnds)
        guard data.tags(ofRelation: relation)["type"] == "multipolygon" else { return }
        absorbedWays = outerWays.filter { Self.isDescribed(way: $0, by: meaning, in: data) }
    }

    /// Returns the relation's own tags, or those of its first tagged outer way if the relation has no tags of a
    /// surface.
    private static func meaning(of relation: Int, outerWays: [Int], in data: OSMData) -> TagRange {
        let own = data.relations.tags[relation]
        guard !data.tags(ofRelation: relation).contains(where: { AreaTags.isArea(key: $0.key, value: $0.value) }) else {
            return own
        }
        let described = outerWays.first { way in
            data.tags(ofWay: way).contains { AreaTags.isArea(key: $0.key, value: $0.value) }
        }
        return described.map { data.ways.tags[$0] } ?? own
    }

    /// Whether `meaning` repeats everything that a way's tags say about its surface.
    private static func isDescribed(way: Int, by meaning: TagRange, in data: OSMData) -> Bool {
        let described = Tags(table: data.tags, range: meaning)
        return data.tags(ofWay: way).allSatisfy { tag in
            !AreaTags.isArea(key: tag.key, value: tag.value) || described[tag.key] == tag.value
        }
    }
}
