package import GeoCore
package import Gossip
package import Mesh

extension MeshHost {
    /// A reading of the node's clock for a message of somebody for whom this server signs; `nil` where the node knows no
    /// time.
    package func reading() -> HybridTime? { time.map { hybrid.reading(at: $0) } }

    /// Returns the quota that refuses a message; `nil` where none does.
    package func fullQuota(for message: Message) -> FullQuota? { node.fullQuota(for: message, at: clock.now) }

    /// Signs a message with the place's key, for an operator of the organiser's server. Throws `MeshFault` elsewhere.
    package func signedByPlace(_ kind: MessageKind, about: SubjectID?, _ fields: [BodyField]) throws -> Message {
        guard let placeKey = keys.placeKey else {
            throw MeshFault("only the organiser's server has the place's key")
        }
        guard let time = reading() else { throw MeshFault("this machine's clock is not set") }
        let draft = MessageDraft(kind, in: keys.placeCode, at: time, by: placeKey.key, about: about, fields)
        do { return try placeKey.signed(draft) } catch { throw MeshFault("the message is too long") }
    }
}
