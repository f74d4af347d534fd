// Stands in for swift-crypto while readers are fuzzed: the names that they use, with sums that anybody could forge. So
// fuzzing gets behind the checks of codes and signatures, and needs no other package.

private func sum(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    // FNV-1a (Fowler, Noll and Vo, draft-eastlake-fnv).
    var state: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return (0..<32).map { UInt8(truncatingIfNeeded: state >> UInt64($0 % 8 * 8)) }
}

public struct SHA256 {
    public static func hash(data: some Sequence<UInt8>) -> [UInt8] { sum(data) }
}

public struct SymmetricKey: Sendable {
    let bytes: [UInt8]

    public init(data: some Sequence<UInt8>) { bytes = Array(data) }
}

public struct HMAC<Hash> {
    public static func authenticationCode(for text: some Sequence<UInt8>, using key: SymmetricKey) -> [UInt8] {
        sum(key.bytes + text)
    }

    public static func isValidAuthenticationCode(
        _ code: some Sequence<UInt8>, authenticating text: some Sequence<UInt8>, using key: SymmetricKey
    ) -> Bool {
        code.elementsEqual(authenticationCode(for: text, using: key))
    }
}

public enum Curve25519 {
    public enum Signing {
        public struct PrivateKey: Sendable {
            public let publicKey: PublicKey

            public init(rawRepresentation: some Sequence<UInt8>) throws {
                publicKey = try PublicKey(rawRepresentation: rawRepresentation)
            }

            public func signature(for text: some Sequence<UInt8>) throws -> [UInt8] { publicKey.signature(for: text) }
        }

        public struct PublicKey: Sendable {
            public let rawRepresentation: [UInt8]

            public init(rawRepresentation: some Sequence<UInt8>) throws { self.rawRepresentation = Array(rawRepresentation) }

            func signature(for text: some Sequence<UInt8>) -> [UInt8] {
                let half = sum(rawRepresentation + text)
                return half + half
            }

            public func isValidSignature(_ signature: some Sequence<UInt8>, for text: some Sequence<UInt8>) -> Bool {
                signature.elementsEqual(self.signature(for: text))
            }
        }
    }
}
