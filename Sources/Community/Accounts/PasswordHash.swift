import Crypto
import CryptoExtras
import Foundation

/// The stored form of a password: salt and scrypt digest (RFC 7914), with their cost, so that the cost can grow later.
package struct PasswordHash: Sendable, Equatable {
    /// In the PHC string format: `$scrypt$ln=15,r=8,p=3$salt$digest`, Base64 without padding.
    package let text: String

    /// Takes the text from a store.
    package init(text: String) { self.text = text }

    /// The cost of one digest: memory is 128 · 2^`logRounds` · `blockSize` bytes; time also grows with `parallelism`.
    package struct Cost: Sendable, Equatable {
        package let logRounds: Int
        package let blockSize: Int
        package let parallelism: Int

        package init(logRounds: Int, blockSize: Int = 8, parallelism: Int) {
            self.logRounds = logRounds
            self.blockSize = blockSize
            self.parallelism = parallelism
        }

        /// The computing work, in blocks.
        var work: Int { (1 << logRounds) * blockSize * parallelism }

        /// 32 MiB, three times: one of the settings that OWASP's Password Storage Cheat Sheet considers equally strong.
        package static let standard = Cost(logRounds: 15, parallelism: 3)
    }

    /// Digests `password` with `salt` (16 bytes).
    init(of password: Password, salt: [UInt8], cost: Cost) {
        let digest = Self.digest(password, salt, cost)
        let costs = "ln=\(cost.logRounds),r=\(cost.blockSize),p=\(cost.parallelism)"
        text = "$scrypt$\(costs)$\(Self.base64(salt))$\(Self.base64(digest))"
    }

    /// Whether `password` is the one that was digested.
    func matches(_ password: Password) -> Bool {
        guard let parts = Self.parts(text) else { return false }
        let other = Self.digest(password, parts.salt, parts.cost)
        // Compares every byte, so that the time does not depend on the first difference.
        return other.count == parts.digest.count && zip(other, parts.digest).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether its cost is below the current cost, in time or in memory.
    func isCheaper(than cost: Cost) -> Bool {
        guard let own = Self.parts(text)?.cost else { return false }
        return own.work < cost.work || own.blockSize << own.logRounds < cost.blockSize << cost.logRounds
    }

    private static func digest(_ password: Password, _ salt: [UInt8], _ cost: Cost) -> [UInt8] {
        do {
            let key = try KDF.Scrypt.deriveKey(
                from: Array(password.text.utf8), salt: salt, outputByteCount: 32, rounds: 1 << cost.logRounds,
                blockSize: cost.blockSize, parallelism: cost.parallelism)
            return unsafe key.withUnsafeBytes { unsafe Array($0) }
        } catch {
            preconditionFailure("scrypt takes the costs that this program uses, and there is memory for them: \(error)")
        }
    }

    private static func parts(_ text: String) -> (cost: Cost, salt: [UInt8], digest: [UInt8])? {
        let fields = text.split(separator: "$", omittingEmptySubsequences: false)
        guard fields.count == 5, fields[0].isEmpty, fields[1] == "scrypt" else { return nil }
        let numbers = fields[2].split(separator: ",").compactMap { Int($0.drop { $0 != "=" }.dropFirst()) }
        guard numbers.count == 3, (1...20).contains(numbers[0]), (1...32).contains(numbers[1]),
            (1...16).contains(numbers[2]), let salt = bytes(fields[3]), let digest = bytes(fields[4])
        else { return nil }
        return (Cost(logRounds: numbers[0], blockSize: numbers[1], parallelism: numbers[2]), salt, digest)
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { Array($0) }
    }
}

/// A typed password: 8 ... 200 characters, and none of the most common passwords.
package struct Password: Sendable {
    let text: String

    /// Checks a new password; throws `invalid` with the rule that it breaks.
    ///
    /// Length counts, not kinds of characters (NIST SP 800-63B §5.1.1.2).
    package init(new text: String, for name: AccountName) throws(CommunityFault) {
        try self.init(text)
        func refuse(_ reason: String) -> CommunityFault { .invalid(field: "password", reason: reason) }
        guard text.count >= 8 else { throw refuse("has fewer than 8 characters") }
        let folded = text.lowercased()
        guard Set(folded).count >= 4 else { throw refuse("repeats the same few characters") }
        guard !folded.contains(name.folded) || text.count >= name.folded.count + 8 else {
            throw refuse("is too similar to the name")
        }
        guard !Self.common.contains(folded) else { throw refuse("is one of the most common passwords") }
    }

    /// Takes a password typed at log-in; throws `invalid` if it is longer than any password can be.
    package init(_ text: String) throws(CommunityFault) {
        // Bytes come first: counting characters takes time with the bytes, and one character may have any number of
        // bytes.
        guard text.utf8.count <= 8 * 200, text.count <= 200 else {
            throw .invalid(field: "password", reason: "has more than 200 characters")
        }
        // Keyboards write the same letter in several ways (NIST SP 800-63B §5.1.1.2).
        self.text = text.precomposedStringWithCompatibilityMapping
    }

    /// The words that lead every published list of leaked passwords, from eight characters on.
    private static let common: Set<String> = [
        "password", "password1", "password123", "passw0rd", "12345678", "123456789", "1234567890", "qwerty123",
        "qwertyuiop", "1q2w3e4r", "1q2w3e4r5t", "iloveyou", "sunshine", "princess", "football", "baseball",
        "superman", "trustno1", "welcome1", "abcd1234", "administrator", "letmein1", "changeme", "hereabouts",
    ]
}
