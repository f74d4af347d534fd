import GeoCore
import Gossip
import TestSupport
import Testing

/// Bytes that are no message, and why.
private struct BadMessage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fault: MessageFault
    let bytes: [UInt8]

    init(_ what: String, _ fault: MessageFault, _ change: (inout [UInt8]) -> Void, of bytes: [UInt8] = line()) {
        (testDescription, self.fault) = (what, fault)
        var bytes = bytes
        change(&bytes)
        self.bytes = bytes
    }

    /// A line in a room with the text "hi" and an optional field, signed by nobody.
    static func line(_ body: [UInt8] = [1, 0, 2, 0x68, 0x69, 200, 0, 1, 7]) -> [UInt8] {
        header(.roomLine, body.count) + body + [UInt8](repeating: 9, count: 64)
    }

    static func header(_ kind: MessageKind, _ length: Int) -> [UInt8] {
        let author = [UInt8](repeating: kind.messageClass.isSealed ? 0 : 5, count: 32)
        return [1, kind.rawValue, 0, 0] + [UInt8](repeating: 3, count: 16) + author + [UInt8](repeating: 4, count: 16)
            + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
    }

    static let all = [
        BadMessage("no bytes", MessageFault(.format, .endsEarly, at: 0)) { $0 = [] },
        BadMessage("format 2", MessageFault(.format, .unknown, at: 0)) { $0[0] = 2 },
        BadMessage("an unknown kind", MessageFault(.kind, .unknown, at: 1)) { $0[1] = 0x7f },
        BadMessage("a class that does not exist", MessageFault(.kind, .unknown, at: 1)) { $0[1] = 0xf0 },
        BadMessage("a byte that must be zero", MessageFault(.reserved, .notZero, at: 2)) { $0[3] = 1 },
        BadMessage("an end in the place", MessageFault(.place, .endsEarly, at: 4)) { $0 = Array($0[..<11]) },
        BadMessage("an end in the time", MessageFault(.time, .endsEarly, at: 12)) { $0 = Array($0[..<19]) },
        BadMessage("no author", MessageFault(.author, .weakKey, at: 20)) {
            $0.replaceSubrange(20..<52, with: zeros(32))
        },
        BadMessage("the neutral key", MessageFault(.author, .weakKey, at: 20)) {
            $0.replaceSubrange(20..<52, with: [1] + zeros(31))
        },
        BadMessage("an end in what it is about", MessageFault(.about, .endsEarly, at: 60)) { $0 = Array($0[..<67]) },
        BadMessage("a body too long for its class", MessageFault(.bodyLength, .tooLong, at: 68)) { $0[70] = 0x21 },
        BadMessage("a body of 4 GiB", MessageFault(.bodyLength, .tooLong, at: 68)) {
            $0.replaceSubrange(68..<72, with: [255, 255, 255, 255])
        },
        BadMessage("an end in the body", MessageFault(.body, .endsEarly, at: 72)) { $0 = Array($0[..<80]) },
        BadMessage(
            "half a field", MessageFault(.body, .endsEarly, at: 77), { _ in }, of: line([1, 0, 2, 0x68, 0x69, 200, 0])),
        BadMessage("a value beyond the body", MessageFault(.body, .endsEarly, at: 77)) { $0[79] = 2 },
        BadMessage("a tag twice", MessageFault(.body, .tagDoesNotRise, at: 77)) { $0[77] = 1 },
        BadMessage("tags that fall", MessageFault(.body, .tagDoesNotRise, at: 77)) { $0[72] = 201 },
        BadMessage("a tag that must be known", MessageFault(.body, .unknownTag, at: 72)) { $0[72] = 127 },
        BadMessage("no tag", MessageFault(.body, .unknownTag, at: 72)) { $0[72] = 0 },
        BadMessage("an end in the signature", MessageFault(.signature, .endsEarly, at: 81)) { $0.removeLast() },
        BadMessage("half a stamp", MessageFault(.stamp, .endsEarly, at: 145)) { $0 += zeros(79) },
        BadMessage("more than a stamp", MessageFault(.stamp, .goesOn, at: 225)) { $0 += zeros(81) },
        BadMessage(
            "sealed mail with an author", MessageFault(.author, .notZero, at: 20), { $0[51] = 1 },
            of: header(.sealedMail, 512) + zeros(512)),
        BadMessage(
            "sealed mail of a telling length", MessageFault(.bodyLength, .notPadded, at: 68), { _ in },
            of: header(.sealedMail, 513) + zeros(513)),
    ]

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}

