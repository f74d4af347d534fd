import Codes
import Testing

@Suite struct QRCodeTests {
    @Test func `the drawing has each dark module once and the quiet zone around it`() throws {
        let code = try #require(QRCode("https://map.example.org/#venue=1", correction: .medium))
        let size = code.modules.count + 8
        #expect(code.svg.contains("viewBox=\"0 0 \(size) \(size)\""))
        // The modules that the path draws, run by run.
        let path = try #require(code.svg.split(separator: "<path d=\"").last).prefix { $0 != "\"" }
        var drawn = Array(repeating: Array(repeating: 0, count: size), count: size)
        for run in path.split(separator: "z") {
            let numbers = run.split { !$0.isNumber }.compactMap { Int($0) }
            for column in numbers[0]..<numbers[0] + numbers[2] { drawn[numbers[1]][column] += 1 }
        }
        for row in 0..<size {
            for column in 0..<size {
                let (down, across) = (row - 4, column - 4)
                let isInside = code.modules.indices.contains(down) && code.modules.indices.contains(across)
                #expect(drawn[row][column] == (isInside && code.modules[down][across] ? 1 : 0))
            }
        }
    }

    @Test func `an empty text and a text that is too long make no code`() {
        #expect(QRCode("", correction: .low) == nil)
        #expect(QRCode(String(repeating: "x", count: 2331), correction: .medium) != nil)
        #expect(QRCode(String(repeating: "x", count: 2332), correction: .medium) == nil)
    }
}
