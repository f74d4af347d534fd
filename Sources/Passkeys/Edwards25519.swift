/// Checks whether 32 bytes may be an Ed25519 public key: Crypto accepts any.
///
/// With one of the eight points of small order, there are signatures that verify for many messages, without a private
/// key. Bytes that are not a point are accepted: no signature verifies with them, which harms only their sender.
enum Edwards25519 {
    /// The y coordinates of the points of order 1, 2, 4 and 8, least significant byte first.
    private static let ofSmallOrder: [[UInt8]] = [
        [1] + [UInt8](repeating: 0, count: 31),
        [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f],
        [UInt8](repeating: 0, count: 32),
        [
            0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
            0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
        ],
        [
            0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
            0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
        ],
    ]

    static func mayBePublicKey(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 32 else { return false }
        var y = bytes
        // The highest bit is the sign of x.
        y[31] &= 0x7f
        // A y of 2²⁵⁵ − 19 or more is another form of a smaller one (RFC 8032 §5.1.3).
        let isBelow = y[31] < 0x7f || y[1..<31].contains { $0 < 0xff } || y[0] < 0xed
        return isBelow && !ofSmallOrder.contains(y)
    }
}
