import GeoCore
import Passkeys
import TestSupport
import Testing

@Suite struct Base64URLTests {
    /// RFC 4648 §10, without its padding, and the two characters in which base64url differs.
    @Test(arguments: [
        ("", ""), ("66", "Zg"), ("666f", "Zm8"), ("666f6f", "Zm9v"), ("666f6f62", "Zm9vYg"), ("666f6f6261", "Zm9vYmE"),
        ("666f6f626172", "Zm9vYmFy"), ("fbefbe", "----"), ("ffffff", "____"),
    ])
    func `bytes have the text of the standard`(_ bytes: String, _ text: String) {
        #expect(Base64URL.encode(hex(bytes)) == text)
        #expect(Base64URL.decode(text) == hex(bytes))
    }

    @Test(arguments: ["Zg==", "Zg=", "Z", "Zm9vY", "Zh", "Zm9", "Zm+v", "Zm/v", "Zm v", " Zg", "Zg\n", "Zgé", "Z\u{0}"])
    func `other texts are refused`(_ text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test func `any bytes come back`() {
        var generator = SeededGenerator(seed: 1)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }
}
