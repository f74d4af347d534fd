import Gossip
import TestSupport
import Testing

/// Bytes that are no message of Negentropy, and why.
private struct BadFrame: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fault: NegentropyFault
    let bytes: [UInt8]

    init(_ what: String, _ cause: NegentropyFault.Cause, at offset: Int, _ bytes: [UInt8]) {
        (testDescription, fault, self.bytes) = (what, NegentropyFault(cause, at: offset), bytes)
    }

    static let all = [
        BadFrame("no bytes", .endsEarly, at: 0, []),
        BadFrame("another protocol", .noVersion, at: 0, [0x5f]),
        BadFrame("an end in a number", .endsEarly, at: 2, [0x61, 0x81]),
        BadFrame("an end before the mode", .endsEarly, at: 3, [0x61, 0, 0]),
        BadFrame("an end in a prefix", .endsEarly, at: 3, [0x61, 5, 2, 9]),
        BadFrame("an end in a fingerprint", .endsEarly, at: 4, [0x61, 0, 0, 1] + zeros(15)),
        BadFrame("a number of 65 bits", .numberTooLarge, at: 1, [0x61, 0x82] + bytes(9, 0x80) + [0]),
        BadFrame("a number of eleven digits", .numberTooLarge, at: 1, [0x61] + bytes(10, 0x80) + [1]),
        BadFrame("a prefix of 33 bytes", .prefixTooLong, at: 1, [0x61, 5, 33] + zeros(33) + [0]),
        BadFrame("a prefix at infinity", .prefixTooLong, at: 1, [0x61, 0, 1, 0, 0]),
        BadFrame("mode 3", .unknownMode, at: 3, [0x61, 0, 0, 3]),
        BadFrame("a list longer than the rest", .listTooLong, at: 4, [0x61, 0, 0, 2, 2] + zeros(63)),
        BadFrame("a list of 2⁶⁴ − 1", .listTooLong, at: 4, [0x61, 0, 0, 2, 0x81] + bytes(8, 0xff) + [0x7f]),
        BadFrame("the bound zero", .boundDoesNotRise, at: 1, [0x61, 1, 0, 0]),
        BadFrame("a bound twice", .boundDoesNotRise, at: 4, [0x61, 5, 0, 0, 1, 0, 0]),
        BadFrame("a longer prefix at the same place", .boundDoesNotRise, at: 5, [0x61, 5, 1, 7, 0, 1, 2, 7, 0, 0]),
        BadFrame("a prefix that falls", .boundDoesNotRise, at: 5, [0x61, 5, 1, 7, 0, 1, 1, 6, 0]),
        BadFrame("a time after infinity", .boundDoesNotRise, at: 4, [0x61, 0, 0, 0, 1, 0, 0]),
        BadFrame(
            "a time that overflows", .boundDoesNotRise, at: 4, [0x61, 5, 0, 0, 0x81] + bytes(8, 0xff) + [0x7f, 0, 0]),
        BadFrame(
            "more ranges than are allowed", .tooManyRanges, at: 1 + 3 * 16_384,
            [0x61] + (0..<16_385).flatMap { _ in [2, 0, 0] }),
    ]

    private static func zeros(_ count: Int) -> [UInt8] { bytes(count, 0) }

    private static func bytes(_ count: Int, _ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: count) }
}

@Suite struct NegentropyFaultTests {
    private let items = ItemRuns((0..<100).map { NegentropyItem(time: UInt64($0), id: MessageID(item: $0)) })

    @Test(arguments: BadFrame.all) private func `a fault is named with its offset, by client and server`(bad: BadFrame)
    {
        #expect(throws: bad.fault) { try NegentropyServer.answer(bad.bytes, from: items, Negentropy()) }
        var client = NegentropyClient(Negentropy())
        #expect(throws: bad.fault) { try client.receive(bad.bytes, about: items) }
    }

    @Test func `the greatest numbers, prefixes and counts are taken`() throws {
        func isTaken(_ bytes: [UInt8]) -> Bool {
            (try? NegentropyServer.answer(bytes, from: items, Negentropy())) != nil
        }
        // Times up to 2⁶⁴ − 2; 2⁶⁴ − 1 would be infinity.
        #expect(isTaken([0x61, 0x81] + [UInt8](repeating: 0xff, count: 8) + [0x7f, 0, 0]))
        #expect(isTaken([0x61, 5, 32] + [UInt8](repeating: 255, count: 32) + [0]))
        #expect(isTaken([0x61, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 7, count: 16)))
        #expect(isTaken([0x61] + (0..<16_384).flatMap { _ in [2, 0, 0] as [UInt8] }))
    }

    @Test func `a client reads nothing beyond the bytes of its session`() throws {
        var limits = Negentropy.Limits()
        limits.bytes = 5000
        var client = NegentropyClient(Negentropy(limits: limits))
        _ = client.opening(of: items)
        let step = try client.receive([UInt8](repeating: 0, count: 5000), about: items)
        #expect(step.have.isEmpty && step.need.isEmpty && step.next == .spent)
    }
}
