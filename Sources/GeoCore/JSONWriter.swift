/// Writes JSON (RFC 8259) straight into bytes, without reflection and without Foundation, natively and in the browser
/// alike.
///
/// The caller opens and closes objects and arrays in order; the writer places the commas. It writes plain decimals.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init(reservingCapacity capacity: Int = 512) { bytes.reserveCapacity(capacity) }

    package mutating func beginObject() { open(UInt8(ascii: "{")) }
    package mutating func endObject() { close(UInt8(ascii: "}")) }
    package mutating func beginArray() { open(UInt8(ascii: "[")) }
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes a member's name; a value must follow.
    package mutating func key(_ name: StaticString) {
        let isFirst = !needsComma
        needsComma = false
        // All at once: each append checks for room.
        bytes.append(addingCapacity: name.utf8CodeUnitCount + 4) { bytes in
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "\""))
            name.withUTF8Buffer { for index in $0.indices { bytes.append(unsafe $0[index]) } }
            bytes.append(UInt8(ascii: "\""))
            bytes.append(UInt8(ascii: ":"))
        }
    }

    /// Writes a member's name that is known only at run time.
    package mutating func key(utf8 name: Span<UInt8>) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func value(_ text: String) { value(utf8: text.utf8Span.span) }

    /// Writes UTF-8 bytes as a string. Bytes are taken as they are: the atlas checker has seen that they are UTF-8.
    ///
    /// Concrete, like all entry points here: generic code is not specialised for callers in other modules (650 ns for
    /// a street's name instead of 36).
    package mutating func value(utf8 text: Span<UInt8>) {
        separate()
        quote(text)
    }

    package mutating func value(utf8 text: [UInt8]) { value(utf8: text.span) }

    /// Writes a word that needs no escapes as a string.
    package mutating func value(code: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        code.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }  // The literal's own bytes.
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func value(_ integer: Int64) {
        separate()
        bytes.append(decimal: integer)
    }

    package mutating func value(_ integer: Int) { value(Int64(integer)) }

    package mutating func value(_ truth: Bool) { literal(truth ? "true" : "false") }

    package mutating func null() { literal("null") }

    /// Writes `number` rounded to `decimals` places (0 ... 9), ties to even; not-finite numbers and those beyond ±9·10⁹
    /// become null.
    package mutating func value(_ number: Double, decimals: Int) {
        guard number.magnitude <= 9e9 else { return null() }
        var scale: Int64 = 1
        for _ in 0..<decimals { scale *= 10 }
        separate()
        bytes.append(decimal: Int64((number * Double(scale)).rounded(.toNearestOrEven)), over: scale)
    }

    /// Writes a coordinate's number stored as degrees × 10⁷, exactly.
    package mutating func value(e7: Int32) {
        separate()
        bytes.append(e7: e7)
    }

    /// Writes a level as a number, such as 0, -1 or 0.5.
    package mutating func value(of level: Level) {
        value(level.number, decimals: level.hundredths % 100 == 0 ? 0 : 2)
    }

    /// Writes the members `lat` and `lon`.
    package mutating func members(of point: PointE7) {
        key("lat")
        value(e7: point.latitudeE7)
        key("lon")
        value(e7: point.longitudeE7)
    }

    /// Writes a box of E7 degrees as its west, south, east and north side (RFC 7946, 5).
    package mutating func value(_ box: IntBox) {
        beginArray()
        for side in [box.minX, box.minY, box.maxX, box.maxY] { value(e7: side) }
        endArray()
    }

    /// Writes the last `digits` hexadecimal digits of a number, in quotes.
    package mutating func value(hexadecimal number: UInt64, digits: Int) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for digit in (0..<digits).reversed() { bytes.append(Self.hexDigit(UInt8(number >> UInt64(4 * digit) & 15))) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func literal(_ word: StaticString) {
        separate()
        word.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }  // The literal's own bytes.
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func quote(_ text: Span<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        guard text.indices.contains(where: { Self.isEscaped(text[$0]) }) else {
            // Inside: the bytes are read before anything else happens to them.
            unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
            bytes.append(UInt8(ascii: "\""))
            return
        }
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                for escape in "\\u00".utf8 { bytes.append(escape) }
                bytes.append(Self.hexDigit(byte >> 4))
                bytes.append(Self.hexDigit(byte & 15))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
