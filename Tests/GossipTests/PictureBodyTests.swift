import GeoCore
import Gossip
import Testing

@Suite struct PictureBodyTests {
    private let place = PlaceCode(rawValue: 7), some = SubjectID(high: 1, low: 2)

    private func author() throws -> SignerKey {
        try #require(Bytes32(Array(repeating: 9, count: 32)).map { SignerKey($0) })
    }

    /// A message with the bytes of a body, whose signature nobody checks here.
    private func message(
        _ kind: MessageKind, about: SubjectID?, _ body: [UInt8]
    ) throws -> Gossip.Message {
        let head = MessageDraft(kind, in: place, at: HybridTime(milliseconds: 1000), by: try author(), about: about, [])
        let length = [0, UInt8(body.count >> 16), UInt8(body.count >> 8 & 255), UInt8(body.count & 255)]
        return try Message(bytes: Array(head.bytes[..<68]) + length + body + [UInt8](repeating: 0, count: 64))
    }

    @Test func `a picture and its description are read and written byte by byte`() throws {
        let bytes: [UInt8] = [1, 0, 3, 0xff, 0, 7, 2, 0, 2, 0xc3, 0xa4]
        let body = try PictureBody(try message(.picture, about: some, bytes))
        #expect(body == PictureBody(of: some, file: [0xff, 0, 7], text: "ä"))
        #expect(body.fields == [BodyField(tag: 1, value: [0xff, 0, 7]), BodyField(tag: 2, value: [0xc3, 0xa4])])
        let silent = try PictureBody(try message(.picture, about: some, [1, 0, 1, 5]))
        #expect(silent.text.isEmpty && silent.fields == [BodyField(tag: 1, value: [5])])
        let longest = PictureBody(
            of: some, file: [UInt8](repeating: 1, count: PictureBody.mostBytes),
            text: String(repeating: "a", count: 4000))
        let draft = MessageDraft(
            .picture, in: place, at: HybridTime(milliseconds: 1), by: try author(), about: some, longest.fields)
        #expect(try PictureBody(try draft.message(signature: [UInt8](repeating: 0, count: 64))) == longest)
    }

    @Test func `a body that is no picture of a post says nothing`() throws {
        func fault(_ about: SubjectID?, _ body: [UInt8]) throws -> BodyFault? {
            let message = try message(.picture, about: about, body)
            do { _ = try PictureBody(message) } catch { return error }
            return nil
        }
        #expect(try fault(nil, [1, 0, 1, 5]) == BodyFault(0, .missing))
        #expect(try fault(some, []) == BodyFault(1, .missing))
        #expect(try fault(some, [1, 0, 0]) == BodyFault(1, .length))
        #expect(try fault(some, [1, 0, 1, 5, 2, 0, 0]) == BodyFault(2, .length))
        #expect(try fault(some, [1, 0, 1, 5, 2, 0, 1, 0xff]) == BodyFault(2, .notText))
        let long = [1, 0xb0, 1] + [UInt8](repeating: 0, count: 0xb001)
        #expect(try fault(some, long) == BodyFault(1, .length))
        #expect(throws: MessageFault.self) { try message(.picture, about: some, [1, 0, 1, 5, 3, 0, 0]) }
    }

    @Test func `a post that is a picture alone says so, and has no text`() throws {
        let name: [UInt8] = [2, 0, 1, 65], mark: [UInt8] = [7, 0, 0]
        let body = try PostBody(try message(.post, about: nil, name + mark))
        #expect(body == PostBody(text: "", name: "A"))
        #expect(body.fields == [BodyField(tag: 2, value: [65]), BodyField(tag: 7, value: [])])
        func fault(_ body: [UInt8]) throws -> BodyFault? {
            let message = try message(.post, about: nil, body)
            do { _ = try PostBody(message) } catch { return error }
            return nil
        }
        #expect(try fault([1, 0, 1, 66] + name + mark) == BodyFault(1, .notHere))
        #expect(try fault([1, 0, 0] + name) == BodyFault(1, .length))
        #expect(try fault(name + [7, 0, 1, 0]) == BodyFault(7, .length))
        #expect(try fault(name) == BodyFault(1, .missing))
    }
}
