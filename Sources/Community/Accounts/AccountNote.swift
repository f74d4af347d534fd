/// An entry in the history of an account, which its owner reads: something that gave access to the account, took it
/// away, or tried to, or that changed who sees its owner.
///
/// It has no address of a network and no position.
package struct AccountNote: Sendable, Equatable {
    package let kind: Kind
    /// What it was: the name of a browser, program or device, or a role; may be empty.
    package let text: String
    /// When it was, at the latest, in milliseconds since 1970.
    package let time: Int64
    /// How many times it was on that day (UTC).
    package let count: Int
    /// Whether this only counts what came after the first `maximumOfDay` of its kind and day.
    package let isRest: Bool

    package init(_ kind: Kind, _ text: String, at time: Int64, count: Int = 1, isRest: Bool = false) {
        self.kind = kind
        self.text = text
        self.time = time
        self.count = count
        self.isRest = isRest
    }

    /// Raw values are kept.
    package enum Kind: UInt8, Sendable, CaseIterable {
        case registered, logIn, failedLogIn, passwordChanged
        /// A new password by a set-up code.
        case passwordSet
        case programAdded, sessionEnded
        /// The owner signed out everywhere.
        case signedOut
        case deviceAdded, deviceRemoved, linkAdded, linkEnded, groupJoined, friendAdded, exported, roleChanged
        /// An operator made a registration link.
        case invitationAdded
        case passkeyAdded, passkeyRemoved, passkeyLogIn
        /// A passkey was refused that may be a copy.
        case passkeyCopied
        case groupLeft, friendRemoved
        /// Another audience or another precision; the text is what friends see.
        case sharingChanged
        /// Positions or visits were deleted, or are kept for a shorter time.
        case positionsDeleted
        /// An operator gave somebody, whom the text names, a role.
        case roleGiven

        /// Those whose text is the name of another account: it goes when that one goes.
        package static let ofNames: [Kind] = [.friendAdded, .friendRemoved, .roleGiven]
    }

    /// The most characters of a text: what the longest names have.
    package static let textLength = RegistrationLink.noteLength
    /// The most entries of one kind on one day (UTC). What else is of that kind and day is counted in one entry more.
    package static let maximumOfDay = 10
    /// The most entries of one kind. A kind loses its own oldest ones and no others: nobody can push out what is of
    /// another kind.
    package static let maximumOfKind = 30
    /// How many days an entry is kept.
    package static let days: Int64 = 90
    /// The most entries of one account.
    package static let maximum = maximumOfKind * Kind.allCases.count

    /// The time, in milliseconds since 1970, up to which entries go.
    package var expired: Int64 { time - Self.days * UTCDay.milliseconds }

    /// The time span in which the same counts as one entry.
    package var sameDay: Range<Int64> {
        let end = UTCDay.end(at: time)
        return end - UTCDay.milliseconds..<end
    }

    /// This and an earlier entry of the same day as one.
    package func joined(with earlier: Int) -> AccountNote {
        AccountNote(kind, text, at: time, count: count + earlier, isRest: isRest)
    }

    /// This as one of those that are only counted.
    package var asRest: AccountNote { AccountNote(kind, "", at: time, count: count, isRest: true) }
}

/// Keeps the history of accounts; other stores write to it in the same step as what it tells of. What a call has
/// written is on the disk when it returns.
package protocol HistoryStore: Sendable {
    /// Adds an entry; throws `notFound` when the account has gone.
    func note(_ note: AccountNote, of account: AccountID) async throws
    /// Counts an entry once less that was added for something that was refused afterwards; leaves the rest as it is.
    func withdraw(_ note: AccountNote, of account: AccountID) async throws
    /// At most `AccountNote.maximum` entries that came after `oldest`, in milliseconds since 1970, newest first.
    func history(of account: AccountID, after oldest: Int64) async throws -> [AccountNote]
}

extension Session {
    /// What its beginning adds to the history.
    package var beginning: AccountNote { AccountNote(kind == .page ? .logIn : .programAdded, label, at: created) }
}

extension AccountChange {
    /// What it adds to the history at `milliseconds` since 1970.
    package func note(at milliseconds: Int64) -> AccountNote? {
        switch self {
        case .role(let role, _): AccountNote(.roleChanged, String(describing: role), at: milliseconds)
        case .password: AccountNote(.passwordChanged, "", at: milliseconds)
        case .recovery(_, _, let session): AccountNote(.passwordSet, session.label, at: milliseconds)
        case .signOut: AccountNote(.signedOut, "", at: milliseconds)
        case .rehash: nil
        }
    }
}
