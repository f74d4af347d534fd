import Crypto
import Gossip

/// The introduction of a side: key (32) ‖ flags (1) ‖ period (8) ‖ length of the entry (2) ‖ entry ‖ signature (64) ‖
/// zeros up to a multiple of 512. Without them the length of a node's name would show through TLS.
struct Introduction {
    private static let context = Array("hereabouts link 1".utf8)
    private static let fixedLength = 32 + 1 + 8 + 2 + 64
    private static let step = 512
    static let longest = padded(fixedLength + LinkCredentials.longestEntry)
    private static let relaysFlag: UInt8 = 1
    private static let clockFlag: UInt8 = 2

    let key: SignerKey
    let relays: Bool
    /// The signer's period by its clock; `nil` if its clock is not set.
    let period: Int64?
    let rosterEntry: [UInt8]
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// Returns the introduction of `credentials`, signed for one link.
    static func bytes(
        _ credentials: LinkCredentials, period: Int64?, role: LinkRole, own: CertificateHash, other: CertificateHash
    ) throws -> [UInt8] {
        let key = Array(credentials.nodeKey.publicKey.rawRepresentation)
        let flags = (credentials.relays ? relaysFlag : 0) | (period == nil ? 0 : clockFlag)
        let numbers = bigEndian(UInt64(bitPattern: period ?? 0))
        let entry = credentials.rosterEntry
        let text = context + Self.signed(flags, numbers, entry, role: role, own, other)
        let length = UInt16(truncatingIfNeeded: entry.count)
        return key + [flags] + numbers + [UInt8(length >> 8), UInt8(truncatingIfNeeded: length)] + entry
            + Array(try credentials.nodeKey.signature(for: text))
            + [UInt8](repeating: 0, count: padded(fixedLength + entry.count) - fixedLength - entry.count)
    }

    private static func padded(_ count: Int) -> Int { (count + step - 1) / step * step }

    /// Role (1) ‖ the dialler's certificate hash ‖ the listener's ‖ period (8) ‖ flags (1) ‖ SHA-256 of the entry.
    private static func signed(
        _ flags: UInt8, _ period: [UInt8], _ entry: [UInt8], role: LinkRole, _ own: CertificateHash,
        _ other: CertificateHash
    ) -> [UInt8] {
        let hashes = role == .dialler ? own.bytes + other.bytes : other.bytes + own.bytes
        return [role.rawValue] + hashes + period + [flags] + Array(SHA256.hash(data: entry))
    }

    /// Reads the introduction of the side with `role`. `own` is the certificate of that side.
    init(_ bytes: ArraySlice<UInt8>, role: LinkRole, own: CertificateHash, other: CertificateHash)
        throws(HandshakeFault)
    {
        let bytes = Array(bytes)
        guard bytes.count >= Self.fixedLength, let key = Bytes32(bytes[..<32]) else { throw .length }
        let entryLength = Int(bytes[41]) << 8 | Int(bytes[42])
        guard entryLength <= LinkCredentials.longestEntry,
            bytes.count == Self.padded(Self.fixedLength + entryLength)
        else { throw .length }
        guard bytes[(Self.fixedLength + entryLength)...].allSatisfy({ $0 == 0 }) else { throw .padding }
        let flags = bytes[32]
        guard flags & ~(Self.relaysFlag | Self.clockFlag) == 0 else { throw .flags }
        let numbers = Array(bytes[33..<41])
        self.key = SignerKey(key)
        relays = flags & Self.relaysFlag != 0
        let period = numbers.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self.period = flags & Self.clockFlag != 0 ? Int64(bitPattern: period) : nil
        rosterEntry = Array(bytes[43..<43 + entryLength])
        signature = Array(bytes[43 + entryLength..<Self.fixedLength + entryLength])
        signed = Self.context + Self.signed(flags, numbers, rosterEntry, role: role, own, other)
    }

    /// Whether the key signed this for this link.
    var holds: Bool {
        guard !key.isSmallOrder,
            let publicKey = try? Curve25519.Signing.PublicKey(rawRepresentation: key.bytes.bytes)
        else { return false }
        return publicKey.isValidSignature(signature, for: signed)
    }
}
