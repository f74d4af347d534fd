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
        return short(text) ?? Double(text)
    }

    /// A number of up to 15 digits with a point at most among them, as nearly all are; `nil` for others.
    ///
    /// Such digits and powers of ten are exact as `Double`, so their quotient is the nearest number (Clinger, *How to Read Floating
    /// Point Numbers Accurately*, PLDI 1990).
    private static func short(_ text: some StringProtocol) -> Double? {
        var digits: Int64 = 0, count = 0, scale = 1.0, hasPoint = false, isNegative = false
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "-") where index == 0: isNegative = true
            case UInt8(ascii: ".") where !hasPoint && count > 0: hasPoint = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
                count += 1
                if hasPoint { scale *= 10 }
                guard count <= 15 else { return nil }
            default: return nil
            }
        }
        guard count > 0, !hasPoint || scale > 1 else { return nil }
        let value = Double(digits) / scale
        return isNegative ? -value : value
    }

    /// Returns `number` with at most seven decimals, about a centimetre of longitude.
    package static func print(_ number: Double) -> String {
        var writer = JSONWriter(reservingCapacity: 16)
        writer.value(number, decimals: 7)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
