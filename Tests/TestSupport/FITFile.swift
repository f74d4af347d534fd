/// Writes FIT files, as the protocol's document has them: what a device writes, and what none should.
package struct FITFile {
    private var messages: [UInt8] = []

    package init() {}

    /// Defines a local kind of message; `developer` gives the sizes of developer fields.
    package mutating func define(
        _ kind: UInt8, message: UInt16 = 20, fields: [(number: UInt8, size: Int)], isBigEndian: Bool = false,
        developer: [UInt8] = []
    ) {
        messages += [0x40 | kind | (developer.isEmpty ? 0 : 0x20), 0, isBigEndian ? 1 : 0]
        messages += Self.bytes(Int64(message), 2, isBigEndian)
        messages += [UInt8(fields.count)] + fields.flatMap { [$0.number, UInt8($0.size), 0x85] }
        if !developer.isEmpty { messages += [UInt8(developer.count)] + developer.flatMap { [0, $0, 0] } }
    }

    /// Adds a message: numbers of so many bytes, behind a header.
    package mutating func add(_ header: UInt8, _ values: [(value: Int64, size: Int)], isBigEndian: Bool = false) {
        messages.append(header)
        for (value, size) in values { messages += Self.bytes(value, size, isBigEndian) }
    }

    /// The file, with its lengths and sums.
    package func finished(headLength: Int = 14) -> [UInt8] {
        var file: [UInt8] = [UInt8(headLength), 0x20, 0x5d, 0x08] + Self.bytes(Int64(messages.count), 4, false)
        file += Array(".FIT".utf8)
        if headLength == 14 { file += Self.bytes(Int64(Self.checksum(file)), 2, false) }
        file += messages
        return file + Self.bytes(Int64(Self.checksum(file)), 2, false)
    }

    private static func bytes(_ value: Int64, _ size: Int, _ isBigEndian: Bool) -> [UInt8] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> Int64(8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
    }

    /// By the protocol's own table of half bytes.
    private static func checksum(_ bytes: [UInt8]) -> UInt16 {
        let table: [UInt16] = [
            0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401, 0x5000,
            0x9c01, 0x8801, 0x4400,
        ]
        return bytes.reduce(0) { sum, byte in
            let low = (sum >> 4) & 0x0fff ^ table[Int(sum & 0xf)] ^ table[Int(byte & 0xf)]
            return (low >> 4) & 0x0fff ^ table[Int(low & 0xf)] ^ table[Int(byte >> 4)]
        }
    }

    /// Seconds of FIT since its epoch, of 2026-10-01T12:00:00Z.
    package static let noon: Int64 = 1_790_856_000 - 631_065_600

    /// Semicircles of degrees.
    package static func semicircles(_ degrees: Double) -> Int64 { Int64((degrees / 180 * 2_147_483_648).rounded()) }
}
