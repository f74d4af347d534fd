/// An Ed25519 public key (RFC 8032): that of an author, a node or a place.
package struct SignerKey: Hashable, Sendable {
    package let bytes: Bytes32

    package init(_ bytes: Bytes32) { self.bytes = bytes }

    /// The first eight bytes, by which an entry stamp names a member.
    package var beginning: UInt64 { bytes.first }

    /// Whether the key is a point of order 1, 2, 4 or 8. swift-crypto takes such keys, and for the one of order 1 a
    /// single signature is good for every text. So each reader of a key refuses these before anything else.
    package var isSmallOrder: Bool {
        // The highest bit of the last byte is the sign of x (RFC 8032 §5.1.2); each of the values occurs with both.
        let unsigned = Bytes32(bytes.first, bytes.second, bytes.third, bytes.fourth & ~0x80)
        return Self.smallOrder.contains { $0 == unsigned }
    }

    /// Every encoding of y of the eight points with 8·P = 0, also those not reduced modulo p = 2²⁵⁵ − 19.
    /// `scripts/make_message_vectors.py` computes them.
    private static let smallOrder = [
        Bytes32(0, 0, 0, 0),
        Bytes32(0x0100_0000_0000_0000, 0, 0, 0),
        Bytes32(0x26e8_958f_c2b2_27b0, 0x45c3_f489_f2ef_98f0, 0xd5df_ac05_d3c6_3339, 0xb138_0288_6d53_fc05),
        Bytes32(0xc717_6a70_3d4d_d84f, 0xba3c_0b76_0d10_670f, 0x2a20_53fa_2c39_ccc6, 0x4ec7_fd77_92ac_037a),
        Bytes32(0xecff_ffff_ffff_ffff, .max, .max, 0xffff_ffff_ffff_ff7f),
        Bytes32(0xedff_ffff_ffff_ffff, .max, .max, 0xffff_ffff_ffff_ff7f),
        Bytes32(0xeeff_ffff_ffff_ffff, .max, .max, 0xffff_ffff_ffff_ff7f),
    ]
}

/// Checks Ed25519 signatures. The portable ring has no arithmetic of curves: the host gives its library's.
package protocol SignatureChecking {
    /// Returns whether `signature` (64 bytes) is one of `text` under `key`, as RFC 8032 §5.1.7 says.
    func holds(_ signature: ArraySlice<UInt8>, of text: [UInt8], by key: SignerKey) -> Bool
}
