import Routing

/// Turns restrictions, which are relations of ways and nodes, into chains of arcs.
struct RestrictionFinding {
    private struct Restriction {
        let relation: Int
        let meaning: RestrictionMeaning
        /// Indices of the data's ways.
        var from: [Int] = []
        var to: [Int] = []
        var viaWays: [Int] = []
        /// The index of the data's node.
        var viaNode: UInt32?
    }

    private var restrictions: [Restriction] = []
    /// The street of each of the data's ways that is one.
    private let streetOfWay: [Int: Int]

    /// The nodes with turn restrictions: they become junctions.
    var viaNodes: [UInt32] { restrictions.compactMap { $0.viaNode } }

    init(_ data: OSMData, _ streets: StreetFinding, _ issues: inout IssueLog) {
        var streetOfWay: [Int: Int] = [:]
        for (position, street) in streets.all.enumerated() { streetOfWay[street.way] = position }
        self.streetOfWay = streetOfWay
        for relation in 0..<data.relations.count {
            let tags = data.tags(ofRelation: relation)
            let id = data.relations.ids[relation]
            if RestrictionMeaning.isConditional(tags) { issues.add(ImportIssue(.conditionalIgnored, .relation, id)) }
            if RestrictionMeaning.isUnknown(tags) { issues.add(ImportIssue(.restrictionUnknown, .relation, id)) }
            guard let meaning = RestrictionMeaning(tags) else { continue }
            if let restriction = Self.members(of: relation, meaning, data) {
                restrictions.append(restriction)
            } else {
                issues.add(ImportIssue(.restrictionIncomplete, .relation, id))
            }
        }
    }

    /// More ways than any real restriction has in one role. Each pair of from and to is a rule, so this bounds their
    /// number.
    private static let maximumMembers = 64

    /// Returns `nil` if a role is empty or has too many members, or if a member is missing from the extract.
    private static func members(of relation: Int, _ meaning: RestrictionMeaning, _ data: OSMData) -> Restriction? {
        var restriction = Restriction(relation: relation, meaning: meaning)
        for member in data.relations.members(of: relation) {
            switch (data.role(member), member.kind) {
            case ("from", .way):
                guard let way = data.ways.index(of: member.id) else { return nil }
                restriction.from.append(way)
            case ("to", .way):
                guard let way = data.ways.index(of: member.id) else { return nil }
                restriction.to.append(way)
            case ("via", .way):
                guard let way = data.ways.index(of: member.id) else { return nil }
                restriction.viaWays.append(way)
            case ("via", .node):
                guard restriction.viaNode == nil, let node = data.nodes.index(of: member.id) else { return nil }
                restriction.viaNode = node
            default: continue
            }
        }
        let most = max(restriction.from.count, restriction.viaWays.count, restriction.to.count)
        guard most <= maximumMembers else { return nil }
        let hasVia = (restriction.viaNode != nil) != !restriction.viaWays.isEmpty
        return hasVia && !restriction.from.isEmpty && !restriction.to.isEmpty ? restriction : nil
    }

    /// Adds the restrictions' chains, in ascending order.
    func fill(
        _ tables: inout RoadTables, _ data: OSMData, _ edges: EdgeBuilding, _ junctions: JunctionFinding,
        _ issues: inout IssueLog
    ) {
        var found: [(chain: [UInt32], restriction: Restriction)] = []
        for restriction in restrictions {
            let chains = chains(of: restriction, tables, edges, junctions)
            // Not an issue if a member is a street for nobody, such as a footway in a restriction for cars.
            if chains.isEmpty, isOfStreets(restriction) {
                issues.add(ImportIssue(.restrictionNotConnected, .relation, data.relations.ids[restriction.relation]))
            }
            found += chains.map { ($0, restriction) }
        }
        // Relations are in the order of their ids, which breaks ties.
        found.sort { first, second in
            first.chain != second.chain
                ? first.chain.lexicographicallyPrecedes(second.chain)
                : first.restriction.relation < second.restriction.relation
        }
        for (chain, restriction) in found {
            let meaning = restriction.meaning
            guard !tables.addTurn(chain, isMandatory: meaning.isMandatory, profiles: meaning.profiles) else { continue }
            issues.add(ImportIssue(.restrictionNotConnected, .relation, data.relations.ids[restriction.relation]))
        }
    }

    private func isOfStreets(_ restriction: Restriction) -> Bool {
        (restriction.from + restriction.viaWays + restriction.to).allSatisfy { streetOfWay[$0] != nil }
    }

