/// Asks how busy all places are now.
public struct BusynessRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/busyness", "busyness", "How busy places are now, of those of which that may be told.",
        answer: .json(BusyPlaces.self), access: .lookers)
    package static let blank = BusynessRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Asks how busy all places usually are and how long one waits there, as a table.
public struct BusynessTableRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/busyness.tsv", "busyness_table",
        "How busy places usually are and how long one waits there, by day of the week and hour, as tab-separated text: what is told of each place, together; levels only of hours that 100 counted people or more were there in.",
        answer: .bytes(["text/tab-separated-values"]), access: .lookers)
    package static let blank = BusynessTableRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

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
    /// `true` where those who are counted do not exist.
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
        "id": "The place's OpenStreetMap object.", "lat": "Latitude in degrees, WGS 84.",
        "lon": "Longitude in degrees, WGS 84.",
        "is_simulated": "True where those who are counted do not exist; else not there.",
    ]
}

/// Asks how busy a place usually is, and how busy it is now beside that.
public struct PlaceBusynessRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        "/api/v1/places/{id}/busyness", "place_busyness",
        "How busy a place usually is by day of the week and hour, beside itself, and now beside that; nothing where too few were there or somebody may live.",
        answer: .json(PlaceBusyness.self), access: .lookers, failures: [.notFound])
    package static let blank = PlaceBusynessRequest(id: "n1")

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(
            .text("id", "The place's OpenStreetMap object, such as `n123`.", maximumLength: 40), &id)
    }
}

public struct PlaceBusyness: Codable, Equatable, Sendable {
    public let id: String
    /// By day of the week, Monday first, and hour of the day: 1 ... 5, 0 where too few were there; `nil` when no hour
    /// may be told.
    public let levels: [[Int]]?
    /// How many weeks `levels` rest on.
    public let weeks: Int
    public let now: BusynessState?
    /// What the clock there shows, as ISO 8601 without a zone.
    public let clock: String
    public let parameters: BusynessParameters
    /// Whether people stand in line at places of this kind: they may say how long, and `PlaceQueueRequest` is answered.
    public let hasQueue: Bool
    /// `true` where those who are counted do not exist.
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
        "levels":
            "By day of the week, Monday first, and hour of the day: 1 to 5 beside the busiest hour, 0 where too few were there; not there when no hour may be told.",
        "clock": "What the clock there shows, as ISO 8601 without a zone.",
        "weeks": "How many weeks `levels` rest on.", "now": "In the last full hour; not there when too few were there.",
        "has_queue":
            "Whether people stand in line at places of this kind: they may say how long they waited, and `/queue` is answered.",
        "is_simulated": "True where those who are counted do not exist; else not there.",
    ]
}

/// How busy a place was in the last full hour.
public struct BusynessState: Codable, Equatable, Sendable {
    /// 1 ... 5, beside the most that the place usually has.
    public let level: Int
    public let compared: Compared
    /// The hour, by its beginning on the clock there, as ISO 8601 without a zone.
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
        "level": "1 to 5, beside the most that the place usually has.",
        "compared": "Beside how busy the place usually is in that hour.",
        "hour": "When the hour began, on the clock there, as ISO 8601 without a zone.",
    ]
}

/// What keeps single people from being told of: the same for all places.
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
        "epsilon":
            "All that is told of one person's day is at most e^ε times as likely with them as without (differential privacy).",
        "delta":
            "That anything is told of a place where nobody was, or one person a week, is no more likely than this.",
        "noise_scale": "Of the Laplace noise in each count.",
        "place_hours_per_day": "In so many counts a person is on one day, at most.",
        "least_contributors":
            "Hours with fewer, over four weeks together and with noise, are not told; over more weeks it takes more.",
        "least_present": "Nor is the last hour with fewer.", "least_minutes": "Who stays for less passes by.",
        "least_weeks": "Nothing is told before.",
    ]
}
