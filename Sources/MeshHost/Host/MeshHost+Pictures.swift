import GeoCore
package import Gossip
package import Mesh

extension MeshHost {
    /// What the node knows of the pictures that it keeps, the oldest first, and then of those that operators hide.
    package func pictures() -> [MessageFacts] {
        node.messages(of: .pictures).filter(\.hasBytes).map(\.facts)
            + hidden.all.values.filter { $0.messageClass == .pictures }
    }

    /// What the node knows of an author's pictures about one post, the newest first.
    package func pictures(about post: SubjectID, by author: SignerKey) throws -> [MessageFacts] {
        try storage.facts(.picture, about: post, by: author)
    }
}
