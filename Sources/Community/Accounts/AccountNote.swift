/// An entry in the history of an account, for its owner.
///
/// It records that access to the account was given, taken away or attempted, or that the audience of its owner changed.
/// It contains no network address and no position.
package struct AccountNote: Sendable, Equatable {
    package let kind: Kind
    /// The name of the browser, program or device, or a role; may be empty.
    package let text: String
    /// The time of the latest such event.
    package let time: Timestamp
    /// The number of such events on that day (UTC).
    package let count: Int
    /// Whether this entry only counts the events after the first `maximumOfDay` of its kind and day.
    package let isRest: Bool

    package init(_ kind: Kind, _ text: String, at time: Timestamp, count: Int = 1, isRest: Bool = false) {
        self.kind = kind
        self.text = text
        self.time = time
        self.count = count
        self.isRest = isRest
    }

    /// The raw values are stored.
    package enum Kind: UInt8, Sendable, CaseIterable {
        case registered, logIn, failedLogIn, passwordChanged
        /// A set-up code set a new password.
        case passwordSet
        case programAdded, sessionEnded
        /// The owner signed out everywhere.
        case signedOut
        case deviceAdded, deviceRemoved, linkAdded, linkEnded, groupJoined, friendAdded, exported, roleChanged
        /// An operator made a registration link.
        case invitationAdded
        case passkeyAdded, passkeyRemoved, passkeyLogIn
        /// The server refused a passkey because it may be a copy.
        case passkeyCopied
        case groupLeft, friendRemoved
        /// The owner changed audience or precision; the text is what friends see.
        case sharingChanged
        /// Positions or visits were deleted, or their retention became shorter.
        case positionsDeleted
        /// An operator gave a role to another account, which the text names.
        case roleGiven

        /// The kinds whose text is the name of another account: such an entry goes when that account goes.
        package static let ofNames: [Kind] = [.friendAdded, .friendRemoved, .roleGiven]
    }

    /// The maximum number of characters of a text: that of the longest names.
    package static let textLength = RegistrationLink.noteLength
    /// The maximum number of entries of one kind on one day (UTC). One more entry counts the rest.
    package static let maximumOfDay = 10
    /// The maximum number of entries of one kind. A kind drops only its own oldest entries, so nobody can push out
    /// entries of another kind.
    package static let maximumOfKind = 30
    /// The number of days for which the history keeps an entry.
    package static let days: Int64 = 90
    /// The maximum number of entries of one account.
    package static let maximum = maximumOfKind * Kind.allCases.count

    /// Entries up to this time expire.
    package var expired: Timestamp { time - Self.days * UTCDay.milliseconds }

    /// The time span in which equal events share one entry.
    package var sameDay: Range<Timestamp> {
        let end = UTCDay.end(at: time)
        return end - UTCDay.milliseconds..<end
    }

    /// Returns this entry, joined with earlier events of the same day.
    package func joined(with earlier: Int) -> AccountNote {
        AccountNote(kind, text, at: time, count: count + earlier, isRest: isRest)
    }

    /// Returns this entry as one that is only counted.
    package var asRest: AccountNote { AccountNote(kind, "", at: time, count: count, isRest: true) }
}

/// Stores the history of accounts. Other stores add to it in the same transaction as the change. A call returns when
/// its changes are on disk.
package protocol HistoryStore: Sendable {
    /// Adds an entry; throws `notFound` if the account no longer exists.
    func note(_ note: AccountNote, of account: AccountID) async throws
    /// Takes back one event of an entry, because the server refused it afterwards; leaves the rest as it is.
    func withdraw(_ note: AccountNote, of account: AccountID) async throws
    /// Returns at most `AccountNote.maximum` entries after `oldest`, newest first.
    func history(of account: AccountID, after oldest: Timestamp) async throws -> [AccountNote]
}

extension Session {
    /// The entry for the beginning of the session.
    package var beginning: AccountNote { AccountNote(kind == .page ? .logIn : .programAdded, label, at: created) }
}

extension AccountChange {
    /// Returns the entry for this change at `time`; `nil` for none.
    package func note(at time: Timestamp) -> AccountNote? {
        switch self {
        case .role(let role, _): AccountNote(.roleChanged, String(describing: role), at: time)
        case .password: AccountNote(.passwordChanged, "", at: time)
        case .recovery(_, _, let session): AccountNote(.passwordSet, session.label, at: time)
        case .signOut: AccountNote(.signedOut, "", at: time)
        case .rehash: nil
        }
    }
}
