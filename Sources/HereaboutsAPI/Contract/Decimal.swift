import GeoCore

/// Plain decimal numbers in URLs: digits, a sign, a point. No exponents, no `nan`, no `0x`.
package enum Decimal {
    /// Returns the number in `text`, or `nil`. Up to 32 characters.
    package static func read(_ text: String) -> Double? { read(text[...]) }

    /// Returns the number in a part of a text, or `nil`.
    package static func read(_ text: Substring) -> Double? {
        // Inside: the bytes are read before anything else happens to them.
        let short = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe Self.short($0.span) }
        if let number = short ?? nil { return number }
        let isPlain = text.utf8.allSatisfy { byte in
            byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
        }
        guard isPlain, text.utf8.count <= 32 else { return nil }
        return Double(text)
    }

    /// Returns the number in a part of a text as files and devices write it: also with an exponent, as Java writes
    /// small numbers and `xsd:double` allows.
    package static func read(measured text: Substring) -> Double? {
        if let number = read(text) { return number }
        let isDecimal = text.utf8.allSatisfy { byte in
            byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || ".+-eE".utf8.contains(byte)
        }
        guard isDecimal, text.utf8.count <= 32 else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    package static func read(measured text: String) -> Double? { read(measured: text[...]) }

    /// Returns the number in a cell of a table, or `nil`: with a point or, as in most of Europe, a comma, and
    /// blanks around it.
    package static func read(cell: String) -> Double? {
        var plain = String(cell.drop { $0 == " " }.map { $0 == "," ? "." : $0 })
        while plain.last == " " { plain.removeLast() }
        return read(measured: plain)
    }

    /// A number of up to 15 digits and at most one point, as nearly all are; `nil` for others.
    ///
    /// Such digits and powers of ten are exact as `Double`, so their quotient is the nearest number (Clinger, *How to
    /// Read Floating Point Numbers Accurately*, PLDI 1990).
    package static func short(_ text: Span<UInt8>) -> Double? {
        var digits: Int64 = 0, count = 0, scale = 1.0, hasPoint = false, isNegative = false
        for index in text.indices {
            let byte = text[index]
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
