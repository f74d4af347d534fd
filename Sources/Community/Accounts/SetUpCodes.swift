import Synchronization

/// The rules of set-up codes: who holds one becomes an operator, or gets back into an account, while the server runs.
///
/// A class because a code is used once, whoever asks at the same time.
package final class SetUpCodes: Sendable {
    /// Milliseconds that a code is good for.
    package static let lifetime: Int64 = 3_600_000

    private let store: any SetUpCodeStore
    /// Milliseconds since 1970.
    private let now: @Sendable () -> Int64
    /// Held while the store is looked at and changed, so that of two who bring the code one gets it.
    private let claiming = Mutex(())

    package init(store: some SetUpCodeStore, now: @escaping @Sendable () -> Int64) {
        self.store = store
        self.now = now
    }

    /// Makes a code that adds an operator, or that sets the password of the account called `name`. The code before it
    /// is good no more.
    package func make(for name: String? = nil) throws -> SetUpCode {
        var generator = SystemRandomNumberGenerator()
        let code = SetUpCode(using: &generator)
        try claiming.withLock { _ in
            try store.keep(KeptSetUpCode(digest: code.digest, expires: now() + Self.lifetime, account: name))
        }
        return code
    }

    /// Uses up the code that somebody typed while `body` does what it is good for, which is told whose password the
    /// code sets, if anybody's. Throws `wrongCode`, and what `body` throws: then the code is still good.
    package func redeem<Result: Sendable>(
        _ typed: String, _ body: (_ account: String?) async throws -> Result
    ) async throws -> Result {
        let claimed = try claim(typed)
        do {
            return try await body(claimed.account)
        } catch {
            try giveBack(claimed)
            throw error
        }
    }

    /// Takes the code away from everybody else; throws `wrongCode` for one that is wrong, too old or used up.
    private func claim(_ typed: String) throws -> KeptSetUpCode {
        let digest = SetUpCode(typed: typed)?.digest ?? ""
        return try claiming.withLock { _ in
            guard let kept = try store.code() else { throw CommunityFault.wrongCode }
            guard kept.expires > now() else {
                try store.keep(nil)
                throw CommunityFault.wrongCode
            }
            guard Self.areEqual(digest, kept.digest) else { throw CommunityFault.wrongCode }
            // Before it is used: a server that ends in between leaves no code that works twice.
            try store.keep(nil)
            return kept
        }
    }

    private func giveBack(_ code: KeptSetUpCode) throws {
        try claiming.withLock { _ in
            // A newer one may have been made meanwhile.
            if try store.code() == nil { try store.keep(code) }
        }
    }

    /// Looks at every byte, however early they differ.
    private static func areEqual(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && zip(one.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
