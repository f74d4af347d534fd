import Foundation
import GeoCore
import OSMImport
import TestSupport
import Testing

/// Numbers in XML against decimal arithmetic.
@Suite struct XMLNumberTests {
    private func latitudeE7(_ text: String) throws -> Int32? {
        let xml = "<osm><node id='1' lat='\(text)' lon='0'><tag k='a' v='b'/></node></osm>"
        return try OSMReader.read(bytes: Array(xml.utf8), name: "x").data.nodes.points.first?.latitudeE7
    }

    @Test func `degrees with any number of decimals become the nearest stored value, ties to even`() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<3000 {
            let digits = Int(random.next() % 12), whole = Int(random.next() % 90)
            let fraction = (0..<digits).map { _ in String(random.next() % 10) }.joined()
            // Every other one a tie, or nearly.
            let tail = ["", "5", "50", "500000000001"][Int(random.next() % 4)]
            let text = (random.next() % 2 == 0 ? "-" : "") + "\(whole)" + (digits > 0 ? ".\(fraction)\(tail)" : "")
            var exact = try #require(Decimal(string: text)) * 10_000_000, rounded = Decimal()
            NSDecimalRound(&rounded, &exact, 0, .bankers)
            #expect(try latitudeE7(text) == NSDecimalNumber(decimal: rounded).int32Value, "\(text)")
        }
    }

    @Test(arguments: [
        ("5.0E-6", 50), ("1e1", 100_000_000), (".5", 5_000_000), ("-0", 0), ("+7.25", 72_500_000), ("3.", 30_000_000),
    ])
    func `other ways of writing numbers are understood`(text: String, e7: Int32) throws {
        #expect(try latitudeE7(text) == e7)
    }

    @Test(arguments: [
        "", "-", ".", "1.2.3", "0x10", "nan", "inf", "1e999", "12a", "１", "1 ", "99999999999999999999", "9999999999999",
        "1000000000.5",
    ])
    func `an invalid number is refused with the node's id`(text: String) {
        #expect {
            _ = try latitudeE7(text)
        } throws: { error in
            "\(error)".contains("node 1")
        }
    }

    @Test(arguments: ["90.00000001", "-91", "1000"])
    func `points beyond the pole are left out`(text: String) throws {
        #expect(try latitudeE7(text) == (text == "90.00000001" ? 900_000_000 : nil))
    }
}
