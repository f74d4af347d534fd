import Crypto
import Foundation
import Gossip

/// Checks signatures with swift-crypto, as the host does.
struct CryptoSignatures: SignatureChecking {
    func holds(_ signature: ArraySlice<UInt8>, of text: [UInt8], by key: SignerKey) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key.bytes.bytes) else { return false }
        return key.isValidSignature(Data(signature), for: text)
    }
}

/// Somebody with a key.
struct Writer {
    private let secret = Curve25519.Signing.PrivateKey()

    var key: SignerKey {
        get throws { SignerKey(try Bytes32(secret.publicKey.rawRepresentation).orThrow) }
    }

    func signature(of text: [UInt8]) throws -> [UInt8] { Array(try secret.signature(for: text)) }
}
