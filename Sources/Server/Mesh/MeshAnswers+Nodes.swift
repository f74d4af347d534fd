import Gossip
import HereaboutsAPI
import MeshHost

extension MeshAnswers {
    func nodes() async throws -> MeshNodes {
        let node = try node, all = await node.nodes
        let links = try await Self.translated { try await node.nodeLinks() }
        let this = node.nodeKey, now = Int(await node.time ?? parts.now())
        return MeshNodes(
            nodes: all.map { view in
                let key = view.entry.key, known = links[key]
                var ends = (known?.links ?? []).map { MeshNodes.Link($0.key, since: $0.since) }
                // A link that this node sees itself is newer than one that others announced.
                let isHere = ends.contains { $0.key == Hexadecimal.text(this.bytes.bytes) }
                if view.isLinked, !view.isThis, !isHere { ends.append(MeshNodes.Link(this, since: nil)) }
                return MeshNodes.Node(
                    key: Hexadecimal.text(key.bytes.bytes), name: view.entry.name, isMember: view.isMember,
                    isThis: view.isThis, isLinked: view.isLinked, lastHeard: view.lastHeard.map { Int($0) },
                    links: ends, linksTold: view.isThis ? now : known?.announced.map { Int($0) })
            })
    }
}

extension MeshNodes.Link {
    fileprivate init(_ key: SignerKey, since: Int64?) {
        self.init(key: Hexadecimal.text(key.bytes.bytes), since: since.map { Int($0) })
    }
}

extension MeshLine.Keeper {
    init(_ key: SignerKey, _ names: [SignerKey: String]) {
        self.init(key: Hexadecimal.text(key.bytes.bytes), name: names[key].flatMap { $0.isEmpty ? nil : $0 })
    }
}
