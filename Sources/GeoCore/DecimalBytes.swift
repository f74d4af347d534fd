extension [UInt8] {
    /// Appends a coordinate's number stored as degrees × 10⁷, exactly, as a plain decimal.
    package mutating func append(e7: Int32) { append(decimal: Int64(e7), over: 10_000_000) }

    /// Appends an integer.
    mutating func append(decimal integer: Int64) {
        if integer < 0 { append(UInt8(ascii: "-")) }
        appendDigits(integer.magnitude, atLeast: 1)
    }

    /// Appends `scaled / scale` with the trailing zeros of the fraction left out; `scale` is a power of ten.
    mutating func append(decimal scaled: Int64, over scale: Int64) {
        if scaled < 0 { append(UInt8(ascii: "-")) }
        let magnitude = scaled.magnitude, unit = UInt64(scale)
        appendDigits(magnitude / unit, atLeast: 1)
        var fraction = magnitude % unit, places = 0, rest = unit
        while rest > 1 {
            rest /= 10
            places += 1
        }
        guard fraction > 0 else { return }
        while fraction % 10 == 0 {
            fraction /= 10
            places -= 1
        }
        append(UInt8(ascii: "."))
        appendDigits(fraction, atLeast: places)
    }

    private mutating func appendDigits(_ number: UInt64, atLeast width: Int) {
        // From the last digit to the first, and then all at once: each append looks whether there is room.
        var digits = [20 of UInt8](repeating: UInt8(ascii: "0")), first = 20, rest = number
        while rest > 0 || first > 20 - width {
            first -= 1
            digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        // Inside: the digits are read before anything else happens to them.
        unsafe digits.span.extracting(first..<20).withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
