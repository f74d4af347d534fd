import GeoCore
import MeshLinks
import Testing

@Suite struct DNSMessageTests {
    /// Written by python-zeroconf 0.154.0 (`scripts/make_dns_vectors.py`).
    static let query = bytes(
        "0000000000020001000000000b5f6865726561626f757473045f746370056c6f63616c00000c000105506c616365c01d00ff8001c00c"
            + "000c00010000006400131030303131323233333434353536366666c00c")
    static let answer = bytes(
        "0000840000000003000000020b5f6865726561626f757473045f746370056c6f63616c00000c00010000007800131030303131323233"
            + "333434353536366666c00cc02e00218001000000780019000100029dd41030303131323233333434353536366666c01dc02e0010"
            + "800100000078000f03763d310a703d3031303230333034c053000180010000007800040a5a0102c053001c800100000000001"
            + "0fe800000000000000000000000001234")
    static let service = DNSName(known: "_hereabouts._tcp.local")
    static let instance = DNSName(known: "00112233445566ff._hereabouts._tcp.local")
    static let host = DNSName(known: "00112233445566ff.local")

    private func fault(_ bytes: [UInt8]) -> DNSFault? {
        do throws(DNSFault) {
            _ = try DNSMessage(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func `it reads what another implementation asks`() throws {
        let message = try DNSMessage(Self.query)
        #expect(!message.isResponse && !message.isTruncated)
        #expect(
            message.questions == [
                DNSQuestion(Self.service, .ptr), DNSQuestion(DNSName(known: "place.LOCAL."), .any, wantsUnicast: true),
            ])
        #expect(message.answers == [DNSRecord(Self.service, .ptr(Self.instance), timeToLive: 100)])
    }

    @Test func `it reads what another implementation answers, and writes the same bytes`() throws {
        let message = try DNSMessage(Self.answer)
        #expect(message.isResponse)
        #expect(
            message.answers == [
                DNSRecord(Self.service, .ptr(Self.instance), timeToLive: 120),
                DNSRecord(
                    Self.instance, .srv(priority: 1, weight: 2, port: 40404, target: Self.host), timeToLive: 120,
                    isUnique: true),
                DNSRecord(
                    Self.instance, .txt([Array("v=1".utf8), Array("p=01020304".utf8)]), timeToLive: 120,
                    isUnique: true),
            ])
        let four = try #require(NodeAddress("10.90.1.2")), six = try #require(NodeAddress("fe80::1234"))
        #expect(
            message.additionals == [
                DNSRecord(Self.host, .a(four), timeToLive: 120, isUnique: true),
                DNSRecord(Self.host, .aaaa(six), timeToLive: 0, isUnique: true),
            ])
        #expect(message.bytes == Self.answer)
    }

