package import Gossip
import Mesh

extension MeshHost {
    /// The messages of games that the node keeps, of the last six hours; `nil` if they are those with the ids `known`,
    /// so that callers who ask often read them once.
    package func gameMessages(besides known: [MessageID] = []) throws -> [Message]? {
        let ids = node.messages(of: .now).filter { $0.facts.kind == .gameMove && $0.hasBytes }.map(\.facts.id)
        return !known.isEmpty && ids == known ? nil : try messages(ids)
    }
}
