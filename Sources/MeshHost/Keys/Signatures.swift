package import Crypto
package import Gossip
import Mesh

/// Checks Ed25519 signatures by swift-crypto.
package struct Ed25519Checking: SignatureChecking {
    package init() {}

    package func holds(_ signature: ArraySlice<UInt8>, of text: [UInt8], by key: SignerKey) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key.bytes.bytes) else { return false }
        return key.isValidSignature(signature, for: text)
    }
}

/// A private key that signs messages and entry stamps.
package struct Ed25519Signer: EntrySigner {
    package let privateKey: Curve25519.Signing.PrivateKey
    package let key: SignerKey

    package init(_ privateKey: Curve25519.Signing.PrivateKey) {
        self.privateKey = privateKey
        guard let bytes = Bytes32(Array(privateKey.publicKey.rawRepresentation)) else {
            preconditionFailure("an Ed25519 key has 32 bytes")
        }
        key = SignerKey(bytes)
    }

    package func signature(of text: [UInt8]) -> [UInt8] {
        guard let signature = try? privateKey.signature(for: text) else {
            preconditionFailure("Ed25519 signs every text")
        }
        return Array(signature)
    }

    /// Signs a draft. Throws where its body is longer than its kind allows.
    package func signed(_ draft: MessageDraft) throws(MessageFault) -> Message {
        try draft.message(signature: signature(of: draft.signedBytes))
    }
}
