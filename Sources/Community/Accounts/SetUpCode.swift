import Crypto
import FoundationEssentials

/// A secret that lets its holder add an operator, or give an account a new password, once.
///
/// Whoever may read and write the data folder makes it; the page takes it.
package struct SetUpCode: Sendable, Equatable {
    /// 80 random bits in 16 characters: few enough to type, too many to guess at the pace that the server allows.
    private let characters: [UInt8]

    /// Crockford's Base32 (crockford.com/base32.html): no letter in it looks like another character.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let length = 16

    package init(using generator: inout some RandomNumberGenerator) {
        characters = (0..<Self.length).map { _ in
            Self.alphabet[Int.random(in: 0..<Self.alphabet.count, using: &generator)]
        }
    }

    /// Reads what somebody typed, in whatever case, with or without signs between the groups; `nil` for what is no
    /// code.
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

    /// As people read it: four groups of four characters.
    package var text: String {
        stride(from: 0, to: Self.length, by: 4)
            .map { String(decoding: characters[$0..<$0 + 4], as: UTF8.self) }.joined(separator: "-")
    }

    /// SHA-256 in hexadecimal digits: who reads the data folder, or a copy of it, cannot enter with it.
    package var digest: String {
        SHA256.hash(data: characters).map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }

    /// Whether `text` has the form of a digest: 64 hexadecimal digits, small ones.
    static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 2 * SHA256.byteCount && text.utf8.allSatisfy("0123456789abcdef".utf8.contains)
    }
}

/// What is kept of a set-up code until it is used.
package struct KeptSetUpCode: Sendable, Equatable, Codable {
    package var digest: String
    /// Milliseconds since 1970.
    package var expires: Int64
    /// Whose password it sets; `nil` for a code that adds an operator.
    package var account: String?

    package init(digest: String, expires: Int64, account: String?) {
        self.digest = digest
        self.expires = expires
        self.account = account
    }

    /// Whether its digest can be that of a code.
    package var isValid: Bool { SetUpCode.isDigest(digest) }
}

/// Keeps the set-up code of a place: there is one at most, and the newest replaces the one before.
///
/// Another program may keep a new code at any moment. Whoever redeems a code takes it first: a code that was taken can
/// be given back only until a newer one is kept.
package protocol SetUpCodeStore: Sendable {
    /// The code that waits to be redeemed, expired or not; `nil` when there is none.
    func code() throws -> KeptSetUpCode?
    /// Keeps a code in place of the one before, which is good no more, even if it is given back later.
    func keep(_ code: KeptSetUpCode) throws
    /// Sets the code aside, if it is the one that waits. Returns whether it was.
    func take(_ code: KeptSetUpCode) throws -> Bool
    /// Lets a code that was taken wait again, unless a newer one was kept meanwhile.
    func giveBack(_ code: KeptSetUpCode) throws
    /// Forgets a code that was taken.
    func forget(_ code: KeptSetUpCode) throws
}
