import GeoCore

/// How an updated extract is cut to its box: the strategies of `osmium extract`.
package enum CutRule: String, Sendable, CaseIterable {
    /// Nodes inside, the ways with one of them, and the relations with one of either; all nodes of those ways, and the
    /// parents of those relations.
    case completeWays = "complete-ways"
    /// These, and all members of those multipolygons.
    case smart
    /// Everything stays, wherever it is.
    case none
}

/// The ids of the objects that belong to a box, found in two passes over sorted objects.
struct AreaSelection {
    private let box: IntBox
    private let completesMultipolygons: Bool
    /// The nodes in the box, and the ways and relations that lead there.
    private var inside = Set<Int64>()
    private var ways = Set<Int64>()
    private var relations = Set<Int64>()
    /// The others that complete them.
    private var moreNodes = Set<Int64>()
    private var moreWays = Set<Int64>()
    /// The relations that have each relation as a member.
    private var parents: [Int64: [Int64]] = [:]

    /// Selects by `rule` what belongs to `box`, in E7 degrees with its edges.
    init(_ box: IntBox, completesMultipolygons: Bool) {
        self.box = box
        self.completesMultipolygons = completesMultipolygons
    }

    /// Adds an object in the first pass, if it belongs to the box.
    mutating func add(_ object: VersionedObject) {
        let id = object.key.id
        switch object.key.kind {
        case .node:
            if let point = object.point, box.contains(x: point.longitudeE7, y: point.latitudeE7) { inside.insert(id) }
        case .way:
            guard object.refs.contains(where: inside.contains) else { return }
            ways.insert(id)
            moreNodes.formUnion(object.refs)
        case .relation:
            for member in object.members where member.key.kind == .relation {
                parents[member.key.id, default: []].append(id)
            }
            guard object.members.contains(where: leadsInside) else { return }
            relations.insert(id)
            if completesMultipolygons, object.isMultipolygon { addMembers(of: object) }
        }
    }

    private func leadsInside(_ member: VersionedObject.Member) -> Bool {
        switch member.key.kind {
        case .node: inside.contains(member.key.id)
        case .way: ways.contains(member.key.id)
        case .relation: false
        }
    }

    private mutating func addMembers(of relation: VersionedObject) {
        for member in relation.members {
            switch member.key.kind {
            case .node: moreNodes.insert(member.key.id)
            case .way: if !ways.contains(member.key.id) { moreWays.insert(member.key.id) }
            case .relation: break
            }
        }
    }

    /// Adds the parents of the selected relations, theirs, and so on; call it after the first pass.
    mutating func addParents() {
        var new = Array(relations)
        while let relation = new.popLast() {
            for parent in parents[relation, default: []] where relations.insert(parent).inserted { new.append(parent) }
        }
        parents = [:]
    }

    /// Whether a second pass must add the nodes of ways.
    var needsMoreNodes: Bool { !moreWays.isEmpty }

    /// Adds the nodes of a way in the second pass, if it completes a relation.
    mutating func addNodes(of object: VersionedObject) {
        if object.key.kind == .way, moreWays.contains(object.key.id) { moreNodes.formUnion(object.refs) }
    }

    func contains(_ key: VersionedObject.Key) -> Bool {
        switch key.kind {
        case .node: inside.contains(key.id) || moreNodes.contains(key.id)
        case .way: ways.contains(key.id) || moreWays.contains(key.id)
        case .relation: relations.contains(key.id)
        }
    }
}

extension VersionedObject {
    /// Of several tags `type`, the first counts.
    fileprivate var isMultipolygon: Bool {
        tags.first { $0.key.elementsEqual("type".utf8) }?.value.elementsEqual("multipolygon".utf8) ?? false
    }
}
