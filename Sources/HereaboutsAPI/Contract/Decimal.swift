import GeoCore

/// Plain decimal numbers in URLs: digits, a sign, a point. No exponents, no `nan`, no `0x`.
package enum Decimal {
    /// Returns the number `text` writes, or `nil`. Up to 32 characters.
    package static func read(_ text: some StringProtocol) -> Double? {
        let isPlain = text.utf8.allSatisfy { byte in
            byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
        }
        guard isPlain, text.utf8.count <= 32 else { return nil }
        return Double(text)
    }

    /// Returns `number` with at most seven decimals, about a centimetre of longitude.
    package static func print(_ number: Double) -> String {
        var writer = JSONWriter(reservingCapacity: 16)
        writer.value(number, decimals: 7)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
