import GeoCore

/// Parses a position that a user typed or pasted: `60.17, 24.94`, `60.17° N, 24.94° E`, `60°10'12"N 24°56'24"E`, `N60
/// 10.2 E24 56.4`, `60,17; 24,94`, `geo:60.17,24.94`, `9GG65WCR+8X`.
enum TypedPosition {
    /// The maximum length of a typed position; a `geo:` address from the clipboard may be longer.
    private static var maximumLength: Int { 64 }

    /// Returns the position, or `nil` for any other text.
    ///
    /// A position is a `geo:` address, a plus code, or a pair of degrees with at least one decimal point or with
    /// minutes. A short plus code gives the place nearest to `near`, if given. Latitude comes first. A gap, a comma, a
    /// semicolon or a compass letter separates the two numbers: `10.12.2024` and `3.5-2.5` are something else.
    static func read(_ text: Span<UInt8>, near: PointE7?) -> PointE7? {
        let trimmed = trimmed(text)
        if let uri = GeoURI(trimmed.span) { return uri.point }
        if let code = near.map({ PlusCode(trimmed.span, near: $0) }) ?? PlusCode(trimmed.span) { return code.center }
        guard text.count <= maximumLength else { return nil }
        var scanner = Scanner(bytes: withPoints(trimmed))
        scanner.skip("geo:")
        guard let latitude = scanner.degrees(positive: "n", negative: "s") else { return nil }
        let isApart = scanner.skipGap() || scanner.hasSeenSide
        guard isApart, let longitude = scanner.degrees(positive: "e", negative: "w") else { return nil }
        scanner.skipGap()
        guard scanner.isAtEnd, scanner.hasSeenPoint || scanner.hasSeenMinutes, latitude.magnitude <= 900_000_000,
            longitude.magnitude <= 1_800_000_000
        else { return nil }
        return PointE7(latitudeE7: Int32(latitude), longitudeE7: Int32(longitude))
    }

    /// Returns the text with decimal points for decimal commas.
    ///
    /// A semicolon between the two numbers shows that the commas are decimal commas.
    private static func withPoints(_ text: [UInt8]) -> [UInt8] {
        let comma = UInt8(ascii: ","), point = UInt8(ascii: ".")
        guard text.contains(UInt8(ascii: ";")), !text.contains(point) else { return text }
        return text.map { $0 == comma ? point : $0 }
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
        private(set) var hasSeenMinutes = false

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { position == bytes.count }
        private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

        /// Skips `text`; returns whether it was there.
        @discardableResult
        mutating func skip(_ word: StaticString) -> Bool {
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
            return matches
        }

        /// Skips blanks; returns whether there was any.
        @discardableResult
        mutating func skipGap() -> Bool {
            let start = position
            while let byte = next, byte == 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") {
                position += 1
            }
            return position > start
        }

        /// Parses a signed number of degrees × 10⁷, with minutes and seconds if a degree sign or a compass letter marks
        /// it.
        mutating func degrees(positive: Unicode.Scalar, negative: Unicode.Scalar) -> Int64? {
            skipBlanks()
            var isNegative = skipSide(negative)
            let hasSide = isNegative || skipSide(positive)
            if hasSide { skipBlanks() }
            if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") {
                if next == UInt8(ascii: "-") { isNegative.toggle() }
                position += 1
            }
            guard var value = number() else { return nil }
            if skip("°") || hasSide { value += minutes(mayBeBare: hasSide) }
            if !hasSide, skipSide(negative) { isNegative.toggle() } else if !hasSide { skipSide(positive) }
            return isNegative ? -value : value
        }

        /// Parses minutes and seconds of arc as degrees × 10⁷; 0 if there are none.
        ///
        /// Minutes may lack their sign only after a compass letter: otherwise they would be the next number of degrees.
        private mutating func minutes(mayBeBare: Bool) -> Int64 {
            let start = position
            skipBlanks()
            guard let minutes = number(), minutes < 600_000_000 else {
                position = start
                return 0
            }
            guard skip("'") || skip("′") || skip("’") else {
                if !mayBeBare { position = start }
                hasSeenMinutes = hasSeenMinutes || mayBeBare
                return mayBeBare ? minutes / 60 : 0
            }
            hasSeenMinutes = true
            let afterMinutes = position
            skipBlanks()
            guard let seconds = number(), seconds < 600_000_000, skip("\"") || skip("″") || skip("”") || skip("''")
            else {
                position = afterMinutes
                return minutes / 60
            }
            return (minutes * 60 + seconds) / 3600
        }

        /// Parses a decimal number of at most three digits before the point, × 10⁷, ties away from zero.
        private mutating func number() -> Int64? {
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
            return value
        }

        private mutating func skipBlanks() {
            while next == 0x20 { position += 1 }
        }

        @discardableResult
        private mutating func skipSide(_ letter: Unicode.Scalar) -> Bool {
            let start = position
            skipBlanks()
            guard let byte = next, UInt32(byte | 0x20) == letter.value else {
                position = start
                return false
            }
            position += 1
            hasSeenSide = true
            return true
        }
    }
}
