import HereaboutsAPI
import Testing

@Suite struct DecimalTests {
    @Test(arguments: ["nan", "inf", "0x10", "1e3", "1_000", "", ".", "-", "1.2.3", " 1", "1 ", "٣", "--1"])
    func `only plain decimals are numbers`(text: String) {
        #expect(Decimal.read(text) == nil)
    }

    @Test func `plain decimals are read exactly`() {
        #expect(Decimal.read("60.1699") == 60.1699)
        #expect(Decimal.read("-0.5") == -0.5)
        #expect(Decimal.read("+7") == 7)
        #expect(Decimal.read("00000000000000000000000000000001") == 1)
        #expect(Decimal.read("000000000000000000000000000000001") == nil)
    }

    @Test func `each number is the nearest to the written decimal`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let digits = String(random.next() % 1_000_000_000_000_000_000).prefix(
                Int.random(in: 1...18, using: &random))
            let point = Int.random(in: 0...digits.count, using: &random)
            let sign = ["", "-", "+"].randomElement(using: &random) ?? ""
            let text = sign + digits.prefix(point) + (Bool.random(using: &random) ? "." : "") + digits.dropFirst(point)
            #expect(Decimal.read(text) == Double(text), "\(text)")
        }
    }

    @Test func `printed numbers are read back to seven decimals`() {
        for number in [0, 0.0000001, -179.9999999, 60.1675, 1.0 / 3] {
            let back = Decimal.read(Decimal.print(number)) ?? .nan
            #expect((back - number).magnitude <= 0.5e-7)
        }
    }
}
