/// A link that lets its holder register once, at a place where registration needs an invitation.
package struct RegistrationLink: Sendable, Equatable {
    package let id: RegistrationLinkID
    /// The digest of its code: a reader of the store cannot register with it.
    package let digest: String
    /// The operator's note of its intended recipient; may be empty.
    package let note: String
    package let created: Timestamp
    package let expires: Timestamp
    /// The operator who made it; `nil` for a link from a version that did not store that.
    package let maker: AccountID?

    package init(
        id: RegistrationLinkID, digest: String, note: String, created: Timestamp, expires: Timestamp, maker: AccountID?
    ) {
        self.maker = maker
        self.id = id
        self.digest = digest
        self.note = note
        self.created = created
        self.expires = expires
    }

    /// The maximum number of unused links.
    package static let maximum = 100
    /// The valid lifetimes of a link, in days.
    package static let days = 1...90
    /// The maximum number of characters of a note.
    package static let noteLength = 100
}

package typealias RegistrationLinkID = ID<RegistrationLink>

/// Stores registration links. A call returns when its changes are on disk.
package protocol RegistrationLinkStore: Sendable {
    /// Adds a link, and removes the links that had expired when it was made. Throws `invalid` if the maximum number is
    /// reached.
    func add(_ link: RegistrationLink) async throws
    /// Returns the links that have not expired at `time`, newest first.
    func registrationLinks(at time: Timestamp) async throws -> [RegistrationLink]
    /// Removes a link; throws `notFound`.
    func remove(_ link: RegistrationLinkID) async throws
    /// Adds an account with its first session, and removes the link with this digest, in one transaction. Throws
    /// `wrongCode` if there is no such unexpired link, and `nameTaken`; it then changes nothing.
    func add(
        _ account: NewAccount, beginning session: Session, using digest: String, at time: Timestamp
    ) async throws -> Account
}

extension CommunityFault {
    /// The fault for the maximum number of unused links.
    package static let tooManyLinks = invalid(
        field: "links", reason: "have reached the maximum of \(RegistrationLink.maximum); revoke some first")
}

extension Accounts {
    /// Makes a link with `note` that is valid for `days`, and returns its code, which the server does not keep. Throws
    /// `invalid`.
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
                reason: "must be from \(RegistrationLink.days.lowerBound) to \(RegistrationLink.days.upperBound)")
        }
        var generator = SystemRandomNumberGenerator()
        let code = SetUpCode(using: &generator), time = now()
        let link = RegistrationLink(
            id: RegistrationLinkID(at: time, using: &generator), digest: code.digest, note: note, created: time,
            expires: time + Int64(days) * UTCDay.milliseconds, maker: maker)
        try await store.add(link)
        return (link, code)
    }

    /// Returns the unused links, newest first.
    package func registrationLinks() async throws -> [RegistrationLink] {
        try await store.registrationLinks(at: now())
    }

    /// Revokes a link; throws `notFound` for a link that was used or has expired.
    package func revoke(_ link: RegistrationLinkID) async throws { try await store.remove(link) }

    /// Adds an account for the holder of a link's code and begins its first session. The same transaction uses up the
    /// code.
    ///
    /// Throws `wrongCode` for a code that is wrong, used, expired or revoked, `invalid`, `nameTaken` and `busy`; the
    /// code then stays valid.
    package func register(
        name: String, password: String, invitation code: String, label: String,
        holdingName hold: NameHolding = { try await $1() }
    ) async throws -> (account: Account, token: Token) {
        guard let digest = SetUpCode(typed: code)?.digest else { throw CommunityFault.wrongCode }
        // Checked before hashing a password, so that guessing codes stays cheap for the server. The store checks again.
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
