/// Asks how much of what it may the account has, or has done today.
public struct QuotasRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/quotas", "quotas",
        "How much you have, or have done today, of what one person may; days begin at midnight UTC.",
        answer: .json(QuotaList.self), access: .users)
    package static let blank = QuotasRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// How much an account has, or has done today, of what it may.
public struct QuotaList: Codable, Equatable, Sendable {
    public let quotas: [QuotaUse]

    public init(quotas: [QuotaUse]) { self.quotas = quotas }
}

/// How much of one thing an account has, or has done today.
public struct QuotaUse: Codable, Equatable, Sendable {
    public let of: QuotaKind
    public let used: Int
    public let limit: Int
    /// When the day ends by which it is counted, as ISO 8601 in UTC; `nil` for what is not counted by the day.
    public let resets: String?
    /// How many were left out today, as the limit was reached; `nil` where nothing is left out.
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
        "of": "What is counted.",
        "used": "How much of it you have, or had today.",
        "limit": "The most that one person may have.",
        "resets": "When the day ends by which it is counted, as ISO 8601 in UTC; not there for what is not counted so.",
        "left_out":
            "How many positions were left out today, of devices and files, as a limit was reached; for "
            + "`positions_of_day` only.",
    ]
}

/// Something of which one account may have only so much.
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
