import GeoCore
package import OSMImport

extension HandMade {
    /// One line for each object that reading must give, in the order it must give them, worked out from the objects
    /// alone.
    package var listing: [String] {
        let ways = last(ways, \.id), relations = last(relations, \.id), nodes = last(nodes, \.id)
        let usedNodes = Set(
            ways.flatMap(\.refs) + relations.flatMap(\.members).filter { $0.kind == .node }.map(\.id)
                + nodes.filter { !$0.tags.isEmpty }.map(\.id))
        let kept = nodes.filter { usedNodes.contains($0.id) && isOnEarth($0) }
        let known = Set(kept.map(\.id))
        let nodeLines = kept.map { "n\($0.id) \($0.latitudeE7) \($0.longitudeE7)" + Self.text($0.tags) }
        let wayLines = ways.map { way in
            "w\(way.id)" + way.refs.map { known.contains($0) ? " n\($0)" : " -" }.joined() + Self.text(way.tags)
        }
        let relationLines = relations.map { relation in
            "r\(relation.id)" + relation.members.map { " \($0.kind.letter)\($0.id)@\($0.role)" }.joined()
                + Self.text(relation.tags)
        }
        return nodeLines + wayLines + relationLines
    }

    private func isOnEarth(_ node: Node) -> Bool {
        abs(node.latitudeE7) <= 900_000_000 && abs(node.longitudeE7) <= 1_800_000_000
    }

    /// The objects by id; of those with the same id the last.
    private func last<Object>(_ objects: [Object], _ id: (Object) -> Int64) -> [Object] {
        Dictionary(objects.map { (id($0), $0) }, uniquingKeysWith: { $1 }).values.sorted { id($0) < id($1) }
    }

    private static func text(_ tags: TagPairs) -> String { tags.map { " \($0.key)=\($0.value)" }.joined() }
}

extension OSMData {
    /// One line for each object, in the form of `HandMade.listing`.
    package var listing: [String] {
        var tagsOfNode: [UInt32: Tags] = [:]
        for position in nodes.tagged.indices { tagsOfNode[nodes.tagged[position]] = tags(ofTagged: position) }
        let nodeLines = nodes.ids.indices.map { node in
            let point = nodes.points[node]
            return "n\(nodes.ids[node]) \(point.latitudeE7) \(point.longitudeE7)"
                + (tagsOfNode[UInt32(node)].map(Self.text) ?? "")
        }
        let wayLines = (0..<ways.count).map { way in
            "w\(ways.ids[way])"
                + ways.refs(of: way).map { $0 == Self.missing ? " -" : " n\(nodes.ids[Int($0)])" }.joined()
                + Self.text(tags(ofWay: way))
        }
        let relationLines = (0..<relations.count).map { relation in
            "r\(relations.ids[relation])"
                + relations.members(of: relation).map { " \($0.kind.letter)\($0.id)@\(role($0))" }.joined()
                + Self.text(tags(ofRelation: relation))
        }
        return nodeLines + wayLines + relationLines
    }

    private static func text(_ tags: Tags) -> String { tags.map { " \($0.key)=\($0.value)" }.joined() }
}
