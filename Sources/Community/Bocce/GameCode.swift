/// The code of a shared game, which its link carries and which people can say: 8 characters of Crockford's Base32, 40
/// random bits.
///
/// Somebody who guesses codes with all requests that one network may send finds one of 10 000 games in six days, and may
/// then watch it.
package struct GameCode: Hashable, Sendable {
    package static let length = 8
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    package let text: String

    package init(using generator: inout some RandomNumberGenerator) {
        let bits = generator.next()
        text = String(
            decoding: (0..<UInt64(Self.length)).map { Self.digits[Int(bits >> (5 * $0) & 31)] }, as: UTF8.self)
    }

    /// Reads a code as people type it: in small letters too, with O for 0 and with I or L for 1. Returns `nil` for
    /// anything else.
    package init?(typed: some StringProtocol) {
        guard typed.utf8.count == Self.length else { return nil }
        let letters = typed.uppercased().map { $0 == "O" ? "0" : $0 == "I" || $0 == "L" ? "1" : $0 }
        let bytes = Array(String(letters).utf8)
        guard bytes.count == Self.length, bytes.allSatisfy(Self.digits.contains) else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
    }
}
