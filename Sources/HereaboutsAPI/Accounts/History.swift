/// Asks for the events of the account.
public struct HistoryRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/history", "account_history",
        """
        What happened to the account in the last 90 days, newest first: at most 10 entries of one kind and day, and \
        30 of one kind.
        """,
        answer: .json(AccountHistory.self), access: .users)
}

/// The events of an account, newest first.
public struct AccountHistory: Codable, Equatable, Sendable {
    public let events: [AccountEvent]

    public init(events: [AccountEvent]) { self.events = events }
}

/// An event of an account.
public struct AccountEvent: Codable, Equatable, Sendable {
    public let kind: Kind
    public let text: String
    public let time: String
    public let count: Int
    public let isRest: Bool

    public init(_ kind: Kind, _ text: String, time: String, count: Int, isRest: Bool = false) {
        (self.kind, self.text, self.time, self.count, self.isRest) = (kind, text, time, count, isRest)
    }

    enum CodingKeys: String, CodingKey {
        case kind, text, time, count
        case isRest = "is_rest"
    }

    /// The kind of an event.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case registered
        case logIn = "log_in"
        case failedLogIn = "failed_log_in"
        case passwordChanged = "password_changed"
        case passwordSet = "password_set"
        case programAdded = "program_added"
        case sessionEnded = "session_ended"
        case signedOut = "signed_out"
        case deviceAdded = "device_added"
        case deviceRemoved = "device_removed"
        case linkAdded = "link_added"
        case linkEnded = "link_ended"
        case groupJoined = "group_joined"
        case friendAdded = "friend_added"
        case exported
        case roleChanged = "role_changed"
        case invitationAdded = "invitation_added"
        case passkeyAdded = "passkey_added"
        case passkeyRemoved = "passkey_removed"
        case passkeyLogIn = "passkey_log_in"
        case passkeyCopied = "passkey_copied"
        case groupLeft = "group_left"
        case friendRemoved = "friend_removed"
        case sharingChanged = "sharing_changed"
        case positionsDeleted = "positions_deleted"
        case roleGiven = "role_given"
    }
}

extension AccountEvent.Kind: WireWords {}

extension AccountEvent: Annotated {
    package static let notes = [
        "kind": "What happened.",
        "text": """
        The browser, program, passkey, device, group, account or role that the event is about, or what friends \
        see; may be empty.
        """,
        "time": "When it happened, at the latest, as ISO 8601 in UTC.",
        "count": "How many times it happened on that day (UTC).",
        "is_rest": "Whether this entry only counts the rest of its kind on that day, after 10 entries.",
    ]
}
