import Foundation
import GeoCore
import TestSupport
import Testing

@Suite struct JSONWriterTests {
    /// What Foundation reads from what `write` wrote.
    static func read(_ write: (inout JSONWriter) -> Void) throws -> Any {
        var json = JSONWriter()
        write(&json)
        return try JSONSerialization.jsonObject(with: Data(json.bytes), options: .fragmentsAllowed)
    }

    static func text(_ write: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        write(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test func `commas stand between members and elements only`() throws {
        let text = Self.text { json in
            json.beginObject()
            json.key("empty")
            json.beginArray()
            json.endArray()
            json.key("nested")
            json.beginArray()
            json.value(1)
            json.beginObject()
            json.key("a")
            json.null()
            json.key("b")
            json.value(true)
            json.endObject()
            json.beginObject()
            json.endObject()
            json.value("x")
            json.value(false)
            json.endArray()
            json.key("last")
            json.value(-2.5, decimals: 3)
            json.endObject()
        }
        #expect(text == #"{"empty":[],"nested":[1,{"a":null,"b":true},{},"x",false],"last":-2.5}"#)
    }

    @Test(arguments: [
        "", "plain", "quote \" and \\ backslash", "line\nfeed\ttab\r\u{8}\u{c}\u{0}\u{1f}", "</script>", "\u{7f}\u{80}",
        "Ääkköset, 東京, 𝄞, 👩‍👧", "\u{2028}\u{2029}\u{fffd}", "e\u{301} is not é", "مرحبا",
    ])
    func `text comes back unchanged`(text: String) throws {
        let whole = try #require(try Self.read { $0.value(text) } as? String)
        // Compared by scalars: Swift's own equality would take a changed normal form for the same.
        #expect(Array(whole.unicodeScalars) == Array(text.unicodeScalars))
        let bytes = try #require(try Self.read { $0.value(utf8: Array(text.utf8)) } as? String)
        #expect(Array(bytes.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test func `each ASCII character is escaped when it must be`() throws {
        for byte in UInt8(0)...127 {
            let character = String(decoding: [byte], as: UTF8.self)
            #expect(try Self.read { $0.value(character) } as? String == character)
        }
    }

    @Test(arguments: [0, 1, -1, 10, 1_000_000_007, Int64.max, .min])
    func `integers keep every digit`(integer: Int64) {
        #expect(Self.text { $0.value(integer) } == String(integer))
    }

    @Test func `decimals are the nearest of their length, without trailing zeros`() throws {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<5000 {
            let decimals = Int.random(in: 0...9, using: &generator)
            let number = generator.uniform(in: -1e6...1e6)
            let text = Self.text { $0.value(number, decimals: decimals) }
            let read = try #require(Double(text))
            let unit = pow(10, -Double(decimals))
            // Half a unit of the last place, and the rounding of `number` times a power of ten.
            #expect((read - number).magnitude <= unit / 2 + number.ulp)
            let fraction = text.split(separator: ".").dropFirst().first ?? ""
            #expect(fraction.count <= decimals && !fraction.hasSuffix("0"))
        }
    }

    @Test func `decimals at their edges`() {
        #expect(Self.text { $0.value(0.5, decimals: 0) } == "0")
        #expect(Self.text { $0.value(1.5, decimals: 0) } == "2")
        #expect(Self.text { $0.value(-0.0, decimals: 2) } == "0")
        #expect(Self.text { $0.value(-0.004, decimals: 2) } == "0")
        #expect(Self.text { $0.value(-0.05, decimals: 2) } == "-0.05")
        #expect(Self.text { $0.value(1.05, decimals: 7) } == "1.05")
        #expect(Self.text { $0.value(9e9, decimals: 9) } == "9000000000")
        for number in [Double.nan, .infinity, -.infinity, 9.1e9, -1e300] {
            #expect(Self.text { $0.value(number, decimals: 9) } == "null")
        }
    }

    @Test func `stored degrees are written exactly`() throws {
        var generator = SeededGenerator(seed: 12)
        var all: [Int32] = [
            .min, .max, 0, 1, -1, 9_999_999, 10_000_000, -10_000_001, 99_999_999, 100_000_000, 999_999_999,
        ]
        for step in [1, 1, 1, 10, 1000, 1_000_000] as [Int32] {
            // Some end in zeros.
            let range = -1_800_000_000 / step...1_800_000_000 / step
            for _ in 0..<2000 { all.append(Int32.random(in: range, using: &generator) * step) }
        }
        for stored in all {
            let number = try #require(Decimal(string: Self.text { $0.value(e7: stored) }))
            #expect(number * 10_000_000 == Decimal(stored))
        }
        #expect(Self.text { $0.value(e7: -1) } == "-0.0000001")
        #expect(Self.text { $0.value(e7: 600_000_000) } == "60")
        #expect(Self.text { $0.value(e7: .min) } == "-214.7483648")
    }
}
