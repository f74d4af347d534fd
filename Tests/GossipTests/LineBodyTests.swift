import GeoCore
import Gossip
import Testing

@Suite struct LineBodyTests {
    private func line(_ fields: [BodyField]) throws -> Gossip.Message {
        let author = try SignerKey(#require(Bytes32([UInt8](repeating: 7, count: 32))))
        let draft = MessageDraft(
            .roomLine, in: PlaceCode(rawValue: 1), at: HybridTime(milliseconds: 1), by: author,
            about: SubjectID(high: 1, low: 2), fields)
        return try draft.message(signature: [UInt8](repeating: 0, count: 64))
    }

    private func field(_ tag: UInt8, _ text: String) -> BodyField { BodyField(tag: tag, value: Array(text.utf8)) }

    @Test func `blank characters and control characters are those of Unicode`() {
        for value in UInt32(0)...0x10ffff {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isControl = scalar.properties.generalCategory == .control, isBlank = scalar.properties.isWhitespace
            let text = String(scalar)
            guard text.isLegibleLine == !(isControl || isBlank), "a\(text)".isLegibleLine == !isControl,
                text.isLegible == text.isLegibleLine,
                "a\(text)".isLegible == (!isControl || text == "\n" || text == "\t")
            else {
                Issue.record("U+\(String(value, radix: 16))")
                continue
            }
        }
    }

    @Test func `a line has a text that people can read, and shows only such a name`() throws {
        for bad in ["", " ", "\n\t\n", "\u{2003}", "a\u{0}", "a\u{1b}[2Jb", "a\r\nb", "\u{7f}"] {
            #expect(throws: BodyFault(1, .value)) { try LineBody(try line([field(1, bad)])) }
            #expect(try LineBody(try line([field(1, "x"), field(2, bad)])) == LineBody(text: "x", name: nil))
        }
        #expect(throws: BodyFault(1, .missing)) { try LineBody(try line([field(2, "Ada")])) }
        #expect(throws: BodyFault(1, .notText)) { try LineBody(try line([BodyField(tag: 1, value: [0xff])])) }
        #expect(try LineBody(try line([field(1, "x"), BodyField(tag: 2, value: [0xff])])).name == nil)
        #expect(try LineBody(try line([field(1, "x"), field(2, "two\nlines")])).name == nil)
        let body = LineBody(text: "a\n\tb\u{200b}", name: "شاي 🙂")
        #expect(try LineBody(try line(body.fields)) == body)
        #expect(body.fields == [field(1, body.text), field(2, "شاي 🙂")])
    }
}
