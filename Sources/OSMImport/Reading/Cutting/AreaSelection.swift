import GeoCore

/// How an extract is cut to a region: the strategies of `osmium extract`.
package enum CutRule: String, Sendable, CaseIterable {
    /// Nodes inside, the ways with one of them, and the relations with one of either; all nodes of those ways, and the
    /// parents of those relations.
    case completeWays = "complete-ways"
    /// These, and all members of those multipolygons, boundaries and turn restrictions.
    case smart
    /// Everything stays, wherever it is.
    case none
}

/// The ids of the objects that belong to a region.
///
/// `find` applies the rules to nodes, then to ways, then to relations; each kind needs the findings of all objects of
/// those before to be added. After `addParents`, a second pass over the ways completes relations and coasts.
struct AreaSelection: Sendable {
    private let region: Region
    private let completesRelations: Bool
    /// The nodes in the region, and the ways and relations that lead there.
    private var inside = IDSet()
    private var ways = IDSet()
    private var relations = IDSet()
    /// The nodes in the region's box, but not in its outline.
    private var beside = IDSet()
    /// The others that complete them.
    private var moreNodes = IDSet()
    private var moreWays = IDSet()
    /// The relations that have each relation as a member.
    private var parents: [Int64: [Int64]] = [:]

    /// The values of `type` of the relations whose members are all needed: to close areas, and to obey restrictions.
    private static let completedTypes = ["multipolygon", "boundary", "restriction"].map { [UInt8]($0.utf8) }

    /// What objects of one part of a file add to a selection.
    struct Findings: Sendable {
        fileprivate var inside: [Int64] = []
        fileprivate var beside: [Int64] = []
        fileprivate var ways: [Int64] = []
        fileprivate var relations: [Int64] = []
        fileprivate var moreNodes: [Int64] = []
        fileprivate var moreWays: [Int64] = []
        fileprivate var parents: [(child: Int64, parent: Int64)] = []
    }

    /// Selects what belongs to `region`. With `completesRelations` all members of multipolygons and their like do.
    init(_ region: Region, completesRelations: Bool) {
        self.region = region
        self.completesRelations = completesRelations
    }

    /// Finds a node if it lies in the region or in its box.
    func find(node id: Int64, at point: PointE7, _ findings: inout Findings) {
        guard region.box.covers(point) else { return }
        if region.contains(point) { findings.inside.append(id) } else { findings.beside.append(id) }
    }

    /// Whether coasts may belong to the region that have no node in it.
    var findsCoasts: Bool { !beside.isEmpty }

    /// Finds a way with a node inside, and a coast with a node in the box of the region: without it the sea in the
    /// corners between outline and box could not be closed.
    func find(way id: Int64, refs: [Int64], isCoast: Bool, _ findings: inout Findings) {
        if refs.contains(where: inside.contains) {
            findings.ways.append(id)
            findings.moreNodes += refs
        } else if isCoast, refs.contains(where: beside.contains) {
            findings.moreWays.append(id)
        }
    }

    /// Finds a relation that leads inside, and its parents. `type` is the value of its tag `type`.
    func find(relation id: Int64, members: [VersionedObject.Key], type: [UInt8]?, _ findings: inout Findings) {
        for member in members where member.kind == .relation { findings.parents.append((member.id, id)) }
        guard members.contains(where: leadsInside) else { return }
        findings.relations.append(id)
        guard completesRelations, let type, Self.completedTypes.contains(type) else { return }
        for member in members {
            switch member.kind {
            case .node: findings.moreNodes.append(member.id)
            case .way: if !ways.contains(member.id) { findings.moreWays.append(member.id) }
            case .relation: break
            }
        }
    }

    private func leadsInside(_ member: VersionedObject.Key) -> Bool {
        switch member.kind {
        case .node: inside.contains(member.id)
        case .way: ways.contains(member.id)
        case .relation: false
        }
    }

    /// Finds the nodes of a way in the second pass, if it completes a relation or a coast.
    func findNodes(ofWay id: Int64, refs: [Int64], _ findings: inout Findings) {
        if moreWays.contains(id) { findings.moreNodes += refs }
    }

    mutating func add(_ findings: Findings) {
        for id in findings.inside { inside.insert(id) }
        for id in findings.beside { beside.insert(id) }
        for id in findings.ways { ways.insert(id) }
        for id in findings.relations { relations.insert(id) }
        for id in findings.moreNodes where !inside.contains(id) { moreNodes.insert(id) }
        for id in findings.moreWays { moreWays.insert(id) }
        for (child, parent) in findings.parents { parents[child, default: []].append(parent) }
    }

    /// Adds the parents of the selected relations, theirs, and so on.
    mutating func addParents() {
        var new: [Int64] = []
        for (child, parents) in parents where relations.contains(child) { new += parents }
        while let relation = new.popLast() {
            guard !relations.contains(relation) else { continue }
            relations.insert(relation)
            new += parents[relation, default: []]
        }
        parents = [:]
    }

    /// Whether no node lies in the region.
    var isEmpty: Bool { inside.isEmpty }

    /// Whether a second pass must add the nodes of ways.
    var needsMoreNodes: Bool { !moreWays.isEmpty }

    /// The number of objects to keep, with those that no file holds.
    var count: Int { inside.count + moreNodes.count + ways.count + moreWays.count + relations.count }

    func contains(_ kind: OSMData.ObjectKind, _ id: Int64) -> Bool {
        switch kind {
        case .node: inside.contains(id) || moreNodes.contains(id)
        case .way: ways.contains(id) || moreWays.contains(id)
        case .relation: relations.contains(id)
        }
    }

    /// Whether objects with ids in `range` may belong to the region.
    func meets(_ kind: OSMData.ObjectKind, _ range: ClosedRange<Int64>) -> Bool {
        switch kind {
        case .node: inside.intersects(range) || moreNodes.intersects(range)
        case .way: ways.intersects(range) || moreWays.intersects(range)
        case .relation: relations.intersects(range)
        }
    }

    /// Whether a second pass needs ways with ids in `range`.
    func needsNodes(ofWays range: ClosedRange<Int64>) -> Bool { moreWays.intersects(range) }
}
