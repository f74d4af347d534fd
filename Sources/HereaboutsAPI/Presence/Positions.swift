/// Reports where a device was: positions as JSON, alone or many, or lines of JSON as gpsd writes them. The
/// device's token comes as a bearer token.
public struct ReportPositionsRequest: UploadRequest, FieldlessRequest {
    public var content: [UInt8]

    public init(_ content: [UInt8]) { self.content = content }

    package static let mediaTypes = ["application/json", "application/x-ndjson", "application/octet-stream"]
    package static let maximumLength = 4 << 20
    /// The most positions of one request: more than a phone collects in a day at one a second.
    package static let maximumPositions = 100_000
    package static let endpoint = Endpoint(
        .post, "/api/v1/positions", "report_positions",
        """
        Reports where a device was, by the device's own token, with at most \(maximumPositions) positions. The \
        answer comes once all of them are on the disk.
        """,
        answer: .json(PositionsTaken.self), failures: [.notLoggedIn, .invalidBody])
    package static let blank = ReportPositionsRequest([])

    package static func json(_ schemas: SchemaCollector) throws -> Schema? {
        let one = try schemas.schema(of: ReportedPosition.self)
        let many = Schema(["type": "array", "items": one.json])
        let listed = schemas.named(
            "PositionList",
            Schema(["type": "object", "properties": ["positions": many.json], "required": ["positions"]]))
        return schemas.named("ReportedPositions", Schema(["anyOf": [listed.json, many.json, one.json]]))
    }
}

/// A position as a device reports it.
public struct ReportedPosition: Codable, Equatable, Sendable {
    public var time: ReportedTime
    public var lat: Double
    public var lon: Double
    public var accuracy: Double?
    public var altitude: Double?
    public var speed: Double?
    public var course: Double?
    public var battery: Double?

    public init(
        millisecondsSince1970 time: Int64, lat: Double, lon: Double, accuracy: Double? = nil, altitude: Double? = nil,
        speed: Double? = nil, course: Double? = nil, battery: Double? = nil
    ) {
        self.time = ReportedTime(millisecondsSince1970: time)
        self.lat = lat
        self.lon = lon
        self.accuracy = accuracy
        self.altitude = altitude
        self.speed = speed
        self.course = course
        self.battery = battery
    }
}

extension ReportedPosition: Annotated {
    package static let notes = [
        "time": "When the device was there: milliseconds since 1970, or ISO 8601.",
        "lat": "Latitude in degrees, WGS 84.",
        "lon": "Longitude in degrees, WGS 84.",
        "accuracy": "Radius in metres.",
        "altitude": "Metres above sea level.",
        "speed": "In m/s.",
        "course": "Direction of travel in degrees clockwise from true north.",
        "battery": "The charge that is left, in per cent.",
    ]
}

/// A moment as devices write it: a number of milliseconds since 1970, or ISO 8601.
public struct ReportedTime: Codable, Equatable, Sendable {
    public var millisecondsSince1970: Int64

    public init(millisecondsSince1970: Int64) { self.millisecondsSince1970 = millisecondsSince1970 }

    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Double.self) {
            guard let milliseconds = Int64(exactly: number.rounded()) else {
                throw DecodingError.dataCorruptedError(in: value, debugDescription: "a time that no clock shows")
            }
            millisecondsSince1970 = milliseconds
        } else {
            guard let milliseconds = DateTime.read(try value.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: value, debugDescription: "not ISO 8601")
            }
            millisecondsSince1970 = milliseconds
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(millisecondsSince1970)
    }
}

/// The outcome of reported positions.
public struct PositionsTaken: Codable, Equatable, Sendable {
    public let added: Int
    public let repeated: Int
    public let refusedCount: Int
    public let refused: [Refusal]
    public let leftOut: Int?

