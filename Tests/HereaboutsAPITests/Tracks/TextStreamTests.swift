import Foundation
import HereaboutsAPI
import Testing

@Suite struct TextStreamTests {
    @Test(arguments: [
        String.Encoding.utf8, .utf16, .utf16LittleEndian, .utf16BigEndian, .isoLatin1, .ascii,
    ])
    func `text in pieces of any length reads as the whole text does`(encoding: String.Encoding) throws {
        let text = encoding == .ascii ? "a" : encoding == .isoLatin1 ? "lat,ä\n1,2" : "lat,ä€𝄞\n60.1,24.9\r\n𝄞"
        let bytes = Array(try #require(text.data(using: encoding)))
        let wanted = encoding == .isoLatin1 || encoding == .ascii ? bytes : Array(text.utf8)
        #expect(TextBytes.utf8(bytes) == wanted)
        for length in 1...bytes.count {
            var stream = TextStream(), found: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: length) {
                found += stream.utf8(Array(bytes[start..<min(bytes.count, start + length)]), isLast: false)
            }
            found += stream.utf8([], isLast: true)
            // The mark is the reader's to pass.
            #expect(found == wanted || found == [0xef, 0xbb, 0xbf] + wanted)
        }
    }

    @Test func `half a character at the end is dropped`() {
        #expect(TextBytes.utf8([0xff, 0xfe, 0x61, 0x00, 0x62]) == Array("a".utf8))
        #expect(TextBytes.utf8([0xff, 0xfe, 0x00, 0xd8]) == Array("\u{fffd}".utf8))
        #expect(TextBytes.utf8([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]) == Array("a".utf8))
        #expect(TextBytes.utf8([]).isEmpty)
    }
}
