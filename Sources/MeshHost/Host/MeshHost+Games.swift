package import Gossip
import Mesh

extension MeshHost {
    /// The messages of games that the node keeps, of the last six hours.
    package func gameMessages() throws -> [Message] {
        try messages(node.messages(of: .now).filter { $0.facts.kind == .gameMove && $0.hasBytes }.map(\.facts.id))
    }
}
