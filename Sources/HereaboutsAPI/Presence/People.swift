/// Asks where the people are that the account may see.
public struct PeopleRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/people", "people",
        """
        Where your friends are, the members of your groups, and the people who share with everybody. The order means \
        nothing.
        """,
        answer: .json(PeopleList.self), access: .readers)
}

/// Asks where people last were, as a file for other programs.
public struct PeopleFileRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/people.geojson", "people_file",
        """
        Where the people whom you may see were last, as GeoJSON: one feature each, without a geometry for a person \
        at home.
        """,
        answer: .bytes(["application/geo+json"]), access: .readers)
}

/// The people that the account may see.
public struct PeopleList: Codable, Equatable, Sendable {
    public let people: [SeenPerson]

    public init(people: [SeenPerson]) { self.people = people }
}

/// People who moved or are no longer visible: the data of the event `people`.
public struct PeopleChange: Codable, Equatable, Sendable {
    public let people: [SeenPerson]
    public let gone: [String]

    public init(people: [SeenPerson], gone: [String]) { (self.people, self.gone) = (people, gone) }
}

extension PeopleChange: Annotated {
    package static let notes = ["gone": "The ids of people who are no longer visible."]
}

/// A person that the account may see.
public struct SeenPerson: Codable, Equatable, Sendable {
    public let id: String
    public let name: String
    public let isFriend: Bool
    public let isExact: Bool
    public let lat: Double?
    public let lon: Double?
    public let radius: Double?
    public let area: Area?
    public let isAtHome: Bool
    public let since: String
    public let last: String
    public let group: String?
    public let isSimulated: Bool?

    public init(
        id: String, name: String, isFriend: Bool, isExact: Bool, lat: Double?, lon: Double?, radius: Double? = nil,
        area: Area?, isAtHome: Bool, since: String, last: String, group: String? = nil, isSimulated: Bool? = nil
    ) {
        (self.id, self.name, self.isFriend, self.isExact) = (id, name, isFriend, isExact)
        (self.lat, self.lon, self.radius, self.area, self.isAtHome) = (lat, lon, radius, area, isAtHome)
        (self.since, self.last, self.group, self.isSimulated) = (since, last, group, isSimulated)
    }

    enum CodingKeys: String, CodingKey {
        case id, name, lat, lon, radius, area, since, last, group
        case isFriend = "is_friend"
        case isExact = "is_exact"
        case isAtHome = "is_at_home"
        case isSimulated = "is_simulated"
    }

    /// A square of a grid that does not depend on where anybody lives.
    public struct Area: Codable, Equatable, Sendable {
        public let south: Double
        public let west: Double
        public let north: Double
        public let east: Double

        public init(south: Double, west: Double, north: Double, east: Double) {
            (self.south, self.west, self.north, self.east) = (south, west, north, east)
        }
    }
}

extension SeenPerson: Annotated {
    package static let notes = [
        "id": "Stays the same while the person is visible, and means nothing else.",
        "name": "The name of a friend or member, or the pseudonym of a person who shares with everybody.",
        "is_exact":
            "Whether the place is exact. An approximate place stays the same while the person stays about there.",
        "lat": """
        Latitude in degrees, WGS 84; missing at home. With a `radius` it is the middle of a circle, moved on \
        purpose: nobody should go there.
        """,
        "lon": "Longitude in degrees, WGS 84.",
        "radius": """
        The person was within this many metres of the point, in 19 of 20 cases. Missing for an exact place, and \
        at home.
        """,
        "area": "The home area: a square of a grid that does not depend on where anybody lives.",
        "is_at_home": "Whether the person is at home, or has switched *at home* on.",
        "since": "When the person came there, as ISO 8601 in UTC; at home to the hour.",
        "last": "When their device last reported, as ISO 8601 in UTC; at home to the hour.",
        "group": """
        The name of the group in which the person shares; missing for a friend, and for a person who shares with \
        everybody.
        """,
        "is_simulated": "True for a simulated person; else missing.",
    ]
}
