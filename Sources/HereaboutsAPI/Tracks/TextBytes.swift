/// Text in files that other programs wrote, in any Unicode encoding.
package enum TextBytes {
    /// Returns the same text in UTF-8 without a byte order mark.
    ///
    /// UTF-16 and UTF-32 are known by their mark (Unicode Standard, 23.8), UTF-16 also without one when the text begins
    /// with an ASCII character. Other bytes stay as they are. Invalid bytes become U+FFFD.
    package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        // The mark of UTF-32 begins with that of UTF-16.
        if bytes.starts(with: [0xff, 0xfe, 0, 0]) { return utf32(bytes, isBigEndian: false) }
        if bytes.starts(with: [0, 0, 0xfe, 0xff]) { return utf32(bytes, isBigEndian: true) }
        let text = utf16Order(bytes).map { utf8(utf16: bytes[...], isBigEndian: $0) } ?? bytes
        return text.starts(with: [0xef, 0xbb, 0xbf]) ? Array(text.dropFirst(3)) : text
    }

    /// Whether a text in UTF-16 has the high byte first; `nil` for bytes that are not UTF-16.
    static func utf16Order(_ bytes: [UInt8]) -> Bool? {
        guard bytes.count >= 2 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0xfe, 0xff), (0, 1...0x7f): return true
        case (0xff, 0xfe), (1...0x7f, 0): return false
        default: return nil
        }
    }

    /// Returns text in UTF-16 as UTF-8, its mark too; half a unit at the end is left out.
    static func utf8(utf16 bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        let high = isBigEndian ? 0 : 1
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - bytes.count % 2, by: 2).lazy
            .map { (index: Int) -> UInt16 in UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high]) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        _ = transcode(
            units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false, into: { text.append($0) })
        return text
    }

    private static func utf32(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for index in stride(from: 4, to: bytes.count - bytes.count % 4, by: 4) {
            let value = bytes[index..<index + 4].enumerated().reduce(UInt32(0)) { value, byte in
                value | UInt32(byte.element) << UInt32(8 * (isBigEndian ? 3 - byte.offset : byte.offset))
            }
            text.append(Unicode.Scalar(value) ?? "\u{fffd}")
        }
        return Array(String(text).utf8)
    }
}