    @Test func `what it writes it reads again`() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            var message = DNSMessage()
            message.id = UInt16.random(in: 0...(.max), using: &generator)
            message.isResponse = Bool.random(using: &generator)
            message.isTruncated = Bool.random(using: &generator)
            message.questions = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                DNSQuestion(Self.name(&generator), .any, wantsUnicast: Bool.random(using: &generator))
            }
            message.answers = (0..<Int.random(in: 0...9, using: &generator)).map { _ in Self.record(&generator) }
            message.authorities = [Self.record(&generator)]
            message.additionals = (0..<Int.random(in: 0...9, using: &generator)).map { _ in Self.record(&generator) }
            #expect(try DNSMessage(message.bytes) == message)
        }
    }

    private static func name(_ generator: inout SeededGenerator) -> DNSName {
        let words = ["a", "B", "local", "_tcp", String(repeating: "x", count: 63)]
        let count = Int.random(in: 0...3, using: &generator)
        return DNSName((0..<count).map { _ in Array(words.randomElement(using: &generator)!.utf8) })!
    }

    private static func record(_ generator: inout SeededGenerator) -> DNSRecord {
        func random(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) } }
        let data: DNSData =
            switch Int.random(in: 0...5, using: &generator) {
            case 0: .a(NodeAddress(random(4))!)
            case 1: .aaaa(NodeAddress(random(16))!)
            case 2: .ptr(name(&generator))
            case 3: .srv(priority: 1, weight: 2, port: UInt16(random(1)[0]), target: name(&generator))
            case 4: .txt([random(3), [], random(255)])
            default: .other(DNSType(rawValue: 47), random(5))
            }
        return DNSRecord(
            name(&generator), data, timeToLive: UInt32.random(in: 0..<1 << 31, using: &generator),
            isUnique: Bool.random(using: &generator))
    }

    @Test func `a message that ends early is refused wherever it ends`() {
        for whole in [Self.query, Self.answer] {
            for length in 0..<whole.count { #expect(fault(Array(whole[..<length])) != nil, "\(length)") }
        }
    }

    @Test func `what is taken of altered messages can be written and read again`() throws {
        var taken = 0
        for whole in [Self.query, Self.answer] {
            for place in whole.indices {
                for change: UInt8 in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
                    var altered = whole
                    altered[place] ^= change
                    guard let message = try? DNSMessage(altered) else { continue }
                    taken += 1
                    // A record of another type may have a compressed name inside; its bytes stay as they came.
                    #expect(try DNSMessage(message.bytes) == message)
                }
            }
        }
        #expect(taken > 500)
    }

    /// A header with so many questions, answers, authorities and additionals, then `rest`.
    private func message(_ counts: [UInt8], _ rest: [UInt8]) -> [UInt8] {
        [0, 0, 0, 0] + counts.flatMap { [0, $0] } + rest
    }

    private static let typeAndClass: [UInt8] = [0, 12, 0, 1]

    @Test func `names that turn in a circle are refused`() {
        for name: [UInt8] in [
            [0xc0, 12], [1, 97, 0xc0, 12], [0xc0, 14, 0xc0, 12], [0xc0, 20, 0, 0, 0, 0, 0, 0, 0], [0xc0, 4],
            [0xff, 0xff],
        ] {
            #expect(fault(message([1, 0, 0, 0], name + Self.typeAndClass)) == .pointer)
        }
    }

    @Test func `a long row of pointers is refused, a short one is not`() {
        for (count, expected) in [(100, nil), (200, DNSFault.pointer)] {
            // The first record's content is a row of pointers, each to the one before; the first is the root.
            let row =
                [0]
                + (0..<count).flatMap { index -> [UInt8] in
                    let target = 12 + 11 + (index == 0 ? 0 : 1 + 2 * (index - 1))
                    return [0xc0 | UInt8(target >> 8), UInt8(target & 255)]
                }
            let first: [UInt8] = [0, 0, 99, 0, 1, 0, 0, 0, 0, UInt8(row.count >> 8), UInt8(row.count & 255)] + row
            let last = 12 + 11 + 1 + 2 * (count - 1)
            let second: [UInt8] =
                [0xc0 | UInt8(last >> 8), UInt8(last & 255), 0, 99, 0, 1, 0, 0, 0, 0, 0, 0]
            #expect(fault(message([0, 2, 0, 0], first + second)) == expected)
        }
    }

    @Test func `names have at most 255 bytes, and labels 63`() {
        func name(_ lengths: [Int]) -> [UInt8] {
            lengths.flatMap { [UInt8($0)] + [UInt8](repeating: 97, count: $0) } + [0]
        }
        #expect(fault(message([1, 0, 0, 0], name([63, 63, 63, 61]) + Self.typeAndClass)) == nil)
        #expect(fault(message([1, 0, 0, 0], name([63, 63, 63, 62]) + Self.typeAndClass)) == .name)
        #expect(
            fault(message([1, 0, 0, 0], [64] + [UInt8](repeating: 97, count: 64) + [0] + Self.typeAndClass)) == .name)
        #expect(DNSName([[UInt8](repeating: 97, count: 64)]) == nil)
        #expect(DNSName("a..b") == nil)
    }

    @Test func `counts beyond the bytes are refused before anything is read`() {
        #expect(fault([0, 0, 0, 0] + [UInt8](repeating: 255, count: 8)) == .counts)
        #expect(fault(message([0, 0, 0, 2], [0, 0, 99, 0, 1, 0, 0, 0, 0, 0, 0])) == .counts)
    }

    @Test func `the content of a record has the length that its type says`() {
        for (type, content): (UInt8, [UInt8]) in [
            (1, [1, 2, 3]), (1, [1, 2, 3, 4, 5]), (28, [1, 2, 3, 4]), (12, [0, 0]), (16, [3, 1]),
            (33, [0, 0, 0, 0, 0, 0, 0, 0]),
        ] {
            let record = [0, 0, type, 0, 1, 0, 0, 0, 0, 0, UInt8(content.count)] + content
            #expect(fault(message([0, 1, 0, 0], record)) == .content, "\(type)")
        }
    }

    @Test func `other operations, errors, other classes and too long packets are no messages`() throws {
        for (place, bit): (Int, UInt8) in [(2, 0x08), (2, 0x78), (3, 0x01), (3, 0x0f)] {
            var bytes = Self.query
            bytes[place] |= bit
            #expect(fault(bytes) == .operation)
        }
        #expect(fault(Self.answer + [UInt8](repeating: 0, count: 9000)) == .tooLong)
        // CHAOS (RFC 1035 §3.2.4).
        let chaos = try DNSMessage(message([1, 1, 0, 0], [0, 0, 1, 0, 3] + [0, 0, 1, 0, 3, 0, 0, 0, 0, 0, 2, 9, 9]))
        #expect(chaos.questions.isEmpty && chaos.answers.isEmpty)
    }
}
