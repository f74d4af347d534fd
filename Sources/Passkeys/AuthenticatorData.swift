/// The authenticator's signed data about itself (Level 3 §6.1).
package struct AuthenticatorData: Equatable, Sendable {
    /// Bits of the flags byte. The bits without a name are reserved and ignored.
    package struct Flags: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A person touched the authenticator or agreed on its screen.
        package static let userPresent = Flags(rawValue: 0x01)
        /// The authenticator verified its owner.
        package static let userVerified = Flags(rawValue: 0x04)
        package static let backupEligible = Flags(rawValue: 0x08)
        package static let backedUp = Flags(rawValue: 0x10)
        package static let hasCredential = Flags(rawValue: 0x40)
        package static let hasExtensions = Flags(rawValue: 0x80)
    }

    /// A new passkey (Level 3 §6.5.1).
    package struct Credential: Equatable, Sendable {
        package let id: CredentialID
        package let publicKey: PasskeyPublicKey
    }

    /// SHA-256 of the relying party's id.
    package let relyingPartyHash: [UInt8]
    package let flags: Flags
    package let signCount: UInt32
    package let credential: Credential?

    /// Parses the data. Throws `PasskeyError` if `bytes` end too early, have extra bytes, or contain an invalid key.
    package init(_ bytes: [UInt8]) throws(PasskeyError) {
        guard bytes.count >= 37 else { throw .malformed(.authenticatorData) }
        relyingPartyHash = Array(bytes[..<32])
        flags = Flags(rawValue: bytes[32])
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var end = 37
        credential = flags.contains(.hasCredential) ? try Self.credential(in: bytes, at: &end) : nil
        if flags.contains(.hasExtensions) {
            // The server requests no extensions, so none matter. But the bytes must be extensions and nothing else.
            guard try Self.value(in: bytes, at: &end).entries != nil else { throw .malformed(.authenticatorData) }
        }
        guard end == bytes.count else { throw .malformed(.authenticatorData) }
    }

    private static func credential(in bytes: [UInt8], at end: inout Int) throws(PasskeyError) -> Credential {
        // The model of the authenticator (AAGUID, 16 bytes) is of no use without attestation.
        let start = end + 18
        guard bytes.count >= start else { throw .malformed(.authenticatorData) }
        let count = Int(bytes[start - 2]) << 8 | Int(bytes[start - 1])
        guard bytes.count - start >= count, let id = CredentialID(bytes: Array(bytes[start..<start + count])) else {
            throw .malformed(.authenticatorData)
        }
        end = start + count
        return Credential(id: id, publicKey: try PasskeyPublicKey(value(in: bytes, at: &end)))
    }

    private static func value(in bytes: [UInt8], at end: inout Int) throws(PasskeyError) -> CBOR {
        var reader = CBORReader(bytes, at: end)
        do {
            defer { end = reader.offset }
            return try reader.next()
        } catch {
            throw .malformed(.authenticatorData, error)
        }
    }
}
