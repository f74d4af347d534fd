/// A position written as an address: `geo:60.17,24.94;u=20` (RFC 5870), or with a marked place as Android's maps take
/// it, `geo:0,0?q=60.17,24.94(Kiosk)` (developer.android.com/guide/components/intents-common#Maps).
package struct GeoURI: Equatable, Sendable {
    package let point: PointE7
    /// How uncertain the position is, in metres, when that is stated.
    package let uncertaintyInMetres: Double?

    /// Longer texts are not read.
    private static let maximumLength = 512

    /// Reads the whole text; `nil` for another address, one of another reference system, and positions off Earth.
    ///
    /// An altitude and unknown parameters are read over. A marked place goes before the position; a text to look for
    /// (`?q=Kiosk`) is no position.
    package init?(_ text: Span<UInt8>) {
        guard text.count <= Self.maximumLength else { return nil }
        var reader = Reader(bytes: text.indices.map { text[$0] })
        guard reader.skip("geo:"), let position = reader.position() else { return nil }
        if reader.skip(","), reader.degreesE7(limit: .max) == nil { return nil }
        var uncertainty: Double?, isFirst = true
        while reader.skip(";") {
            if reader.skip("u=") {
                guard let metres = reader.degreesE7(limit: .max), metres >= 0, uncertainty == nil else { return nil }
                uncertainty = Double(metres) / 1e7
            } else if reader.skip("crs=") {
                guard isFirst, reader.skip("wgs84") else { return nil }
            } else {
                guard reader.skipParameter() else { return nil }
            }
            isFirst = false
        }
        uncertaintyInMetres = uncertainty
        guard reader.skip("?") else {
            guard reader.isAtEnd else { return nil }
            point = position
            return
        }
        guard reader.skipToQuery() else {
            point = position
            return
        }
        guard let marked = reader.position(), reader.isAtEnd || reader.isAt("(") || reader.isAt("&") else { return nil }
        point = marked
    }

    private struct Reader {
        let bytes: [UInt8]
        private var place = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { place == bytes.count }

        func isAt(_ character: Unicode.Scalar) -> Bool {
            place < bytes.count && UInt32(bytes[place]) == character.value
        }

        /// Skips a word of letters in either case, digits and signs.
        mutating func skip(_ word: StaticString) -> Bool {
            var end = place
            let matches = word.withUTF8Buffer { buffer in
                for index in buffer.indices {
                    guard end < bytes.count else { return false }
                    // The literal's own bytes.
                    let expected = unsafe buffer[index], isLetter = expected >= 0x61 && expected <= 0x7a
                    guard isLetter ? bytes[end] | 0x20 == expected : bytes[end] == expected else { return false }
                    end += 1
                }
                return true
            }
            if matches { place = end }
            return matches
        }

        /// Two numbers of degrees, latitude first. A comma may be escaped, as in a query.
        mutating func position() -> PointE7? {
            guard let latitude = degreesE7(limit: 900_000_000), skip(",") || skip("%2c"),
                let longitude = degreesE7(limit: 1_800_000_000)
            else { return nil }
            return PointE7(latitudeE7: Int32(latitude), longitudeE7: Int32(longitude))
        }

        /// A decimal number × 10⁷, ties away from zero: an optional minus, digits, and maybe a point and more digits.
        mutating func degreesE7(limit: Int64) -> Int64? {
            let isNegative = skip("-")
            guard let whole = digits(most: 9), !whole.isEmpty else { return nil }
            var value: Int64 = 0
            for digit in whole { value = value * 10 + Int64(digit) }
            var decimals: ArraySlice<UInt8> = []
            if skip(".") {
                guard let found = digits(most: 64), !found.isEmpty else { return nil }
                decimals = found[...]
            }
            for _ in 0..<7 { value = value * 10 + Int64(decimals.popFirst() ?? 0) }
            if let next = decimals.first, next >= 5 { value += 1 }
            guard value <= limit else { return nil }
            return isNegative ? -value : value
        }

        /// The digits that follow, `nil` when there are too many.
        private mutating func digits(most: Int) -> [UInt8]? {
            var digits: [UInt8] = []
            while place < bytes.count, bytes[place] >= 0x30, bytes[place] <= 0x39 {
                digits.append(bytes[place] - 0x30)
                place += 1
            }
            return digits.count <= most ? digits : nil
        }

        /// Skips a parameter's name and value up to the next one; there must be a name.
        mutating func skipParameter() -> Bool {
            let start = place
            while !isAtEnd, !isAt(";"), !isAt("?") { place += 1 }
            return place > start && bytes[start] != UInt8(ascii: "=")
        }

        /// Skips to behind `q=`, the first or after an ampersand; `false` when there is none.
        mutating func skipToQuery() -> Bool {
            while true {
                if skip("q=") { return true }
                while !isAtEnd, !isAt("&") { place += 1 }
                guard skip("&") else { return false }
            }
        }
    }
}
