/// Asks what the account shares.
public struct SharingRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/sharing", "sharing",
        "What you share of your location: nothing, until you change it.",
        answer: .json(SharingState.self), access: .users)
}

/// The current sharing of an account, with its revision.
public struct SharingState: Codable, Equatable, Sendable {
    public let revision: Int
    public let fields: SharingFields
    public let areas: [HomePlace]

    public init(revision: Int, fields: SharingFields, areas: [HomePlace]) {
        (self.revision, self.fields, self.areas) = (revision, fields, areas)
    }
}

extension SharingState: Annotated {
    package static let notes = ["areas": "Where the home areas are, in their order."]
}

/// Changes what the account shares.
public struct ChangeSharingRequest: BodyRequest, FieldlessRequest {
    public var body: Revised<SharingFields>

    public init(revision: Int, _ fields: SharingFields) { body = Revised(revision: revision, fields: fields) }

    package static let endpoint = Endpoint(
        .put, "/api/v1/me/sharing", "change_sharing",
        """
        Changes what you share of your location, with effect before the answer comes. A change that shows more, or \
        keeps less, needs a confirmed session.
        """,
        answer: .json(SharingState.self), access: .users,
        failures: [.invalidBody, .changedMeanwhile, .nameTaken, .confirmationRequired])
    package static let blank = ChangeSharingRequest(revision: 0, SharingFields())
}

/// The part of the owner's location that an account shares.
public struct SharingFields: Codable, Equatable, Sendable {
    public var friends: SharedPrecision
    public var pseudonym: String?
    public var statistics: Bool
    public var homes: [Home]
    public var atHome: Bool
    public var retentionDays: Int
    public var keepsVisits: Bool?

    public init(
        friends: SharedPrecision = .nothing, pseudonym: String? = nil, statistics: Bool = false, homes: [Home] = [],
        atHome: Bool = false, retentionDays: Int = 30, keepsVisits: Bool? = nil
    ) {
        (self.friends, self.pseudonym, self.statistics) = (friends, pseudonym, statistics)
        (self.homes, self.atHome) = (homes, atHome)
        (self.retentionDays, self.keepsVisits) = (retentionDays, keepsVisits)
    }

    enum CodingKeys: String, CodingKey {
        case friends, pseudonym, statistics, homes
        case atHome = "at_home"
        case retentionDays = "retention_days"
        case keepsVisits = "keeps_visits"
    }
}

extension SharingFields: Annotated {
    package static let notes = [
        "friends": "What friends see: nothing, your approximate location, or your exact one.",
        "pseudonym": """
        The name under which everybody sees your approximate location. Without one you do not share with \
        everybody.
        """,
        "statistics": "Whether your visits count, without your name, in how busy places are.",
        "homes":
            "At most three home areas. In them others see that you are at home, and nothing else; see `home_areas`.",
        "at_home": "Whether you count as being at home, wherever you are.",
        "retention_days": "How many days the server keeps what your devices report: 0 to 30.",
        "keeps_visits": """
        Whether the server keeps the places that you visited after that, for you alone. False when this is \
        missing.
        """,
    ]
}

/// How exact a shared location is.
public enum SharedPrecision: String, Codable, Sendable, CaseIterable {
    case nothing, fuzzy, exact
}

extension SharedPrecision: WireWords {}
