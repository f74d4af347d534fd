/// What lets its holder register once, where only those register who were invited.
package struct RegistrationLink: Sendable, Equatable {
    package let id: RegistrationLinkID
    /// The digest of its code: who reads the store cannot register with it.
    package let digest: String
    /// For whom it is, as the operator who made it noted; may be empty.
    package let note: String
    /// Milliseconds since 1970.
    package let created: Int64
    package let expires: Int64
    /// The operator who made it; `nil` for one of a version that did not keep that.
    package let maker: AccountID?

    package init(
        id: RegistrationLinkID, digest: String, note: String, created: Int64, expires: Int64, maker: AccountID?
    ) {
        self.maker = maker
        self.id = id
        self.digest = digest
        self.note = note
        self.created = created
        self.expires = expires
    }

    /// How many may wait to be used.
    package static let maximum = 100
    /// How many days a link may be good for.
    package static let days = 1...90
    /// The most characters of a note.
    package static let noteLength = 100
}

package typealias RegistrationLinkID = ID<RegistrationLink>

/// Keeps registration links. What a call has written is on the disk when it returns.
package protocol RegistrationLinkStore: Sendable {
    /// Adds a link; those that have expired when it was made go. Throws `invalid` where as many as may wait already.
    func add(_ link: RegistrationLink) async throws
    /// The links that have not expired at `milliseconds`, newest first.
    func registrationLinks(at milliseconds: Int64) async throws -> [RegistrationLink]
    /// Removes a link; throws `notFound`.
    func remove(_ link: RegistrationLinkID) async throws
    /// Adds an account together with its first session, and removes the link with this digest, in one step. Throws
    /// `wrongCode` where there is none that has not expired, and `nameTaken`; then nothing is changed.
    func add(
        _ account: NewAccount, beginning session: Session, using digest: String, at milliseconds: Int64
    ) async throws -> Account
}

extension CommunityFault {
    /// As many links wait as may.
    package static let tooManyLinks = invalid(
        field: "links", reason: "are \(RegistrationLink.maximum) already; revoke some first")
}

extension Accounts {
    /// Makes a link for `note`, good for so many days, and returns its code, which is kept nowhere. Throws `invalid`.
    package func invite(
        note: String, days: Int, by maker: AccountID
    ) async throws -> (link: RegistrationLink, code: SetUpCode) {
        guard note.utf8.count <= 8 * RegistrationLink.noteLength, note.count <= RegistrationLink.noteLength else {
            throw CommunityFault.invalid(
                field: "note", reason: "has more than \(RegistrationLink.noteLength) characters")
        }
        guard RegistrationLink.days.contains(days) else {
            throw CommunityFault.invalid(
                field: "days",
                reason: "is not from \(RegistrationLink.days.lowerBound) to \(RegistrationLink.days.upperBound)")
        }
        var generator = SystemRandomNumberGenerator()
        let code = SetUpCode(using: &generator), time = now()
        let link = RegistrationLink(
            id: RegistrationLinkID(at: time, using: &generator), digest: code.digest, note: note, created: time,
            expires: time + Int64(days) * UTCDay.milliseconds, maker: maker)
        try await store.add(link)
        return (link, code)
    }

    /// The links that wait to be used, newest first.
    package func registrationLinks() async throws -> [RegistrationLink] {
        try await store.registrationLinks(at: now())
    }

    /// Takes a link back; throws `notFound` for one that was used or has expired.
    package func revoke(_ link: RegistrationLinkID) async throws { try await store.remove(link) }

    /// Adds an account for who holds the code of a link, which is used up in the same step, and begins its first
    /// session. Throws `wrongCode` for one that is wrong, used up, too old or revoked, `invalid`, `nameTaken` and
    /// `busy`; then the code stays as good as it was.
    package func register(
        name: String, password: String, invitation code: String, label: String,
        holdingName hold: NameHolding = { try await $1() }
    ) async throws -> (account: Account, token: Token) {
        guard let digest = SetUpCode(typed: code)?.digest else { throw CommunityFault.wrongCode }
        // Before digesting a password: guessing should not cost that. The store looks once more.
        guard try await store.registrationLinks(at: now()).contains(where: { $0.digest == digest }) else {
            throw CommunityFault.wrongCode
        }
        let new = try await newAccount(name, password, .user)
        let (session, token) = try newSession(.page, label, for: new.id)
        let account = try await hold(name) {
            try await store.add(new, beginning: session, using: digest, at: now())
        }
        return (account, token)
    }
}
