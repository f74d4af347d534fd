extension [UInt8] {
    /// Appends a coordinate's number stored as degrees × 10⁷, exactly, as a plain decimal.
    package mutating func append(e7: Int32) {
        let (whole, fraction) = e7.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
        // A sign, three digits, the point and seven more.
        append(addingCapacity: 12) { bytes in
            func append(digit: UInt32) { bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)) }
            if e7 < 0 { bytes.append(UInt8(ascii: "-")) }
            if whole >= 100 { append(digit: whole / 100) }
            if whole >= 10 { append(digit: whole / 10 % 10) }
            append(digit: whole % 10)
            guard fraction > 0 else { return }
            bytes.append(UInt8(ascii: "."))
            var places = 7, rest = fraction
            while rest % 10 == 0 {
                rest /= 10
                places -= 1
            }
            // Tenths as a fixed-point number with 57 binary places, rounded up by less than 10⁷ of the last one: ten
            // times as much with each digit, which after seven of them is still less than one.
            var tenths = UInt64(fraction) * ((1 << 57) / 1_000_000 + 1)
            for _ in 0..<places {
                append(digit: UInt32(truncatingIfNeeded: tenths >> 57))
                tenths = (tenths & (1 << 57 - 1)) * 10
            }
        }
    }

    /// Appends an integer.
    mutating func append(decimal integer: Int64) { append(decimal: integer, over: 1) }

    /// Appends `scaled / scale` with the trailing zeros of the fraction left out; `scale` is a power of ten.
    mutating func append(decimal scaled: Int64, over scale: Int64) {
        // From the last digit to the first, and then all at once: each append checks for room.
        var digits = [48 of UInt8](repeating: 0), first = 48
        var (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
        func prepend(_ byte: UInt8) {
            first -= 1
            digits[first] = byte
        }
        func prependDigit(of number: inout UInt64) {
            prepend(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
            number /= 10
        }
        if fraction > 0 {
            var rest = UInt64(scale)
            while fraction % 10 == 0 {
                fraction /= 10
                rest /= 10
            }
            while rest > 1 {
                prependDigit(of: &fraction)
                rest /= 10
            }
            prepend(UInt8(ascii: "."))
        }
        repeat { prependDigit(of: &whole) } while whole > 0
        if scaled < 0 { prepend(UInt8(ascii: "-")) }
        // Constants: in a closure, each use of a variable would be checked.
        let text = digits, start = first
        append(addingCapacity: 48 - start) { bytes in
            for index in start..<48 { bytes.append(text[index]) }
        }
    }
}
