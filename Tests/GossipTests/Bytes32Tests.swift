import GeoCore
import Gossip
import TestSupport
import Testing

@Suite struct Bytes32Tests {
    private func random(_ generator: inout SeededGenerator) -> [UInt8] {
        // Few values, so that many bytes are the same in two of them.
        (0..<32).map { _ in UInt8(generator.index(below: 2)) * 255 }
    }

    @Test func `bytes come back, and another number of bytes is refused`() {
        var generator = SeededGenerator(seed: 32)
        for _ in 0..<100 {
            let bytes = (0..<32).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
            #expect(Bytes32(bytes)?.bytes == bytes)
        }
        for count in [0, 1, 31, 33, 64] { #expect(Bytes32([UInt8](repeating: 1, count: count)) == nil) }
    }

    @Test func `values sort as their bytes do`() throws {
        var generator = SeededGenerator(seed: 33)
        for _ in 0..<1000 {
            let left = random(&generator), right = random(&generator)
            #expect(
                try (Bytes32(left).orThrow < Bytes32(right).orThrow) == left.lexicographicallyPrecedes(right))
        }
    }
}
