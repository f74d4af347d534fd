import HereaboutsAPI
import Testing

@Suite struct PercentCodingTests {
    @Test func `every text without control characters survives`() {
        for text in ["", "plain", "ä ö ü", "100 % + 1", "a&b=c;d,e:f", "\u{1F30D}", "\u{7FF}\u{FFFF}"] {
            #expect(PercentCoding.decode(PercentCoding.encode(text)[...], plusIsSpace: true) == text)
        }
    }

    @Test func `a row of combining marks that would take long to compare is refused`() {
        let marks = { String(repeating: "%CC%A7%CC%81", count: $0) }
        #expect(PercentCoding.decode("a\(marks(15))"[...], plusIsSpace: true)?.unicodeScalars.count == 31)
        #expect(PercentCoding.decode("a\(marks(16))"[...], plusIsSpace: true) == nil)
    }

    @Test func `characters that need no escape may come unescaped`() {
        for text in ["ä", "\u{1F30D} ö", "a b~"] {
            for plusIsSpace in [false, true] {
                #expect(PercentCoding.decode(text[...], plusIsSpace: plusIsSpace) == text)
            }
        }
    }

    @Test func `a plus is a space in queries and a plus in paths`() {
        #expect(PercentCoding.decode("a+b", plusIsSpace: true) == "a b")
        #expect(PercentCoding.decode("a+b", plusIsSpace: false) == "a+b")
    }

    @Test(arguments: [
        "%", "%1", "%g1", "%1g", "%00", "%0a", "%7f", "%c3", "%c3%28", "%ed%a0%80", "%f8%88%80%80%80", "a\u{1}",
        "\u{7f}", "a\nb",
    ])
    func `broken escapes, control characters and broken UTF-8 are refused`(text: String) {
        #expect(PercentCoding.decode(text[...], plusIsSpace: true) == nil)
    }
}
