import Crypto
package import Gossip
package import MeshLinks

/// A node's name and key, and the keys of its place.
package struct MeshKeys: Sendable {
    /// The place's public key, which all nodes know.
    package let place: SignerKey
    /// The private half, at the organiser's server alone: it signs the roster.
    package let placeKey: Ed25519Signer?
    /// The bytes of the place's secret, which every join code carries.
    package let secret: [UInt8]
    package let node: Ed25519Signer
    /// How the node calls itself when it joins.
    package var name: String
    /// The code of a place that has not admitted the node yet.
    package var joinCode: String?

    package static let secretLength = 16
    /// The length of a node's name in bytes.
    package static let longestName = 64

    package var placeCode: PlaceCode { PlaceCode(of: place) }

    init(
        place: SignerKey, placeKey: Ed25519Signer?, secret: [UInt8], node: Ed25519Signer, name: String,
        joinCode: String? = nil
    ) {
        (self.place, self.placeKey, self.secret, self.node) = (place, placeKey, secret, node)
        (self.name, self.joinCode) = (name, joinCode)
    }

    /// Makes the keys of a new place at its organiser.
    package static func newPlace(name: String) -> MeshKeys {
        let placeKey = Ed25519Signer(Curve25519.Signing.PrivateKey())
        var generator = SystemRandomNumberGenerator()
        let secret = (0..<secretLength).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
        return MeshKeys(
            place: placeKey.key, placeKey: placeKey, secret: secret,
            node: Ed25519Signer(Curve25519.Signing.PrivateKey()), name: name)
    }

    /// Makes the keys of a node that joins a place.
    package static func joining(_ code: JoinCode, name: String) -> MeshKeys {
        MeshKeys(
            place: code.place, placeKey: nil, secret: code.secret,
            node: Ed25519Signer(Curve25519.Signing.PrivateKey()), name: name, joinCode: code.text)
    }

    /// Returns these keys with another code for the same place.
    package func joining(again code: JoinCode, name: String?) -> MeshKeys {
        MeshKeys(
            place: place, placeKey: placeKey, secret: code.secret, node: node, name: name ?? self.name,
            joinCode: code.text)
    }

    /// The secret of the keys with which the node signs for people without a key of their own: HKDF-SHA-256 (RFC 5869)
    /// of the node's key, with "hereabouts authors 1" as its info, so that there is nothing else to keep. 32 bytes.
    package var authorSecret: [UInt8] {
        let key = SymmetricKey(data: node.privateKey.rawRepresentation)
        let secret = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, info: Array("hereabouts authors 1".utf8), outputByteCount: 32)
        return unsafe secret.withUnsafeBytes { unsafe Array($0) }
    }

    package var placeSecret: PlaceSecret {
        guard let secret = PlaceSecret(secret) else { preconditionFailure("a place's secret has 16 bytes") }
        return secret
    }
}