    /// Without `refusedCount`, all that were not added are in `refused`.
    public init(added: Int, repeated: Int, refusedCount: Int? = nil, refused: [Refusal], leftOut: Int? = nil) {
        self.leftOut = leftOut
        self.added = added
        self.repeated = repeated
        self.refusedCount = refusedCount ?? refused.count
        self.refused = refused
    }

    enum CodingKeys: String, CodingKey {
        case added, repeated, refused
        case refusedCount = "refused_count"
        case leftOut = "left_out"
    }

    /// A refused position and the reason.
    public struct Refusal: Codable, Equatable, Sendable {
        public let index: Int
        public let reason: String

        public init(index: Int, reason: String) {
            self.index = index
            self.reason = reason
        }
    }
}

extension PositionsTaken: Annotated {
    package static let notes = [
        "added": "How many positions are new.",
        "repeated": """
        How many positions the server had already. Two positions of one device are the same if their times are; \
        two of different devices, if their times and places are.
        """,
        "refused_count": "How many positions the server refused, for the reasons in `refused`.",
        "refused":
            "The first \(RefusalLimit.mostNamed) refused positions, by their positions in the request, from 0.",
        "left_out": """
        How many new positions the server left out evenly, as one person may have no more (`/api/v1/me/quotas`): \
        do not send them again today. Missing when it left out none.
        """,
    ]
}

/// How much of a long list of refusals an answer names; a count beside the list says how many there are.
package enum RefusalLimit {
    package static let mostNamed = 100
}

/// Asks for the positions that the account's devices reported.
public struct MyPositionsRequest: APIRequest {
    public var from: String?
    public var until: String?
    public var form: PositionForm

    public init(from: String? = nil, until: String? = nil, form: PositionForm = .geojson) {
        self.from = from
        self.until = until
        self.form = form
    }

    package static let endpoint = Endpoint(
        "/api/v1/me/positions", "my_positions", "The positions that your devices reported, at most 31 days of them.",
        answer: .bytes(["application/geo+json", "application/gpx+xml"]), access: .users, needsConfirmation: true)
    package static let blank = MyPositionsRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.moment("from", "The first moment, as ISO 8601; a day before `until` without it."), &from)
        try fields.optional(.moment("until", "The last moment, as ISO 8601; now without it."), &until)
        try fields.defaulted(.word("form", "Which file it becomes."), &form, standard: .geojson)
    }
}

/// The format of a file of positions.
public enum PositionForm: String, Codable, Sendable, CaseIterable {
    case geojson, gpx
}

extension PositionForm: WireWords {}

/// Adds the positions of a file to the account's.
public struct AddTrackRequest: UploadRequest, FieldlessRequest {
    public var content: [UInt8]

    public init(_ content: [UInt8]) { self.content = content }

    package static let mediaTypes = TrackFile.mediaTypes
    package static let maximumLength = 16 << 20
    package static let endpoint = Endpoint(
        .post, "/api/v1/me/positions", "add_track",
        """
        Adds the positions of a GPX, GeoJSON, KML, TCX, FIT or NMEA file of at most 16 MiB, with times, to yours. The \
        server keeps good points and refuses others by their position in the file. It counts once what was added or \
        reported before.
        """,
        answer: .json(PositionsTaken.self), access: .users, failures: [.invalidBody, .quotaReached])
    package static let blank = AddTrackRequest([])
}

/// Removes all positions that the account's devices reported.
public struct DeleteMyPositionsRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        .delete, "/api/v1/me/positions", "delete_my_positions",
        """
        Removes all positions that your devices reported, in backups too: the server destroys the key that seals \
        them.
        """,
        answer: .nothing, access: .users, needsConfirmation: true)
}

extension Parameter where Value == String {
    /// A moment as ISO 8601.
    static func moment(_ name: String, _ summary: String) -> Parameter {
        Parameter(
            name, summary, schema: .text(maximumLength: 40),
            read: { (text) throws(ParameterFault) in
                guard DateTime.read(text) != nil else { throw ParameterFault("is not like 2026-10-01T12:00:00Z") }
                return text
            },
            print: { $0 })
    }
}
