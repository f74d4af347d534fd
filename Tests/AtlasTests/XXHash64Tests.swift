import Atlas
import Testing

@Suite struct XXHash64Tests {
    /// The buffer of the reference implementation's own test (github.com/Cyan4973/xxHash, tests/sanity_test.c): the top
    /// bytes of powers of a prime.
    private static let buffer: [UInt8] = {
        var generator: UInt64 = 2_654_435_761
        return (0..<2243).map { _ in
            defer { generator &*= 11_400_714_785_074_694_797 }
            return UInt8(truncatingIfNeeded: generator >> 56)
        }
    }()

    /// Lengths below, at and beyond the 32 bytes of a stripe, with the hashes of tests/sanity_test_vectors.h for seed
    /// 0.
    @Test(
        arguments: [
            (0, 0xef46_db37_51d8_e999), (1, 0xe934_a84a_db05_2768), (4, 0x9136_a0dc_a574_57ee),
            (14, 0x8282_dcc4_994e_35c8), (222, 0xb641_ae8c_b691_c174),
        ] as [(Int, UInt64)])
    func `hashes are those of the reference implementation`(length: Int, hash: UInt64) {
        let found = Self.buffer.withUnsafeBytes { XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[..<length])) }
        #expect(found == hash)
    }

    @Test func `a hash does not depend on where the bytes lie`() {
        let shifted = [0] + Self.buffer
        let found = shifted.withUnsafeBytes { XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[1...222])) }
        #expect(found == 0xb641_ae8c_b691_c174)
    }
}
