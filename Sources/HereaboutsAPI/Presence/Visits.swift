/// Asks for the places that the account's owner visited.
public struct MyVisitsRequest: APIRequest {
    public var from: String?
    public var until: String?

    public init(from: String? = nil, until: String? = nil) { (self.from, self.until) = (from, until) }

    package static let endpoint = Endpoint(
        "/api/v1/me/visits", "my_visits",
        """
        The places where you were for ten minutes or more, at most 31 days of them. The server finds them each time in \
        the positions that your devices reported, and adds those of earlier days if you keep them (`keeps_visits`). \
        Visits older than the last day need a confirmed session.
        """,
        answer: .json(VisitList.self), access: .users, failures: [.confirmationRequired])
    package static let blank = MyVisitsRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.moment("from", "The first moment, as ISO 8601; a day before `until` without it."), &from)
        try fields.optional(.moment("until", "The last moment, as ISO 8601; now without it."), &until)
    }
}

/// The visits of an account.
public struct VisitList: Codable, Equatable, Sendable {
    public let visits: [PlaceVisit]

    public init(visits: [PlaceVisit]) { self.visits = visits }
}

extension VisitList: Annotated {
    package static let notes = ["visits": "In the order of arrivals."]
}

/// A stay at a place, which may go on.
public struct PlaceVisit: Codable, Equatable, Sendable {
    public let id: String
    public let name: String
    public let lat: Double
    public let lon: Double
    public let arrival: String
    public let departure: String

    public init(id: String, name: String, lat: Double, lon: Double, arrival: String, departure: String) {
        (self.id, self.name, self.lat, self.lon) = (id, name, lat, lon)
        (self.arrival, self.departure) = (arrival, departure)
    }
}

extension PlaceVisit: Annotated {
    package static let notes = [
        "id": "The place's OpenStreetMap object.",
        "name": "The place's name; empty for a place without one.",
        "lat": "The place's latitude in degrees, WGS 84.",
        "lon": "The place's longitude in degrees, WGS 84.",
        "arrival": "When you arrived, as ISO 8601 in UTC.",
        "departure": "When you were last known to be there, as ISO 8601 in UTC.",
    ]
}
