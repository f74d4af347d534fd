import Crypto
import FoundationEssentials

/// A one-time secret that lets its holder add an operator or give an account a new password.
///
/// A person with access to the data folder makes it; the page accepts it.
package struct SetUpCode: Sendable, Equatable {
    /// 80 random bits in 16 characters: few enough to type, too many to guess at the pace that the server allows.
    private let characters: [UInt8]

    /// Crockford's Base32 (crockford.com/base32.html): no two characters look alike.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let length = 16

    package init(using generator: inout some RandomNumberGenerator) {
        characters = (0..<Self.length).map { _ in
            Self.alphabet[Int.random(in: 0..<Self.alphabet.count, using: &generator)]
        }
    }

    /// Parses a typed code, in any case, with or without signs between the groups; `nil` for any other text.
    package init?(typed text: String) {
        guard text.utf8.count <= 64 else { return nil }
        characters = text.uppercased().utf8.compactMap { byte in
            switch byte {
            case UInt8(ascii: "O"): UInt8(ascii: "0")
            case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
            case UInt8(ascii: "-"), UInt8(ascii: " "): nil
            default: byte
            }
        }
        guard characters.count == Self.length, characters.allSatisfy(Self.alphabet.contains) else { return nil }
    }

    /// The form for people: four groups of four characters.
    package var text: String {
        stride(from: 0, to: Self.length, by: 4)
            .map { String(decoding: characters[$0..<$0 + 4], as: UTF8.self) }.joined(separator: "-")
    }

    /// SHA-256 in hexadecimal digits: a reader of the data folder, or of a copy, cannot use the code.
    package var digest: String {
        SHA256.hash(data: characters).map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }

    /// Whether `text` has the form of a digest: 64 lower-case hexadecimal digits.
    static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 2 * SHA256.byteCount && text.utf8.allSatisfy("0123456789abcdef".utf8.contains)
    }
}

/// The stored form of an unused set-up code.
package struct KeptSetUpCode: Sendable, Equatable, Codable {
    package var digest: String
    package var expires: Timestamp
    /// The name of the account whose password it sets; `nil` for a code that adds an operator.
    package var account: String?

    package init(digest: String, expires: Timestamp, account: String?) {
        self.digest = digest
        self.expires = expires
        self.account = account
    }

    /// Whether its digest has the form of a code's digest.
    package var isValid: Bool { SetUpCode.isDigest(digest) }
}

/// Stores the set-up code of a place: at most one, and the newest replaces the one before.
///
/// Another program may store a new code at any moment. A caller that redeems a code takes it first; it can give the
/// code back only until a newer code is stored.
package protocol SetUpCodeStore: Sendable {
    /// Returns the unused code, expired or not; `nil` if there is none.
    func code() throws -> KeptSetUpCode?
    /// Stores a code and invalidates the one before, even if a caller gives that back later.
    func keep(_ code: KeptSetUpCode) throws
    /// Sets the code aside if it is the stored one. Returns whether it was.
    func take(_ code: KeptSetUpCode) throws -> Bool
    /// Restores a taken code, unless a newer code was stored meanwhile.
    func giveBack(_ code: KeptSetUpCode) throws
    /// Deletes a taken code.
    func forget(_ code: KeptSetUpCode) throws
}
