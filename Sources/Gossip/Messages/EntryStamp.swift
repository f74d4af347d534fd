package import GeoCore

/// Says when a member of the place first took a message from a phone or a guest: the "by when" that one can trust.
/// Floods of made-up authors are charged to that member. The author does not sign it, and the id leaves it out.
package struct EntryStamp: Equatable, Sendable {
    /// In bytes: the beginning of the member's key (8), the time (8), the signature (64).
    package static let length = 16 + Message.signatureLength

    /// The first eight bytes of the member's key. The roster has the whole key.
    package let member: UInt64
    package let time: HybridTime
    package let signature: ArraySlice<UInt8>

    /// `signature` has 64 bytes; another number is a programmer's error.
    package init(member: SignerKey, time: HybridTime, signature: [UInt8]) {
        precondition(signature.count == Message.signatureLength, "an Ed25519 signature has 64 bytes")
        (self.member, self.time, self.signature) = (member.beginning, time, signature[...])
    }

    init(_ reader: inout MessageReader) throws(MessageFault) {
        let start = reader.offset
        guard reader.bytes.count - start >= Self.length else { throw MessageFault(.stamp, .endsEarly, at: start) }
        member = try reader.integer(8, .stamp)
        time = HybridTime(rawValue: try reader.integer(8, .stamp))
        signature = reader.bytes[try reader.take(Message.signatureLength, .stamp)]
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(member)
        bytes.appendBigEndian(time.rawValue)
        return bytes + signature
    }

    /// The bytes that a member signs.
    package static func signedBytes(of id: MessageID, at time: HybridTime) -> [UInt8] {
        var bytes = Array("hereabouts entry 1".utf8) + [0] + id.digest.bytes
        bytes.appendBigEndian(time.rawValue)
        return bytes
    }

    /// Returns whether the member with `key` stamped the message with this id.
    package func isSigned(of id: MessageID, by key: SignerKey, _ checker: some SignatureChecking) -> Bool {
        key.beginning == member && !key.isSmallOrder
            && checker.holds(signature, of: Self.signedBytes(of: id, at: time), by: key)
    }
}