@Suite struct MessageFaultTests {
    @Test(arguments: BadMessage.all) private func `a fault is named with its field and its offset`(bad: BadMessage) {
        #expect(throws: bad.fault) { try Message(bytes: bad.bytes) }
    }

    @Test func `the message that the faults are made from is none of them`() throws {
        let line = try Message(bytes: BadMessage.line())
        #expect(line.value(of: 1).map(Array.init) == Array("hi".utf8))
        #expect(line.value(of: 200).map(Array.init) == [7])
        let stamped = try Message(bytes: BadMessage.line() + [UInt8](repeating: 0, count: 80))
        #expect(stamped.stamp?.time.rawValue == 0 && stamped.id == line.id)
    }

    @Test func `a message that ends early anywhere is refused; only the stamp may be missing`() throws {
        for vector in try MessageVector.all {
            let bytes = vector.message.bytes, whole = bytes.count - (vector.stamp == nil ? 0 : EntryStamp.length)
            for part in Damage.truncations(of: bytes) where part.count != whole {
                let fault = #expect(throws: MessageFault.self) { try Message(bytes: part) }
                #expect(fault?.cause == .endsEarly && (fault?.offset ?? .max) <= part.count)
            }
            #expect(try Message(bytes: Array(bytes[..<whole])).stamp == nil)
        }
    }

    @Test(arguments: MessageClass.allCases) func `a body may be as long as its class says, and no longer`(
        messageClass: MessageClass
    ) throws {
        let kind = try MessageKind.allCases.first { $0.messageClass == messageClass }.orThrow
        let limit = messageClass.maximumBody
        // Values have at most 65 535 bytes: the longest bodies need two.
        func message(_ length: Int) -> [UInt8] {
            let first = min(length - 6, 40_000), second = length - 6 - first
            let body =
                messageClass.isSealed
                ? [UInt8](repeating: 0, count: length)
                : [200, UInt8(first >> 8), UInt8(first & 255)] + [UInt8](repeating: 0, count: first)
                    + [201, UInt8(second >> 8), UInt8(second & 255)] + [UInt8](repeating: 0, count: second)
            let signature = [UInt8](repeating: 9, count: messageClass.isSealed ? 0 : 64)
            return BadMessage.header(kind, length) + body + signature
        }
        let longest = try Message(bytes: message(limit))
        #expect(longest.body.count == limit && longest.bytes.count <= Message.maximumLength)
        #expect(throws: MessageFault(.bodyLength, .tooLong, at: 68)) { try Message(bytes: message(limit + 1)) }
    }

    @Test func `a draft is refused as its bytes are`() throws {
        let author = try Writer().key, signature = [UInt8](repeating: 0, count: 64)
        func refusal(_ fields: [BodyField]) -> MessageFault? {
            let time = HybridTime(milliseconds: 1)
            let draft = MessageDraft(.roomLine, in: PlaceCode(rawValue: 1), at: time, by: author, fields)
            return #expect(throws: MessageFault.self) { try draft.message(signature: signature) }
        }
        let long = BodyField(tag: 1, value: [UInt8](repeating: 0x61, count: 8190))
        #expect(refusal([long]) == MessageFault(.bodyLength, .tooLong, at: 68))
        let text = BodyField(tag: 1, value: [0x61]), name = BodyField(tag: 2, value: [0x62])
        #expect(refusal([name, text]) == MessageFault(.body, .tagDoesNotRise, at: 76))
        let time = HybridTime(milliseconds: 1)
        let draft = MessageDraft(.roomLine, in: PlaceCode(rawValue: 1), at: time, by: author, [text, name])
        #expect(throws: MessageFault(.signature, .endsEarly, at: 80)) { try draft.message() }
    }
}