    /// Returns all chains: a relation may have several from ways (`no_entry`) or to ways (`no_exit`).
    private func chains(
        of restriction: Restriction, _ tables: RoadTables, _ edges: EdgeBuilding, _ junctions: JunctionFinding
    ) -> [[UInt32]] {
        let network = StreetArcs(tables: tables, firstEdge: edges.firstEdge)
        var chains: [[UInt32]] = []
        for from in restriction.from.compactMap({ streetOfWay[$0] }) {
            for to in restriction.to.compactMap({ streetOfWay[$0] }) {
                if let node = restriction.viaNode {
                    let junction = junctions.ofNode[Int(node)]
                    guard let first = network.onlyArc(of: from, endingAt: junction),
                        let last = network.onlyArc(of: to, startingAt: junction)
                    else { continue }
                    chains.append([first, last])
                } else {
                    let via = restriction.viaWays.compactMap { streetOfWay[$0] }
                    guard via.count == restriction.viaWays.count, let chain = network.chain(from, via, to) else {
                        continue
                    }
                    chains.append(chain)
                }
            }
        }
        return chains
    }
}

/// The arcs of streets by their junctions.
private struct StreetArcs {
    let tables: RoadTables
    let firstEdge: [UInt32]

    /// Returns the only arc of the street that ends at the junction; `nil` if there is none, or more than one.
    func onlyArc(of street: Int, endingAt junction: UInt32) -> UInt32? {
        onlyArc(of: street, startingAt: junction).map { $0 ^ 1 }
    }

    /// Returns the only arc of the street that starts at the junction; `nil` if there is none, or more than one.
    func onlyArc(of street: Int, startingAt junction: UInt32) -> UInt32? {
        var found: UInt32?
        for edge in firstEdge[street]..<firstEdge[street + 1] {
            for (arc, tail) in [
                (edge << 1, tables.edges[Int(edge)].tail), (edge << 1 | 1, tables.edges[Int(edge)].head),
            ]
            where tail == junction {
                guard found == nil else { return nil }
                found = arc
            }
        }
        return found
    }

    /// Returns the chain from one street through whole via streets to another, each met at an end. They may be listed
    /// in any order.
    func chain(_ from: Int, _ via: [Int], _ to: Int) -> [UInt32]? {
        for first in via {
            guard let ends = self.ends(of: first) else { return nil }
            for entry in [ends.tail, ends.head] {
                guard let start = onlyArc(of: from, endingAt: entry),
                    let (chain, exit) = follow(via, from: entry, first: first),
                    let last = onlyArc(of: to, startingAt: exit)
                else { continue }
                return [start] + chain + [last]
            }
        }
        return nil
    }

    /// Returns the arcs along all streets, starting at a junction with one of them, each beginning where the one before
    /// it ends.
    private func follow(_ streets: [Int], from junction: UInt32, first: Int) -> (arcs: [UInt32], exit: UInt32)? {
        var rest = streets.filter { $0 != first }, arcs = self.arcs(of: first, from: junction)
        guard rest.count == streets.count - 1, let ends = ends(of: first) else { return nil }
        var node = ends.tail == junction ? ends.head : ends.tail
        while !rest.isEmpty {
            let next = rest.firstIndex { street in
                self.ends(of: street).map { $0.tail == node || $0.head == node } ?? false
            }
            guard let next, let ends = self.ends(of: rest[next]) else { return nil }
            arcs += self.arcs(of: rest.remove(at: next), from: node)
            node = ends.tail == node ? ends.head : ends.tail
        }
        return (arcs, node)
    }

    private func ends(of street: Int) -> (tail: UInt32, head: UInt32)? {
        let range = firstEdge[street]..<firstEdge[street + 1]
        // A street split by missing nodes does not lead from one end to the other.
        for edge in range.dropFirst() where tables.edges[Int(edge) - 1].head != tables.edges[Int(edge)].tail {
            return nil
        }
        guard let first = range.first, let last = range.last else { return nil }
        return (tables.edges[Int(first)].tail, tables.edges[Int(last)].head)
    }

    /// Returns all arcs of a street from one of its ends to the other.
    private func arcs(of street: Int, from junction: UInt32) -> [UInt32] {
        let range = firstEdge[street]..<firstEdge[street + 1]
        return tables.edges[Int(range.lowerBound)].tail == junction
            ? range.map { $0 << 1 } : range.reversed().map { $0 << 1 | 1 }
    }
}
