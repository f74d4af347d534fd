/// The text form of bytes in WebAuthn's JSON: base64url (RFC 4648 §5) without padding.
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    /// The value of each ASCII character; 64 for characters outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 128)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = [], bits: UInt32 = 0, count = 0
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(alphabet[Int(bits >> count & 63)])
            }
        }
        if count > 0 { text.append(alphabet[Int(bits << (6 - count) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of `text`, or `nil` if `encode` would not write exactly this text.
    ///
    /// Padding, other characters and unused bits are refused, so two different texts never stand for the same bytes.
    package static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = [], bits: UInt32 = 0, count = 0
        bytes.reserveCapacity(text.utf8.count * 3 / 4)
        for character in text.utf8 {
            guard character < 128, values[Int(character)] < 64 else { return nil }
            bits = bits << 6 | UInt32(values[Int(character)])
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        // A single last character carries six bits, which is less than a byte.
        guard count < 6, bits & ((1 << count) - 1) == 0 else { return nil }
        return bytes
    }
}
