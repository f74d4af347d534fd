import Crypto
import GeoCore
import Passkeys
import TestSupport
import Testing

@Suite struct ChallengeSealTests {
    private let key = [UInt8](repeating: 7, count: 32)
    private let start: Int64 = 1_790_000_000_123

    private func challenge(for purpose: [UInt8], _ seed: UInt64 = 1) -> Challenge {
        var generator = SeededGenerator(seed: seed)
        return ChallengeSeal(key: key).challenge(for: purpose, at: start, using: &generator)
    }

    @Test func `whoever has the key knows when and for what a challenge was issued`() {
        let seal = ChallengeSeal(key: key), challenge = challenge(for: [1, 2])
        #expect(challenge.bytes.count == 32 && challenge != self.challenge(for: [1, 2], 2))
        #expect(seal.issue(of: challenge, for: [1, 2], at: start) == start)
        #expect(ChallengeSeal(key: Array(key)).issue(of: challenge, for: [1, 2], at: start + 299_999) == start)
        for other in [[1], [1, 2, 0], [1, 3], []] as [[UInt8]] {
            #expect(seal.issue(of: challenge, for: other, at: start) == nil)
        }
        let other = ChallengeSeal(key: [UInt8](repeating: 8, count: 32))
        #expect(other.issue(of: challenge, for: [1, 2], at: start) == nil)
    }

    @Test func `a challenge ends after five minutes, and does not begin ahead of the clock`() {
        let seal = ChallengeSeal(key: key), challenge = challenge(for: [])
        #expect(seal.issue(of: challenge, for: [], at: start + 300_000) == nil)
        // Another server's clock may be behind a little.
        #expect(seal.issue(of: challenge, for: [], at: start - 10_000) == start)
        #expect(seal.issue(of: challenge, for: [], at: start - 10_001) == nil)
    }

    @Test func `a challenge with one other bit is unknown`() throws {
        let seal = ChallengeSeal(key: key), challenge = challenge(for: [3])
        for bit in 0..<256 {
            var bytes = challenge.bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(seal.issue(of: try #require(Challenge(bytes: bytes)), for: [3], at: start) == nil, "bit \(bit)")
        }
    }

    /// The layout that the type describes, put together here.
    @Test func `the digest is that of RFC 2104`() {
        let bytes = challenge(for: [9]).bytes
        let text = Array("challenge of passkeys 1".utf8) + bytes[..<16] + [9]
        // HMAC by its definition: the block of SHA-256 has 64 bytes.
        let block = key + [UInt8](repeating: 0, count: 32)
        let inner = Array(SHA256.hash(data: block.map { $0 ^ 0x36 } + text))
        #expect(bytes[16...].elementsEqual(SHA256.hash(data: block.map { $0 ^ 0x5c } + inner).prefix(16)))
        #expect(bytes[..<6].reduce(0) { $0 << 8 | Int64($1) } == start)
    }
}
