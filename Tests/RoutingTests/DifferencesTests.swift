import GeoCore
import Routing
import TestSupport
import Testing

/// Differences as bytes, against the specification's table and against the numbers that they are made of.
@Suite struct DifferencesTests {
    private static func bytes(_ numbers: [Int64]) -> [UInt8] {
        numbers.reduce(into: []) { Differences.append($1, to: &$0) }
    }

    /// The numbers read to the end, and whether all of them were well-formed.
    private static func read(_ bytes: [UInt8]) -> (numbers: [Int64], isValid: Bool, isAtEnd: Bool) {
        bytes.withUnsafeBufferPointer { bytes in
            var reader = DifferenceReader(bytes), numbers: [Int64] = []
            while let number = reader.next() { numbers.append(number) }
            return (numbers, reader.isValid, reader.isAtEnd)
        }
    }

    /// protobuf.dev/programming-guides/encoding, "Signed Integers" and "Base 128 Varints".
    @Test(
        arguments: [
            (0, [0]), (-1, [1]), (1, [2]), (-2, [3]), (75, [150, 1]), (0x7fff_ffff, [0xfe, 0xff, 0xff, 0xff, 0x0f]),
            (-0x8000_0000, [0xff, 0xff, 0xff, 0xff, 0x0f]),
            (.max, [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]),
            (.min, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]),
        ] as [(Int64, [UInt8])])
    func `numbers have the specification's bytes`(number: Int64, bytes: [UInt8]) {
        #expect(Self.bytes([number]) == bytes)
        #expect(Self.read(bytes).numbers == [number])
    }

    @Test func `numbers of every size are read as they were written, and any cut is noticed`() {
        var random = SeededGenerator(seed: 1)
        let numbers = (0..<2000).map { _ in
            Int64(bitPattern: random.next()) >> Int64.random(in: 0...63, using: &random)
        }
        let bytes = Self.bytes(numbers), whole = Self.read(bytes)
        #expect(whole.numbers == numbers && whole.isValid && whole.isAtEnd)
        for length in 0..<200 {
            let cut = Self.read(Array(bytes[..<length]))
            #expect(cut.numbers == Array(numbers[..<cut.numbers.count]))
            #expect(cut.isValid == (Self.bytes(cut.numbers).count == length) && cut.isAtEnd)
        }
    }

    @Test func `a number of more than ten bytes is refused`() {
        let read = Self.read([2] + Array(repeating: 0x80, count: 10) + [0, 4])
        #expect(read.numbers == [1] && !read.isValid)
    }

    @Test func `a number that must follow another is missed`() {
        [UInt8]([2]).withUnsafeBufferPointer { bytes in
            var reader = DifferenceReader(bytes)
            #expect(reader.next() == 1 && reader.isValid && reader.pair() == nil && !reader.isValid)
        }
    }
}
