import GeoCore
package import Gossip
package import Mesh

extension MeshHost {
    /// What the node knows of the pictures that it keeps, the oldest first.
    package func pictures() -> [MessageFacts] { node.messages(of: .pictures).filter(\.hasBytes).map(\.facts) }

    /// The same of the pictures about one post, the newest first.
    package func pictures(about post: SubjectID) throws -> [MessageFacts] {
        var found: [MessageFacts] = [], end: MessageOrder?
        while true {
            let page = try storage.newest(.picture, about: post, before: end, limit: Self.pageOfPictures).compactMap {
                try? Message(bytes: $0)
            }
            found += page.map { MessageFacts($0, register: nil) }
            guard page.count == Self.pageOfPictures, let last = page.last else { return found }
            end = last.order
        }
    }

    private static let pageOfPictures = 16
}
