import Crypto
import CryptoExtras

/// The signature algorithms that the server offers, by their COSE number, the preferred first.
///
/// Nearly all authenticators support ES256. Authenticators with Ed25519 sign with it as fast and need no good
/// randomness. The TPMs of some Windows computers support only RS256.
package enum PasskeyAlgorithm: Int, CaseIterable, Sendable {
    /// Ed25519 (RFC 9053 §2.2).
    case edDSA = -8
    /// ECDSA on P-256 with SHA-256 (RFC 9053 §2.1).
    case es256 = -7
    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8812 §2), of 2048 to 4096 bits.
    case rs256 = -257
}

/// The public half of a passkey.
package struct PasskeyPublicKey: Equatable, Sendable {
    private enum Key: Sendable {
        case p256(P256.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)
        case rsa(_RSA.Signing.PublicKey)
    }

    /// The form to store: a COSE_Key in canonical CBOR, 42 bytes for Ed25519, 77 for ES256 and up to 528 for RS256.
    /// Each key has exactly one form.
    package let bytes: [UInt8]
    package let algorithm: PasskeyAlgorithm
    private let key: Key

    /// Parses the stored form. Throws `PasskeyError` if it is not valid or the key cannot verify signatures.
    package init(bytes: [UInt8]) throws(PasskeyError) {
        let value: CBOR
        do { value = try CBORReader.value(of: bytes) } catch { throw .malformed(.publicKey, error) }
        try self.init(value)
    }

    /// Parses a COSE_Key (RFC 9052 §7). Level 3 §6.5.1 allows the members below and no others.
    init(_ value: CBOR) throws(PasskeyError) {
        guard let algorithm = value[3]?.integer else { throw .invalidPublicKey }
        guard let algorithm = PasskeyAlgorithm(rawValue: algorithm) else { throw .unsupportedAlgorithm(algorithm) }
        let type = value[1]?.integer, curve = value[-1]?.integer, count = value.entries?.count
        guard let x = value[-2]?.byteString, x.count == (algorithm == .rs256 ? Self.exponent.count : 32) else {
            throw .invalidPublicKey
        }
        self.algorithm = algorithm
        switch algorithm {
        case .rs256:
            // The exponent of all TPMs (TPM 2.0 Part 2 §12.2.3.5): others make verification expensive, or signatures
            // weak.
            guard type == 3, count == 4, x == Self.exponent, let modulus = value[-1]?.byteString,
                Self.modulusCounts.contains(modulus.count), let first = modulus.first, first >= 0x80
            else { throw .invalidPublicKey }
            do { key = .rsa(try _RSA.Signing.PublicKey(n: modulus, e: x)) } catch { throw .invalidPublicKey }
            let length = [UInt8(modulus.count >> 8), UInt8(modulus.count & 255)]
            bytes = [0xa4, 1, 3, 3, 0x39, 1, 0, 0x20, 0x59] + length + modulus + [0x21, 0x43] + x
        case .es256:
            guard type == 2, curve == 1, count == 5, let y = value[-3]?.byteString, y.count == 32 else {
                throw .invalidPublicKey
            }
            do { key = .p256(try P256.Signing.PublicKey(x963Representation: [4] + x + y)) } catch {
                throw .invalidPublicKey
            }
            bytes = [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32] + x + [0x22, 0x58, 32] + y
        case .edDSA:
            guard type == 1, curve == 6, count == 4, Edwards25519.mayBePublicKey(x) else { throw .invalidPublicKey }
            do { key = .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: x)) } catch {
                throw .invalidPublicKey
            }
            bytes = [0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32] + x
        }
    }

    /// 65537, most significant byte first.
    private static let exponent: [UInt8] = [1, 0, 1]
    /// The bytes of a modulus of 2048 to 4096 bits.
    private static let modulusCounts = 256...512

    package static func == (one: PasskeyPublicKey, other: PasskeyPublicKey) -> Bool { one.bytes == other.bytes }

    /// Whether `signature`, in the form of Level 3 §6.5.5, is this key's signature of `message`.
    package func isValid(signature: [UInt8], for message: [UInt8]) -> Bool {
        switch key {
        case .p256(let key):
            do {
                return key.isValidSignature(
                    try P256.Signing.ECDSASignature(derRepresentation: signature), for: message)
            } catch {
                return false
            }
        case .ed25519(let key): return key.isValidSignature(signature, for: message)
        case .rsa(let key):
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message),
                padding: .insecurePKCS1v1_5)
        }
    }
}
