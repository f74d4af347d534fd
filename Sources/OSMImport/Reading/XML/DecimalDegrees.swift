/// Parses decimal degrees in XML to E7 integers.
enum DecimalDegrees {
    /// Returns the nearest E7 value, ties to even; `nil` if `text` is not a number or far from any coordinate.
    @unsafe
    static func e7(_ text: UnsafeRawBufferPointer) -> Int64? {
        let isNegative = unsafe text.first == UInt8(ascii: "-")
        var value: Int64 = 0, places = -1, digits = 0
        var next: UInt8 = 0, restIsZero = true
        for index in (isNegative ? 1 : 0)..<text.count {
            let byte = unsafe text[index], digit = byte &- UInt8(ascii: "0")
            if byte == UInt8(ascii: "."), places < 0 {
                places = 0
                continue
            }
            // A sign elsewhere, an exponent ("5.0E-6", as some Java programs write), or no number at all.
            guard digit <= 9, digits < 30 else { return unsafe rounded(String(decoding: text, as: UTF8.self)) }
            digits += 1
            if places < 7 {
                guard places >= 0 || value < 1_000_000 else { return nil }
                value = value * 10 + Int64(digit)
                if places >= 0 { places += 1 }
            } else if places == 7 {
                next = digit
                places = 8
            } else {
                restIsZero = restIsZero && digit == 0
            }
        }
        guard digits > 0 else { return nil }
        while places < 7 {
            value *= 10
            places = max(places, 0) + 1
        }
        if next > 5 || (next == 5 && (!restIsZero || value & 1 == 1)) { value += 1 }
        return isNegative ? -value : value
    }

    private static func rounded(_ text: String) -> Int64? {
        // `Double` would also accept hexadecimal digits, infinities and spaces.
        let isDecimal = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
        guard isDecimal, let degrees = Double(text), degrees.magnitude < 1e6 else { return nil }
        return Int64((degrees * 1e7).rounded(.toNearestOrEven))
    }
}
