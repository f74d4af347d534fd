/// SHA-256 (FIPS 180-4) in plain Swift. The portable ring has no library for it, and every node and page must compute
/// the same ids from the same code. The host ring has swift-crypto's, which is faster.
package enum PortableSHA256 {
    /// Returns the digest of `bytes`. It allocates two small arrays, whatever the length.
    package static func digest(of bytes: ArraySlice<UInt8>) -> Bytes32 {
        var state = initial
        var schedule = [UInt32](repeating: 0, count: 64)
        var start = bytes.startIndex
        while bytes.endIndex - start >= blockLength {
            for word in 0..<16 { schedule[word] = bigEndian(bytes, at: start + 4 * word) }
            compress(&schedule, into: &state)
            start += blockLength
        }
        var rest = Array(bytes[start...])
        rest.append(0x80)
        while rest.count % blockLength != blockLength - 8 { rest.append(0) }
        rest.appendBigEndian(UInt64(bytes.count) * 8)
        for start in stride(from: 0, to: rest.count, by: blockLength) {
            for word in 0..<16 { schedule[word] = bigEndian(rest[...], at: start + 4 * word) }
            compress(&schedule, into: &state)
        }
        func word(_ index: Int) -> UInt64 { UInt64(state[index]) << 32 | UInt64(state[index + 1]) }
        return Bytes32(word(0), word(2), word(4), word(6))
    }

    package static func digest(of bytes: [UInt8]) -> Bytes32 { digest(of: bytes[...]) }

    private static let blockLength = 64

    private static func bigEndian(_ bytes: ArraySlice<UInt8>, at index: Int) -> UInt32 {
        UInt32(bytes[index]) << 24 | UInt32(bytes[index + 1]) << 16 | UInt32(bytes[index + 2]) << 8
            | UInt32(bytes[index + 3])
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    /// Adds one block, the first sixteen words of `schedule`, to the state (FIPS 180-4 §6.2.2, with its names).
    private static func compress(_ schedule: inout [UInt32], into state: inout [UInt32]) {
        for index in 16..<64 {
            let near = schedule[index - 15], far = schedule[index - 2]
            let sigma0 = rotated(near, 7) ^ rotated(near, 18) ^ near >> 3
            let sigma1 = rotated(far, 17) ^ rotated(far, 19) ^ far >> 10
            schedule[index] = schedule[index - 16] &+ sigma0 &+ schedule[index - 7] &+ sigma1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let choice = e & f ^ ~e & g, majority = a & b ^ a & c ^ b & c
            let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let first = h &+ sum1 &+ choice &+ constants[index] &+ schedule[index]
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    /// The first 32 bits of the fractions of the square roots of the first 8 primes (FIPS 180-4 §5.3.3).
    private static let initial: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    /// The first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4 §4.2.2).
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}

extension [UInt8] {
    /// Appends the lowest `count` bytes of an integer, the highest of them first.
    mutating func appendBigEndian(_ number: UInt64, count: Int = 8) {
        for index in 0..<count { append(UInt8(truncatingIfNeeded: number >> UInt64((count - 1 - index) * 8))) }
    }
}
