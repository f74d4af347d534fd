/// Asks how much of its limits the account uses.
public struct QuotasRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/quotas", "quotas",
        "How much you use of what one person may, in all or today. Days begin at midnight UTC.",
        answer: .json(QuotaList.self), access: .users)
}

/// How much of its limits an account uses.
public struct QuotaList: Codable, Equatable, Sendable {
    public let quotas: [QuotaUse]

    public init(quotas: [QuotaUse]) { self.quotas = quotas }
}

/// How much of one thing an account has, or has used today.
public struct QuotaUse: Codable, Equatable, Sendable {
    public let of: QuotaKind
    public let used: Int
    public let limit: Int
    public let resets: String?
    public let leftOut: Int?

    public init(of: QuotaKind, used: Int, limit: Int, resets: String? = nil, leftOut: Int? = nil) {
        self.of = of
        self.used = used
        self.limit = limit
        self.resets = resets
        self.leftOut = leftOut
    }

    enum CodingKeys: String, CodingKey {
        case of, used, limit, resets
        case leftOut = "left_out"
    }
}

extension QuotaUse: Annotated {
    package static let notes = [
        "of": "The thing that is counted.",
        "used": "How much of it you have, or have used today.",
        "limit": "The most that one person may have.",
        "resets":
            "When the counted day ends, as ISO 8601 in UTC; missing for things that are not counted by the day.",
        "left_out": """
        How many positions of devices and files the server left out today because a limit was reached; only for \
        `positions_of_day`.
        """,
    ]
}

/// A thing of which one account may have only so much.
public enum QuotaKind: String, Codable, Sendable, CaseIterable {
    /// Positions that devices reported today, and points that were added from files today.
    case positionsOfDay = "positions_of_day"
    case trackPointsOfDay = "track_points_of_day"
    /// Positions that are kept, about.
    case keptPositions = "kept_positions"
    case postsOfDay = "posts_of_day"
    case pictureBytes = "picture_bytes"
    case devices, friends
    case groupsAndLinks = "groups_and_links"
}

extension QuotaKind: WireWords {}
