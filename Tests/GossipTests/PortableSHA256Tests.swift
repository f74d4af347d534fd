import Crypto
import GeoCore
import Gossip
import TestSupport
import Testing

@Suite struct PortableSHA256Tests {
    private func hex(_ text: String) -> String { Hex.text(PortableSHA256.digest(of: Array(text.utf8)).bytes) }

    /// The examples of NIST, https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values, and
    /// of FIPS 180-2, appendix B.
    @Test func `the published examples come out`() {
        #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(
            hex(String(repeating: "a", count: 1_000_000))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func `every length up to three blocks and random bytes give what swift-crypto gives`() {
        var generator = SeededGenerator(seed: 256)
        for count in Array(0...200) + (0..<50).map({ _ in generator.index(below: 70_000) }) {
            let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
            #expect(PortableSHA256.digest(of: bytes).bytes == Array(SHA256.hash(data: bytes)))
        }
    }

    @Test func `a slice is hashed as its bytes alone`() {
        let bytes = [UInt8](0..<200)
        #expect(PortableSHA256.digest(of: bytes[30..<170]).bytes == Array(SHA256.hash(data: bytes[30..<170])))
    }
}
