package import Community
import Crypto
package import Gossip

/// Signs for people who write at this node without a key of their own.
package protocol AuthorSigning: AuthorKeys {
    /// Returns an Ed25519 signature of 64 bytes by the key of `signer`.
    func signature(of text: [UInt8], by signer: SignerID) -> [UInt8]
}

/// Keys that follow from one secret, so that there is nothing else to keep: HKDF-SHA-256 (RFC 5869) of the secret, with
/// "hereabouts author 1", the place and the signer as its info, is the seed of an Ed25519 key.
package struct DerivedAuthorKeys: AuthorSigning {
    private let secret: SymmetricKey
    package let place: PlaceCode

    /// `secret` has 32 bytes that nobody else knows.
    package init(secret: [UInt8], place: PlaceCode) {
        precondition(secret.count == 32, "the secret of authors' keys has 32 bytes")
        self.secret = SymmetricKey(data: secret)
        self.place = place
    }

    package func key(of signer: SignerID) -> SignerKey {
        guard let bytes = Bytes32(Array(secretKey(of: signer).publicKey.rawRepresentation)) else {
            preconditionFailure("an Ed25519 key has 32 bytes")
        }
        return SignerKey(bytes)
    }

    package func signature(of text: [UInt8], by signer: SignerID) -> [UInt8] {
        do {
            return Array(try secretKey(of: signer).signature(for: text))
        } catch {
            preconditionFailure("Ed25519 signs every text")
        }
    }

    private func secretKey(of signer: SignerID) -> Curve25519.Signing.PrivateKey {
        let code = (0..<8).map { UInt8(truncatingIfNeeded: place.rawValue >> (56 - 8 * UInt64($0))) }
        let info = Array("hereabouts author 1".utf8) + [0] + code + signer.bytes
        let seed = HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: info, outputByteCount: 32)
        do {
            return try unsafe seed.withUnsafeBytes { try unsafe Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
        } catch {
            preconditionFailure("32 bytes are the seed of an Ed25519 key")
        }
    }
}
