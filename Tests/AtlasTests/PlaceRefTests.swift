import Atlas
import Testing

@Test(arguments: ["n1", "w123456789", "r9007199254740991", "n-1", "r-9007199254740991"])
func `a reference keeps its text`(text: String) throws {
    let ref = try #require(PlaceRef(text))
    var bytes: [UInt8] = []
    ref.append(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
}

@Test(arguments: [
    "", "n", "n0", "n-", "n-0", "n--1", "n1-", "-n1", "x1", "N1", "n1 ", " n1", "n1.5", "nn1", "n٣",
    "r9007199254740992", "r-9007199254740992", "n99999999999999999999",
])
func `other texts are no reference`(text: String) {
    #expect(PlaceRef(text) == nil)
}

@Test func `references sort by kind, then id`() throws {
    let texts = ["n1", "n2", "n10000000000", "n-2", "n-1", "w1", "w2", "w-1", "r1"]
    let values = try texts.map { try #require(PlaceRef($0)).rawValue }
    #expect(values == values.sorted())
    #expect(PlaceRef(.way, 7) == PlaceRef("w7"))
    #expect(PlaceRef(rawValue: 3 << 62 | 1).kind == nil)
}
