import Crypto

/// A random key of the client. A request that comes again with the same key changes nothing more.
package struct IdempotencyKey: Sendable, Equatable {
    /// The account of the key: two accounts may choose the same.
    package let account: AccountID?
    package let text: String
    /// SHA-256 of the content of the request, in 32 bytes. The same key with other content is another request.
    package let content: [UInt8]

    /// Takes 16 ... 64 visible ASCII characters; `nil` for anything else. `parts` are the content of the request, its
    /// kind first.
    package init?(_ text: String, of account: AccountID?, for parts: [String] = []) {
        guard (16...64).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            return nil
        }
        self.account = account
        self.text = text
        var hash = SHA256()
        // Each part enters by its digest, so that different lists of parts cannot look the same.
        for part in parts { hash.update(data: Array(SHA256.hash(data: Array(part.utf8)))) }
        content = Array(hash.finalize())
    }

    /// Makes a key of what a client sent; `nil` without one. Throws `invalid`.
    package static func sent(
        _ text: String?, by account: AccountID?, for parts: [String]
    ) throws(CommunityFault) -> IdempotencyKey? {
        guard let text else { return nil }
        guard let key = IdempotencyKey(text, of: account, for: parts) else {
            throw .invalid(field: "key", reason: "is not 16 to 64 visible ASCII characters")
        }
        return key
    }

    /// The time for which a store remembers a key. A device may send this late what its owner wrote without a network.
    package static let memory: Milliseconds = 30 * UTCDay.milliseconds
    /// The maximum number of keys of an account, and of all people together. A store forgets the oldest beyond it.
    package static let mostOfAccount = 40_000
    package static let most = 1_000_000
}

/// Remembers the keys of requests, for posts, pictures and votes alike.
package protocol KeyStore: Sendable {
    /// Forgets the keys that have expired at `time`, and the oldest keys beyond `most`.
    func forgetKeys(at time: Timestamp, beyond most: Int) async throws
}

/// The time at which an author wrote something that arrived later.
package enum WritingTime {
    /// The maximum age of something that arrives: as long as keys are remembered.
    package static let oldest = IdempotencyKey.memory
    /// Something that arrives sooner than this after its writing counts as written when it arrived.
    private static let least: Milliseconds = 60_000

    /// Returns when something was written that a client sent at `now`; `nil` if that was just now.
    ///
    /// A time in the future counts as now: the device's clock is wrong, and its owner may not be able to set it. Throws
    /// `tooOld`.
    package static func checked(_ written: Timestamp?, at now: Timestamp) throws(CommunityFault) -> Timestamp? {
        guard let written else { return nil }
        guard written >= now - oldest else { throw .tooOld }
        return written <= now - least ? written : nil
    }
}
