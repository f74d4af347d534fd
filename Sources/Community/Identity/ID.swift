/// The 128-bit id of an entity: a UUID of version 7 (RFC 9562 §5.7), 48 bits of Unix milliseconds before random bits.
///
/// Servers make distinct ids without coordination, and later ids sort after earlier ones.
package struct ID<Entity>: Hashable, Comparable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Makes an id at a time.
    package init(at time: Timestamp, using generator: inout some RandomNumberGenerator) {
        let random = generator.next()
        high = UInt64(truncatingIfNeeded: time) << 16 | 0x7000 | random & 0x0fff
        low = generator.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    }

    /// Makes the id of sixteen bytes, as `bytes` returns them; `nil` for another number of bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Parses the form of `text`: 32 hexadecimal digits in lower case, in groups of 8, 4, 4, 4 and 12.
    package init?(text: some StringProtocol) {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard groups.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
        let digits = Array("0123456789abcdef".utf8)
        var nibbles: [UInt8] = []
        for digit in groups.joined() {
            guard let value = digits.firstIndex(of: digit) else { return nil }
            nibbles.append(UInt8(value))
        }
        self.init(bytes: stride(from: 0, to: 32, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] })
    }

    /// The time of its making.
    package var milliseconds: Timestamp { Timestamp(high >> 16) }

    /// The sixteen bytes, most significant first; they sort like the ids.
    package var bytes: [UInt8] {
        [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) } }
    }

    package var text: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    package static func < (left: ID, right: ID) -> Bool { (left.high, left.low) < (right.high, right.low) }
}

/// A place of this installation; every row of a store carries its id.
package enum Tenant {}
package typealias TenantID = ID<Tenant>
