/// Times as other programs' files write them, of which receivers and exporters know more forms than `DateTime`.
package enum RecordedTime {
    /// Returns the milliseconds since 1970 of a date and a time of day (ISO 8601), or `nil`.
    ///
    /// Beside what `DateTime` reads: a blank or `t` between them, a comma before parts of a second, no seconds, a zone
    /// of hours alone. Without a zone the time is UTC, as the formats say.
    package static func read(_ text: String) -> Int64? {
        var bytes = Array(text.utf8)
        guard (16...40).contains(bytes.count) else { return nil }
        if bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "t") { bytes[10] = UInt8(ascii: "T") }
        if bytes[bytes.count - 1] == UInt8(ascii: "z") { bytes[bytes.count - 1] = UInt8(ascii: "Z") }
        if bytes.count > 19, bytes[19] == UInt8(ascii: ",") { bytes[19] = UInt8(ascii: ".") }
        if bytes.count == 16 || bytes[16] != UInt8(ascii: ":") { bytes.insert(contentsOf: Array(":00".utf8), at: 16) }
        let sign = bytes[bytes.count - 3]
        if bytes.count > 19, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            bytes += Array("00".utf8)
        }
        return DateTime.read(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns the milliseconds since 1970 of a text that is either a date with a time of day or a number since then,
    /// or `nil`.
    package static func read(anyForm text: String) -> Int64? {
        read(text) ?? Decimal.read(text).flatMap { milliseconds(unix: $0) }
    }

    /// Returns the milliseconds since 1970 of a number of seconds, milliseconds, microseconds or nanoseconds since
    /// then. The number's size decides the unit, for times from 1973 to 5138. `nil` for a number that no clock
    /// shows.
    package static func milliseconds(unix number: Double) -> Int64? {
        switch abs(number) {
        case ..<1e11: Int64(exactly: (number * 1000).rounded())
        case ..<1e14: Int64(exactly: number.rounded())
        case ..<1e17: Int64(exactly: (number / 1e3).rounded())
        case ..<1e20: Int64(exactly: (number / 1e6).rounded())
        default: nil
        }
    }
}
