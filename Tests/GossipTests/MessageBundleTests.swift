import Gossip
import TestSupport
import Testing

@Suite struct MessageBundleTests {
    private let place = PlaceCode(rawValue: 0x0102_0304_0506_0708)

    /// `HBM1` of the place, with the messages "hi" and none; the digest is Python's `hashlib.sha256`.
    private let written = Hex.bytes(
        "48424d3101020304050607080000000200000002686900000000"
            + "d88fcda0a162f1e1c482ee995fa9792798fbf72013ec7d8a14cbb88a5c4a39a6")

    private func fault(_ bytes: [UInt8], most: Int = 10) -> BundleFault? {
        #expect(throws: BundleFault.self) { try MessageBundle(bytes: bytes, most: most) }
    }

    @Test func `a bundle has the written bytes, and is read from them`() throws {
        let bundle = MessageBundle(of: place, [[0x68, 0x69], []])
        #expect(bundle.bytes == written)
        #expect(try MessageBundle(bytes: written, most: 2) == bundle)
    }

    @Test func `no end of a bundle and no changed byte is a bundle`() {
        for end in 0..<written.count { #expect(fault(Array(written[..<end])) != nil, "the first \(end) bytes") }
        for index in written.indices {
            var changed = written
            changed[index] ^= 0x80
            #expect(fault(changed) != nil, "byte \(index)")
        }
    }

    @Test func `each fault has its cause and its place`() {
        #expect(fault([]) == BundleFault(.endsEarly, at: 0))
        #expect(fault(Array("HBM2".utf8) + written[4...]) == BundleFault(.noBundle, at: 0))
        #expect(fault(written, most: 1) == BundleFault(.tooManyMessages, at: 12))
        #expect(fault(written + [0]) == BundleFault(.goesOn, at: 58))
        #expect(fault(Array(written.dropLast()) + [written[57] ^ 1]) == BundleFault(.damaged, at: 26))
        var long = written
        long[16] = 1
        #expect(fault(long) == BundleFault(.messageTooLong, at: 16))
        long.replaceSubrange(12..<16, with: [255, 255, 255, 255])
        #expect(fault(long, most: .max) == BundleFault(.messageTooLong, at: 16))
    }
}
