/// The sum of ids modulo 2²⁵⁶, each read as an integer with its lowest byte first.
package struct IDSum: Equatable, Sendable {
    /// The words of the sum, the lowest first.
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    package init() {}

    package mutating func add(_ id: MessageID) { add(Self.words(of: id)) }
    package mutating func add(_ other: IDSum) { add(other.words) }

    package mutating func subtract(_ id: MessageID) {
        // −x = ¬x + 1 modulo 2²⁵⁶.
        let number = Self.words(of: id)
        add((~number.0, ~number.1, ~number.2, ~number.3))
        add((1, 0, 0, 0))
    }

    private static func words(of id: MessageID) -> (UInt64, UInt64, UInt64, UInt64) {
        let digest = id.digest
        return (
            digest.first.byteSwapped, digest.second.byteSwapped, digest.third.byteSwapped, digest.fourth.byteSwapped
        )
    }

    private mutating func add(_ other: (UInt64, UInt64, UInt64, UInt64)) {
        var carry = false
        words.0 = Self.sum(words.0, other.0, &carry)
        words.1 = Self.sum(words.1, other.1, &carry)
        words.2 = Self.sum(words.2, other.2, &carry)
        words.3 = Self.sum(words.3, other.3, &carry)
    }

    private static func sum(_ left: UInt64, _ right: UInt64, _ carry: inout Bool) -> UInt64 {
        let (part, first) = left.addingReportingOverflow(right)
        let (whole, second) = part.addingReportingOverflow(carry ? 1 : 0)
        carry = first || second
        return whole
    }

    /// The 32 bytes of the sum, the lowest first.
    package var bytes: [UInt8] {
        Bytes32(words.0.byteSwapped, words.1.byteSwapped, words.2.byteSwapped, words.3.byteSwapped).bytes
    }

    package static func == (left: IDSum, right: IDSum) -> Bool { left.words == right.words }
}

/// The fingerprint of a range, which two nodes compare: the first sixteen bytes of SHA-256 of the sum and the number of
/// its ids.
package struct Fingerprint: Equatable, Sendable {
    static let length = 16

    private let high: UInt64
    private let low: UInt64

    package init(of sum: IDSum, count: Int) {
        var bytes = sum.bytes
        bytes.appendVarint(UInt64(count))
        let digest = PortableSHA256.digest(of: bytes)
        (high, low) = (digest.first, digest.second)
    }

    /// `bytes` are sixteen.
    init(bytes: ArraySlice<UInt8>) {
        let padded = Bytes32(startOf: bytes)
        (high, low) = (padded.first, padded.second)
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(high)
        bytes.appendBigEndian(low)
        return bytes
    }
}

extension [UInt8] {
    /// Appends a number in base 128, the highest digit first. Each byte but the last has its highest bit set.
    mutating func appendVarint(_ number: UInt64) {
        let digits = Swift.max(1, (UInt64.bitWidth - number.leadingZeroBitCount + 6) / 7)
        for index in (0..<digits).reversed() {
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(7 * index)) & 0x7f
            append(index == 0 ? digit : digit | 0x80)
        }
    }
}
