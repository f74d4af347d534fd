/// An X25519 public key (RFC 7748): a prekey, or the key that came with a sealed mail.
package struct AgreementKey: Hashable, Sendable {
    package let bytes: Bytes32

    package init(_ bytes: Bytes32) { self.bytes = bytes }

    /// Whether the key is a point of small order of the curve or of its twist, or a second writing of another key.
    ///
    /// With a point of small order the shared secret is zero, so everybody can open a mail that is sealed to it.
    /// swift-crypto takes such keys, browsers do not (RFC 7748 §6.1). A key has one writing: below p = 2²⁵⁵ − 19.
    package var isWeak: Bool { !isReduced || Self.smallOrder.contains(bytes) }

    /// Whether the number, lowest byte first, is below p. p is `ed ff … ff 7f`.
    private var isReduced: Bool {
        guard bytes[31] & 0x80 == 0 else { return false }
        guard bytes[31] == 0x7f, bytes.second == .max, bytes.third == .max else { return true }
        guard bytes.first | 0xff << 56 == .max, bytes.fourth | 0xff == .max else { return true }
        return bytes[0] < 0xed
    }

    /// The reduced writings of the points whose eighth multiple is zero. `scripts/make_mail_vectors.py` computes them.
    private static let smallOrder = [
        Bytes32(0, 0, 0, 0),
        Bytes32(0x0100_0000_0000_0000, 0, 0, 0),
        Bytes32(0x5f9c_95bc_a350_8c24, 0xb1d0_b155_9c83_ef5b, 0x0444_5cc4_581c_8e86, 0xd822_4edd_d09f_1157),
        Bytes32(0xe0eb_7a7c_3b41_b8ae, 0x1656_e3fa_f19f_c46a, 0xda09_8deb_9c32_b1fd, 0x8662_0516_5f49_b800),
        Bytes32(0xecff_ffff_ffff_ffff, .max, .max, 0xffff_ffff_ffff_ff7f),
    ]
}
