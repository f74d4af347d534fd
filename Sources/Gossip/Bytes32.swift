/// Thirty-two bytes: an id, a key or a digest. Values sort as their bytes do.
package struct Bytes32: Hashable, Comparable, Sendable {
    package static let count = 32
    package static let zero = Bytes32(0, 0, 0, 0)

    /// The bytes in order, eight in each word, the first in its highest bits.
    let first: UInt64
    let second: UInt64
    let third: UInt64
    let fourth: UInt64

    init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
        (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
    }

    /// `nil` for another number of bytes.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        self.init(startOf: bytes)
    }

    /// The first 32 bytes of `bytes`, followed by zeros where it is shorter.
    init(startOf bytes: some Collection<UInt8>) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        for (index, byte) in bytes.prefix(Self.count).enumerated() {
            let shifted = UInt64(byte) << UInt64(56 - 8 * (index & 7))
            switch index >> 3 {
            case 0: words.0 |= shifted
            case 1: words.1 |= shifted
            case 2: words.2 |= shifted
            default: words.3 |= shifted
            }
        }
        self.init(words.0, words.1, words.2, words.3)
    }

    /// The byte at a position below 32.
    subscript(index: Int) -> UInt8 {
        let word =
            switch index >> 3 {
            case 0: first
            case 1: second
            case 2: third
            default: fourth
            }
        return UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * (index & 7)))
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.count)
        append(to: &bytes)
        return bytes
    }

    func append(to bytes: inout [UInt8], first count: Int = Bytes32.count) {
        for index in 0..<count { bytes.append(self[index]) }
    }

    package static func < (left: Bytes32, right: Bytes32) -> Bool {
        if left.first != right.first { return left.first < right.first }
        if left.second != right.second { return left.second < right.second }
        if left.third != right.third { return left.third < right.third }
        return left.fourth < right.fourth
    }
}
