package import GeoCore
import Gossip
package import Mesh
package import MeshLinks

/// The certificates with which the nodes of a place answer at its one name (docs/mesh-name.md).
extension MeshHost {
    /// Asks the organiser's server for a certificate for a key of P-256 (X9.63, 65 bytes). Throws `MeshFault` where
    /// the node knows no time.
    package func requestCertificate(for publicKey: [UInt8]) throws -> Acceptance {
        guard let time else { throw MeshFault("this machine's clock is not set") }
        return try write(
            MessageDraft(
                .certificateRequest, in: keys.placeCode, at: hybrid.reading(at: time), by: keys.node.key,
                [BodyField(tag: 1, value: publicKey)]))
    }

    /// This node's last request, and when it was written; `nil` where it has ended, or there was none.
    package func ownRequest() throws -> (request: CertificateRequest, time: Timestamp)? {
        let own = node.messages(of: .keys).filter {
            $0.hasBytes && $0.facts.kind == .certificateRequest && $0.facts.author == keys.node.key
        }
        return try messages(own.map(\.facts.id)).compactMap { message in
            CertificateRequest(message).map { ($0, message.time.milliseconds) }
        }.max { $0.1 < $1.1 }
    }

    /// The requests of nodes that are members now.
    package func certificateRequests() throws -> [CertificateRequest] {
        guard let time else { return [] }
        let wanted = node.messages(of: .keys).filter {
            $0.hasBytes && $0.facts.kind == .certificateRequest
                && $0.facts.author.map { roster.isMember($0, at: time) } ?? false
        }
        return try messages(wanted.map(\.facts.id)).compactMap { CertificateRequest($0) }
    }

    /// The certificate that the place gave this node last; `nil` while the node is no member.
    package var certificate: CertificateEntry? { isMember ? roster.certificates[keys.node.key] : nil }

    /// Returns the node's signature of "hereabouts proof 1", a zero byte and the nonce (32 bytes), by which a page knows
    /// which node of the place it has before it.
    nonisolated package func proof(of nonce: [UInt8]) -> [UInt8] {
        nodeSigner.signature(of: Array("hereabouts proof 1".utf8) + [0] + nonce)
    }

    /// Returns the node's signature of "hereabouts token 1", a zero byte, the nonce (32 bytes) and the SHA-256 of a token, by
    /// which a page knows which node of the place made the token.
    nonisolated package func proof(of nonce: [UInt8], for token: [UInt8]) -> [UInt8] {
        nodeSigner.signature(
            of: Array("hereabouts token 1".utf8) + [0] + nonce + PortableSHA256.digest(of: token).bytes)
    }

    /// The IPv4 addresses of this machine on networks where others can meet it.
    nonisolated package var addresses: [String] {
        SystemInterfaces.current().flatMap(\.addresses).map(\.address).filter { !$0.isIPv6 }.map(\.description)
    }

    /// From now on the node answers for this name on its networks; `nil` ends that.
    nonisolated package func setPlaceName(_ name: DNSName?) { shown.setPlaceName(name) }
}
