import GeoCore
import Passkeys
import TestSupport
import Testing

@Suite struct CBORReaderTests {
    /// Examples of RFC 8949, appendix A.
    @Test func `values of the standard are read`() throws {
        let examples: [(String, CBOR)] = [
            ("00", .unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)), ("1903e8", .unsigned(1000)),
            ("1a000f4240", .unsigned(1_000_000)), ("1bffffffffffffffff", .unsigned(.max)), ("20", .negative(0)),
            ("3903e7", .negative(999)), ("3bffffffffffffffff", .negative(.max)), ("f4", .simple(20)),
            ("f6", .simple(22)),
            ("f93c00", .float([0x3c, 0])), ("fb3ff199999999999a", .float(hex("3ff199999999999a"))),
            ("4401020304", .bytes([1, 2, 3, 4])), ("62c3bc", .text("ü")), ("60", .text("")),
            ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])), ("80", .array([])), ("a0", .map([])),
        ]
        for (bytes, value) in examples { #expect(try CBORReader.value(of: hex(bytes)) == value, "\(bytes)") }
        let map = try CBORReader.value(of: hex("a26161016162820203"))
        #expect(map["a"] == .unsigned(1) && map["b"] == .array([.unsigned(2), .unsigned(3)]) && map["c"] == nil)
        #expect(try CBORReader.value(of: hex("a120182a"))[-1]?.integer == 42)
        #expect(try CBORReader.value(of: hex("3bffffffffffffffff")).integer == nil)
    }

    @Test(arguments: [
        ("", CBORFault.Kind.truncated), ("18", .truncated), ("19ff", .truncated), ("42ff", .truncated),
        ("6161ff", .trailing),
        ("81", .truncated), ("a1", .truncated), ("a101", .truncated), ("f93c", .truncated), ("0000", .trailing),
        ("5bffffffffffffffff", .truncated), ("7bffffffffffffffff61", .truncated), ("9bffffffffffffffff", .tooMany),
        ("bbffffffffffffffff", .tooMany), ("9821", .tooMany), ("5f", .indefinite), ("7f", .indefinite),
        ("9fff", .indefinite), ("bfff", .indefinite), ("ff", .indefinite), ("1f", .indefinite), ("1817", .notShortest),
        ("1900ff", .notShortest), ("1a0000ffff", .notShortest), ("1b00000000ffffffff", .notShortest),
        ("3817", .notShortest), ("580100", .notShortest), ("9800", .notShortest), ("b800", .notShortest),
        ("818181818180", .tooDeep), ("a100a100a100a100a100a0", .tooDeep), ("a2010001ff", .duplicateKey),
        ("a361610061620061610a", .duplicateKey), ("62ff61", .notUTF8), ("61c3", .notUTF8), ("63eda080", .notUTF8),
        ("c000", .notAllowed), ("d818", .notAllowed), ("e0", .notAllowed), ("f800", .notAllowed), ("f8ff", .notAllowed),
        ("1c", .notAllowed), ("fc", .notAllowed),
    ])
    func `input that is not canonical is refused`(_ bytes: String, _ kind: CBORFault.Kind) {
        let fault = #expect(throws: CBORFault.self) { try CBORReader.value(of: hex(bytes)) }
        #expect(fault?.kind == kind)
    }

    @Test func `five levels and 32 entries are read`() throws {
        #expect(throws: Never.self) { try CBORReader.value(of: hex("8181818180")) }
        let entries: [UInt8] = (UInt8(0)..<32).flatMap { ($0 < 24 ? [$0] : [0x18, $0]) + [0] as [UInt8] }
        #expect(try CBORReader.value(of: [0xb8, 32] + entries).entries?.count == 32)
    }

    @Test func `a fault says where it is`() {
        #expect(throws: CBORFault(kind: .duplicateKey, offset: 3)) { try CBORReader.value(of: hex("a201000100")) }
        #expect(throws: CBORFault(kind: .trailing, offset: 1)) { try CBORReader.value(of: hex("0000")) }
    }

    @Test func `a reader continues behind a value`() throws {
        var reader = CBORReader(hex("ff0042abcd17"), at: 1)
        #expect(try reader.next() == .unsigned(0) && reader.offset == 2)
        #expect(try reader.next() == .bytes([0xab, 0xcd]) && reader.offset == 5)
        var beyond = CBORReader([0], at: 7)
        #expect(throws: CBORFault(kind: .truncated, offset: 7)) { try beyond.next() }
    }

    @Test func `no bytes trap the reader, and everything it reads has one form`() {
        var generator = SeededGenerator(seed: 40), read = 0
        for _ in 0..<100_000 {
            // Small first bytes and counts make more of them values.
            let count = Int.random(in: 0...40, using: &generator)
            let bytes = (0..<count).map { _ in
                Bool.random(using: &generator)
                    ? UInt8.random(in: 0...255, using: &generator)
                    : [0x01, 0x20, 0x41, 0x61, 0x81, 0x82, 0xa1, 0xa2, 0xf5, 0x18].randomElement(using: &generator) ?? 0
            }
            var reader = CBORReader(bytes)
            guard let value = try? reader.next() else { continue }
            read += 1
            #expect(encoded(value) == Array(bytes[..<reader.offset]))
        }
        #expect(read > 10_000)
    }

    /// The canonical form, written independently of the reader; maps keep their order.
    private func encoded(_ value: CBOR) -> [UInt8] {
        func head(_ major: UInt8, _ argument: UInt64) -> [UInt8] {
            if argument < 24 { return [major << 5 | UInt8(argument)] }
            let length = argument < 1 << 8 ? 0 : argument < 1 << 16 ? 1 : argument < 1 << 32 ? 2 : 3
            return [major << 5 | UInt8(24 + length)]
                + (0..<1 << length).reversed().map { UInt8(truncatingIfNeeded: argument >> (8 * $0)) }
        }
        switch value {
        case .unsigned(let number): return head(0, number)
        case .negative(let number): return head(1, number)
        case .bytes(let bytes): return head(2, UInt64(bytes.count)) + bytes
        case .text(let text): return head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let values): return head(4, UInt64(values.count)) + values.flatMap(encoded)
        case .map(let entries):
            return head(5, UInt64(entries.count)) + entries.flatMap { encoded($0.key) + encoded($0.value) }
        case .simple(let number): return [0xe0 | number]
        case .float(let bytes): return [0xf8 | UInt8(bytes.count.trailingZeroBitCount)] + bytes
        }
    }
}
