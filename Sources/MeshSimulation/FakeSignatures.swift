package import GeoCore
package import Gossip
package import Mesh

/// Signatures that are fast and that anybody could make: for runs in which no simulated adversary makes them. A real
/// check takes 50 µs, and a big run has millions.
package struct FakeSignatures: SignatureChecking {
    package init() {}

    package func holds(_ signature: ArraySlice<UInt8>, of text: [UInt8], by key: SignerKey) -> Bool {
        signature.elementsEqual(Self.signature(of: text, by: key))
    }

    /// Returns 64 bytes that depend on every byte of the text, and on the key.
    package static func signature(of text: [UInt8], by key: SignerKey) -> [UInt8] {
        var state = key.beginning
        // FNV-1a (Fowler, Noll and Vo, draft-eastlake-fnv).
        for byte in text { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Message.signatureLength)
        for _ in 0..<8 {
            state = (state ^ state >> 31) &* 0x9e37_79b9_7f4a_7c15
            for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: state >> UInt64(8 * shift))) }
        }
        return bytes
    }
}

/// Signs for one simulated person or node.
package struct FakeSigner: EntrySigner {
    package let key: SignerKey

    /// Signers of different numbers have different keys.
    package init(_ number: UInt64) {
        var text = Array("signer".utf8)
        for shift in 0..<8 { text.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * shift))) }
        key = SignerKey(PortableSHA256.digest(of: text))
    }

    package func signature(of text: [UInt8]) -> [UInt8] { FakeSignatures.signature(of: text, by: key) }
}

extension Message {
    /// Returns the message as a member stamps it at a time of that member's choice.
    package func stamped(by member: some EntrySigner, at time: HybridTime) -> Message {
        let signature = member.signature(of: EntryStamp.signedBytes(of: id, at: time))
        return stamped(EntryStamp(member: member.key, time: time, signature: signature))
    }
}
