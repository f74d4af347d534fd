/// Asks how busy all places are now.
public struct BusynessRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/busyness", "busyness", "How busy places are now; only places for which this may be published.",
        answer: .json(BusyPlaces.self), access: .readers)
}

/// Asks how busy places usually are and how long people wait there, as a table.
public struct BusynessTableRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/busyness.tsv", "busyness_table",
        """
        How busy places usually are and how long people wait there, by day of the week and hour, as tab-separated \
        text: all that is published about each place. It has levels only of hours with 100 counted people or more.
        """,
        answer: .bytes(["text/tab-separated-values"]), access: .readers)
}

/// Places and how busy they are.
public struct BusyPlaces: Codable, Equatable, Sendable {
    public let places: [BusyPlace]

    public init(places: [BusyPlace]) { self.places = places }
}

/// A place and how busy it is.
public struct BusyPlace: Codable, Equatable, Sendable {
    public let id: String
    public let name: String
    public let lat: Double
    public let lon: Double
    public let now: BusynessState
    public let isSimulated: Bool?

    public init(
        id: String, name: String, lat: Double, lon: Double, now: BusynessState, isSimulated: Bool? = nil
    ) {
        (self.id, self.name, self.lat, self.lon) = (id, name, lat, lon)
        (self.now, self.isSimulated) = (now, isSimulated)
    }

    enum CodingKeys: String, CodingKey {
        case id, name, lat, lon, now
        case isSimulated = "is_simulated"
    }
}

extension BusyPlace: Annotated {
    package static let notes = [
        "id": "The place's OpenStreetMap object.",
        "lat": "Latitude in degrees, WGS 84.",
        "lon": "Longitude in degrees, WGS 84.",
        "is_simulated": "True when the counted people are simulated; else missing.",
    ]
}

/// Asks how busy a place usually is, and how busy it is now.
public struct PlaceBusynessRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        "/api/v1/places/{id}/busyness", "place_busyness",
        """
        How busy a place usually is by day of the week and hour, relative to its own busiest hour, and how busy it \
        is now. Nothing where too few people were there or somebody may live.
        """,
        answer: .json(PlaceBusyness.self), access: .readers, failures: [.notFound])
    package static let blank = PlaceBusynessRequest(id: "n1")

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(
            .text("id", "The place's OpenStreetMap object, such as `n123`.", maximumLength: 40), &id)
    }
}

/// How busy a place is, usually and now.
public struct PlaceBusyness: Codable, Equatable, Sendable {
    public let id: String
    public let levels: [[Int]]?
    public let weeks: Int
    public let now: BusynessState?
    public let clock: String
    public let parameters: BusynessParameters
    public let hasQueue: Bool
    public let isSimulated: Bool?

    public init(
        id: String, levels: [[Int]]?, weeks: Int, now: BusynessState?, clock: String, parameters: BusynessParameters,
        hasQueue: Bool = true, isSimulated: Bool? = nil
    ) {
        self.hasQueue = hasQueue
        (self.id, self.levels, self.weeks, self.now) = (id, levels, weeks, now)
        (self.clock, self.parameters, self.isSimulated) = (clock, parameters, isSimulated)
    }

    enum CodingKeys: String, CodingKey {
        case id, levels, weeks, now, clock, parameters
        case hasQueue = "has_queue"
        case isSimulated = "is_simulated"
    }
}

extension PlaceBusyness: Annotated {
    package static let notes = [
        "id": "The place's OpenStreetMap object.",
        "levels": """
        By day of the week, Monday first, and hour of the day: 1 to 5 relative to the busiest hour, 0 where too \
        few people were there. Missing when no hour may be published.
        """,
        "clock": "The local time there, as ISO 8601 without a zone.",
        "weeks": "How many weeks `levels` is based on.",
        "now": "The last full hour; missing when too few people were there.",
        "has_queue": """
        Whether people queue at places of this kind. If so, they may report how long they waited, and `/queue` \
        has an answer.
        """,
        "is_simulated": "True when the counted people are simulated; else missing.",
    ]
}

/// How busy a place was in the last full hour.
public struct BusynessState: Codable, Equatable, Sendable {
    public let level: Int
    public let compared: Compared
    public let hour: String

    public init(level: Int, compared: Compared, hour: String) {
        (self.level, self.compared, self.hour) = (level, compared, hour)
    }

    /// Beside how busy the place usually is in that hour.
    public enum Compared: String, Codable, Sendable, CaseIterable { case quieter, usual, busier }
}

extension BusynessState.Compared: WireWords {}

extension BusynessState: Annotated {
    package static let notes = [
        "level": "1 to 5, relative to the most that the place usually has.",
        "compared": "Compared with how busy the place usually is in that hour.",
        "hour": "When the hour began, in local time, as ISO 8601 without a zone.",
    ]
}

/// The parameters that keep published data from revealing a single person; the same for all places.
public struct BusynessParameters: Codable, Equatable, Sendable {
    public let epsilon: Double
    public let delta: Double
    public let noiseScale: Double
    public let placesPerDay: Int
    public let leastContributors: Int
    public let leastPresent: Int
    public let leastMinutes: Int
    public let leastWeeks: Int

    public init(
        epsilon: Double, delta: Double, noiseScale: Double, placesPerDay: Int, leastContributors: Int,
        leastPresent: Int,
        leastMinutes: Int, leastWeeks: Int
    ) {
        (self.epsilon, self.delta) = (epsilon, delta)
        (self.noiseScale, self.placesPerDay) = (noiseScale, placesPerDay)
        (self.leastContributors, self.leastPresent) = (leastContributors, leastPresent)
        (self.leastMinutes, self.leastWeeks) = (leastMinutes, leastWeeks)
    }

    enum CodingKeys: String, CodingKey {
        case epsilon, delta
        case noiseScale = "noise_scale"
        case placesPerDay = "place_hours_per_day"
        case leastContributors = "least_contributors"
        case leastPresent = "least_present"
        case leastMinutes = "least_minutes"
        case leastWeeks = "least_weeks"
    }
}

extension BusynessParameters: Annotated {
    package static let notes = [
        "epsilon": """
        The privacy loss of one person's day: each published result is at most e^ε times as likely with them as \
        without (differential privacy).
        """,
        "delta": """
        The probability that anything is published about a place where nobody was, or one person a week, is at \
        most this.
        """,
        "noise_scale": "The scale of the Laplace noise in each count.",
        "place_hours_per_day": "The most counts that one person is part of on one day.",
        "least_contributors": """
        An hour with fewer contributors, over four weeks together and with noise, is not published. More weeks \
        need more contributors.
        """,
        "least_present": "The last hour is not published with fewer people present.",
        "least_minutes": "A shorter stay does not count.",
        "least_weeks": "Nothing is published before so many weeks.",
    ]
}
