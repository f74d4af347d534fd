/// Asks for all queues with recent reports.
public struct QueuesRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/queues", "queues", "The queues with reports in the last half hour, the longest first.",
        answer: .json(QueueList.self), access: .readers)
}

/// Places and their queues, the longest first.
public struct QueueList: Codable, Equatable, Sendable {
    public let queues: [QueueAtPlace]

    public init(queues: [QueueAtPlace]) { self.queues = queues }
}

/// A place and its queue.
public struct QueueAtPlace: Codable, Equatable, Sendable {
    public let id: String
    public let name: String
    public let lat: Double
    public let lon: Double
    public let now: QueueState
    public let isSimulated: Bool?

    public init(id: String, name: String, lat: Double, lon: Double, now: QueueState, isSimulated: Bool? = nil) {
        (self.id, self.name, self.lat, self.lon) = (id, name, lat, lon)
        (self.now, self.isSimulated) = (now, isSimulated)
    }

    enum CodingKeys: String, CodingKey {
        case id, name, lat, lon, now
        case isSimulated = "is_simulated"
    }
}

extension QueueAtPlace: Annotated {
    package static let notes = [
        "id": "The place's OpenStreetMap object.",
        "lat": "Latitude in degrees, WGS 84.",
        "lon": "Longitude in degrees, WGS 84.",
        "is_simulated": "True when the waiting people are simulated; else missing.",
    ]
}

/// Asks for the queue at a place.
public struct PlaceQueueRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        "/api/v1/places/{id}/queue", "place_queue",
        "How long people wait at a place: now, if there was a report in the last half hour, and usually.",
        answer: .json(PlaceQueue.self), access: .readers, failures: [.notFound])
    package static let blank = PlaceQueueRequest(id: "n1")

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(
            .text(
                "id", "The OpenStreetMap object of the place or of a house number, such as `n123`.",
                maximumLength: 40),
            &id)
    }
}

/// The queue at a place, now and usually.
public struct PlaceQueue: Codable, Equatable, Sendable {
    public let id: String
    public let now: QueueState?
    public let usually: UsualQueue?
    public let usual: [UsualQueue]
    public let isLate: Bool?
    public let isSimulated: Bool?

    public init(
        id: String, now: QueueState?, usually: UsualQueue?, usual: [UsualQueue], isLate: Bool? = nil,
        isSimulated: Bool? = nil
    ) {
        (self.id, self.now, self.usually, self.usual) = (id, now, usually, usual)
        (self.isLate, self.isSimulated) = (isLate, isSimulated)
    }

    enum CodingKeys: String, CodingKey {
        case id, now, usually, usual
        case isLate = "is_late"
        case isSimulated = "is_simulated"
    }
}

extension PlaceQueue: Annotated {
    package static let notes = [
        "id": "The place's OpenStreetMap object.",
        "now": "From the reports of the last half hour; missing when there were none.",
        "usually": "The usual wait at this hour; missing without reports.",
        "usual":
            "The usual waits by day of the week and hour, from the last eight weeks; only hours with reports.",
        "is_late":
            "True in the answer to a report that is 30 minutes old or older: it counts for the usual waits only.",
        "is_simulated": "True when the waiting people are simulated; else missing.",
    ]
}

/// How long people wait, from their reports.
public struct QueueState: Codable, Equatable, Sendable {
    public let minutes: Int
    public let reports: Int
    public let last: String

    public init(minutes: Int, reports: Int, last: String) {
        (self.minutes, self.reports, self.last) = (minutes, reports, last)
    }
}

extension QueueState: Annotated {
    package static let notes = [
        "minutes": "The median of the reports. A report counts half as much after each 12 minutes.",
        "reports": "How many there were in the last half hour.",
        "last": "When the last report came, as ISO 8601 in UTC.",
    ]
}

/// The usual wait at one hour of the week.
public struct UsualQueue: Codable, Equatable, Sendable {
    public let day: Int
    public let hour: Int
    public let minutes: Double
    public let reports: Int

    public init(day: Int, hour: Int, minutes: Double, reports: Int) {
        (self.day, self.hour, self.minutes, self.reports) = (day, hour, minutes, reports)
    }
}

extension UsualQueue: Annotated {
    package static let notes = [
        "day": "The day of the week; 0 is Monday.",
        "hour": "The hour of the day, in local time.",
        "minutes": "The mean, to one decimal.",
        "reports": "How many reports it is based on.",
    ]
}

/// Reports how long somebody waited at a place. The server checks their position and does not keep it.
public struct ReportQueueRequest: BodyRequest, FieldlessRequest {
    public var body: NewQueueReport

    public init(_ report: NewQueueReport) { body = report }

    package static let endpoint = Endpoint(
        .post, "/api/v1/queues", "report_queue",
        "Reports how long you waited at a place that you are near. The server does not keep who reported it.",
        answer: .created(PlaceQueue.self), access: .users,
        failures: [.invalidBody, .notFound, .notNear, .tooSoon, .tooOld, .keyUsed])
    package static let blank = ReportQueueRequest(NewQueueReport(place: "", minutes: 0))
}

/// A report of a wait.
public struct NewQueueReport: Codable, Equatable, Sendable {
    public var place: String
    public var minutes: Int
    public var lat: Double?
    public var lon: Double?
    public var key: String?
    public var writtenAt: String?

    public init(
        place: String, minutes: Int, lat: Double? = nil, lon: Double? = nil, key: String? = nil,
        writtenAt: String? = nil
    ) {
        (self.place, self.minutes, self.lat, self.lon) = (place, minutes, lat, lon)
        (self.key, self.writtenAt) = (key, writtenAt)
    }

    enum CodingKeys: String, CodingKey {
        case place, minutes, lat, lon, key
        case writtenAt = "written_at"
    }
}

extension NewQueueReport: Annotated {
    package static let notes = [
        "place": """
        The OpenStreetMap object of the place, such as `n123`; or of a house number, which stands for the place \
        there.
        """,
        "minutes": "0 to 480.",
        "lat":
            "Your latitude. You must be within 150 m of the place, unless the operator allows reports from anywhere.",
        "lon": "Your longitude.",
        "key": """
        16 to 64 visible ASCII characters, chosen at random. The server counts a report once, even if you send it \
        again with the same key within 30 days.
        """,
        "written_at": """
        When you reported, as ISO 8601, at most 30 days ago; missing for now. A time in the future counts as now.
        """,
    ]
}
