package import GeoCore
package import Gossip
import Mesh
package import MeshLinks

/// The requests of operators.
extension MeshHost {
    /// Makes a code by which one node can join until `end`; `nil` where this is not the organiser's server. Without
    /// addresses it names this machine's.
    package func invite(until end: Timestamp, at addresses: [NodeAddress] = []) -> JoinCode? {
        let own = SystemInterfaces.current().flatMap(\.addresses).map(\.address).filter { !$0.isLinkLocalIPv6 }
        return keys.invite(until: end, at: addresses.isEmpty ? own : addresses, port: ownPort)
    }

    /// Ends the membership of a node from now on. Throws `MeshFault` where the place cannot say so.
    package func remove(_ entry: NodeEntry) throws {
        guard let time else { throw MeshFault("this machine's clock is not set") }
        var entry = entry
        entry.until = hybrid.reading(at: time)
        try publish(entry)
    }

    /// Returns the author of a message that is here, hidden or not, and its text where it has one.
    package func excerpt(of id: MessageID) throws -> (author: SignerKey?, text: String?)? {
        let kept = try storage.bytes(of: id).flatMap { try? Message(bytes: $0) }
        guard let message = try kept ?? hidden.message(id, storage) else { return nil }
        let text: String? =
            switch message.kind {
            case .roomLine, .post, .edit: message.value(of: 1).flatMap { String(validating: $0, as: UTF8.self) }
            default: nil
            }
        return (message.author, text)
    }
}
