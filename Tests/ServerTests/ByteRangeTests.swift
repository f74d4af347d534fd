import Server
import Testing

@Suite struct ByteRangeTests {
    private struct Case: Sendable, CustomTestStringConvertible {
        let header: String
        let answer: ByteRange
        var testDescription: String { header }
    }

    @Test(arguments: [
        Case(header: "bytes=0-0", answer: .part(0..<1)), Case(header: "bytes=0-9", answer: .part(0..<10)),
        Case(header: "bytes=9-", answer: .part(9..<10)), Case(header: "bytes=5-99", answer: .part(5..<10)),
        Case(header: "bytes=-3", answer: .part(7..<10)), Case(header: "bytes=-99", answer: .part(0..<10)),
        Case(header: "bytes=0-99999999999999999999", answer: .part(0..<10)),
        Case(header: "bytes=-99999999999999999999", answer: .part(0..<10)),
        Case(header: "bytes=10-", answer: .unsatisfiable), Case(header: "bytes=10-20", answer: .unsatisfiable),
        Case(header: "bytes=-0", answer: .unsatisfiable),
        Case(header: "bytes=99999999999999999999-", answer: .unsatisfiable),
    ])
    private func `a range of ten bytes is cut to the existing bytes`(_ example: Case) {
        #expect(ByteRange(example.header, length: 10) == example.answer)
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=-", "bytes=5-3", "bytes=0-1,3-4", "lines=0-1", "bytes=a-b", "bytes=0x1-2",
        "bytes=+1-2", "bytes= 1-2",
    ])
    func `a header that is not a single range of bytes is ignored`(header: String) {
        #expect(ByteRange(header, length: 10) == .whole)
    }

    @Test func `nothing has no parts`() {
        #expect(ByteRange("bytes=0-", length: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-1", length: 0) == .unsatisfiable)
        #expect(ByteRange(nil, length: 0) == .whole)
    }
}
