/// Converts text that comes in pieces, in UTF-8 or UTF-16, to UTF-8.
package struct TextStream {
    /// Whether the stream is in UTF-16; `nil` until two bytes have come.
    private var isUTF16: Bool?
    private var isBigEndian = false
    /// The bytes of an incomplete character.
    private var rest: [UInt8] = []

    package init() {}

    /// Returns the next piece in UTF-8. An incomplete character at its end waits for the next piece, if there is one.
    package mutating func utf8(_ piece: [UInt8], isLast: Bool) -> [UInt8] {
        if isUTF16 == false { return piece }
        rest += piece
        if isUTF16 == nil {
            guard rest.count >= 2 || isLast else { return [] }
            let order = TextBytes.utf16Order(rest)
            (isUTF16, isBigEndian) = (order != nil, order ?? false)
        }
        guard isUTF16 == true else {
            defer { rest = [] }
            return rest
        }
        var length = rest.count - rest.count % 2
        // A high surrogate waits for its other half.
        if !isLast, length >= 2, rest[length - (isBigEndian ? 2 : 1)] & 0xfc == 0xd8 { length -= 2 }
        defer { rest.removeFirst(length) }
        return TextBytes.utf8(utf16: rest[..<length], isBigEndian: isBigEndian)
    }
}
