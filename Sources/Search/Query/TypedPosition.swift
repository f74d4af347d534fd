import GeoCore

/// Reads a position that somebody typed: `60.17, 24.94`, `60.17N 24.94E`, `geo:60.17,24.94`, `9GG65WCR+8X`.
enum TypedPosition {
    /// Longer texts are no positions, or were not typed; an address that was pasted may be longer.
    private static var maximumLength: Int { 64 }

    /// Returns the position, or `nil` for text that is no `geo:` address, no plus code and no pair of decimal degrees
    /// with at least one decimal point. A short plus code is the place nearest to `near`, if that is given.
    ///
    /// Latitude comes first. A gap, a comma, a semicolon or a side of the world stands between the two: `10.12.2024`
    /// and `3.5-2.5` are something else.
    static func read(_ text: Span<UInt8>, near: PointE7?) -> PointE7? {
        let trimmed = trimmed(text)
        if let uri = GeoURI(trimmed.span) { return uri.point }
        if let code = near.map({ PlusCode(trimmed.span, near: $0) }) ?? PlusCode(trimmed.span) { return code.center }
        guard text.count <= maximumLength else { return nil }
        var scanner = Scanner(bytes: text.indices.map { text[$0] })
        scanner.skip("geo:")
        guard let latitude = scanner.degrees(positive: "n", negative: "s") else { return nil }
        let isApart = scanner.skipGap() || scanner.hasSeenSide
        guard isApart, let longitude = scanner.degrees(positive: "e", negative: "w") else { return nil }
        scanner.skipGap()
        guard scanner.isAtEnd, scanner.hasSeenPoint, latitude.magnitude <= 900_000_000,
            longitude.magnitude <= 1_800_000_000
        else { return nil }
        return PointE7(latitudeE7: Int32(latitude), longitudeE7: Int32(longitude))
    }

    private static func trimmed(_ text: Span<UInt8>) -> [UInt8] {
        var first = 0, end = text.count
        while first < end, text[first] == 0x20 { first += 1 }
        while end > first, text[end - 1] == 0x20 { end -= 1 }
        return (first..<end).map { text[$0] }
    }

    private struct Scanner {
        let bytes: [UInt8]
        private var position = 0
        private(set) var hasSeenPoint = false
        private(set) var hasSeenSide = false

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { position == bytes.count }
        private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

        mutating func skip(_ word: StaticString) {
            var end = position
            let matches = word.withUTF8Buffer { buffer in
                for index in buffer.indices {
                    // The literal's own bytes.
                    guard end < bytes.count, unsafe bytes[end] | 0x20 == buffer[index] | 0x20 else { return false }
                    end += 1
                }
                return true
            }
            if matches { position = end }
        }

        /// Returns whether there was one.
        @discardableResult
        mutating func skipGap() -> Bool {
            let start = position
            while let byte = next, byte == 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") {
                position += 1
            }
            return position > start
        }

        /// A signed decimal number of degrees × 10⁷, ties away from zero, with an optional degree sign and side of the
        /// world.
        mutating func degrees(positive: Unicode.Scalar, negative: Unicode.Scalar) -> Int64? {
            while next == 0x20 { position += 1 }
            var isNegative = next == UInt8(ascii: "-")
            if isNegative || next == UInt8(ascii: "+") { position += 1 }
            var value: Int64 = 0, digits = 0, decimals = 0, isBehindPoint = false
            while let byte = next {
                if byte == UInt8(ascii: "."), !isBehindPoint {
                    isBehindPoint = true
                    hasSeenPoint = true
                } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                    digits += 1
                    guard isBehindPoint || digits <= 3 else { return nil }
                    if decimals < 7 {
                        value = value * 10 + Int64(byte - UInt8(ascii: "0"))
                    } else if decimals == 7, byte >= UInt8(ascii: "5") {
                        value += 1
                    }
                    decimals += isBehindPoint ? 1 : 0
                } else {
                    break
                }
                position += 1
            }
            guard digits > 0 else { return nil }
            for _ in min(7, decimals)..<7 { value *= 10 }
            skip("°")
            if skipSide(negative) {
                isNegative.toggle()
            } else {
                skipSide(positive)
            }
            return isNegative ? -value : value
        }

        @discardableResult
        private mutating func skipSide(_ letter: Unicode.Scalar) -> Bool {
            guard let byte = next, UInt32(byte | 0x20) == letter.value else { return false }
            position += 1
            hasSeenSide = true
            return true
        }
    }
}
