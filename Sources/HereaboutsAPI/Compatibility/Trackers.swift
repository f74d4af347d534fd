/// Reports a position as the OwnTracks app does in HTTP mode, by name and password: the password is the device's token.
package struct OwnTracksRequest: UploadRequest {
    package var content: [UInt8] = []
    package var token: String?
    package var key: String?

    package static let mediaTypes = ["application/json"]
    package static let maximumLength = 1 << 20
    package static let isForgiving = true
    package static let endpoint = Endpoint(
        .post, "/owntracks", "owntracks", "What the OwnTracks app sends in HTTP mode.",
        answer: .foreignJSON(.ownTracksMessages), failures: [.notLoggedIn, .invalidBody])
    package static let blank = OwnTracksRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.foreign("token", "The device's token, where the app sends no header."), &token)
        try fields.optional(.foreign("api_key", "The same, as programs for Dawarich send it."), &key)
    }

    package static func json(_ schemas: SchemaCollector) -> Schema? { schemas.schema(of: .ownTracksReport) }
}

/// Reports a position in the OsmAnd protocol, as Traccar Client and the OsmAnd app do: in the query, in a form or as
/// JSON. The device's identifier is its token.
package struct OsmAndRequest: UploadRequest {
    package var content: [UInt8] = []
    /// The query as it came: each app sends other fields. The server reads a form in the body in the same way.
    package var values = OsmAndValues()

    package static let mediaTypes = ["application/json", "application/x-www-form-urlencoded"]
    package static let maximumLength = 64 << 10
    package static let isForgiving = true
    package static let endpoint = Endpoint(
        .post, "/osmand", "osmand", "What Traccar Client sends (OsmAnd protocol).",
        answer: .text(mediaType: "text/plain"),
        failures: [.notLoggedIn, .invalidBody, .notFound])
    package static let blank = OsmAndRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try values.visit(&fields) }

    package static func json(_ schemas: SchemaCollector) -> Schema? { schemas.schema(of: .traccarReport) }
}

/// The same as an address alone.
package struct OsmAndQueryRequest: APIRequest {
    package var values = OsmAndValues()

    package static let isForgiving = true
    package static let endpoint = Endpoint(
        "/osmand", "osmand_query", "What the OsmAnd app sends in online tracking.",
        answer: .text(mediaType: "text/plain"),
        failures: [.notLoggedIn])
    package static let blank = OsmAndQueryRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try values.visit(&fields) }
}

/// The keys of the OsmAnd protocol for device, position and time, as they were written. Apps differ in the units of the
/// rest.
package struct OsmAndValues: Equatable, Sendable {
    package var id: String?
    package var deviceID: String?
    package var token: String?
    package var key: String?
    package var timestamp: String?
    package var latitude: String?
    package var longitude: String?
    package var location: String?
    package var speed: String?
    package var bearing: String?
    package var heading: String?
    package var altitude: String?
    package var accuracy: String?
    package var hdop: String?
    package var battery: String?
    package var valid: String?

    package init() {}

    mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.foreign("id", "The device's token."), &id)
        try fields.optional(.foreign("deviceid", "The same by another name."), &deviceID)
        try fields.optional(.foreign("token", "The device's token, beside an identifier of the app's own."), &token)
        try fields.optional(.foreign("api_key", "The same by another name."), &key)
        try fields.optional(
            .foreign(
                "timestamp", "Seconds or milliseconds since 1970, ISO 8601 or `yyyy-MM-dd HH:mm:ss`; now without it."),
            &timestamp)
        try fields.optional(.foreign("lat", "Latitude in degrees, WGS 84."), &latitude)
        try fields.optional(.foreign("lon", "Longitude in degrees, WGS 84."), &longitude)
        try fields.optional(.foreign("location", "Both, with a comma between."), &location)
        try fields.optional(.foreign("speed", "In knots; of the OsmAnd app in m/s."), &speed)
        try fields.optional(.foreign("bearing", "Direction of travel in degrees."), &bearing)
        try fields.optional(.foreign("heading", "The same by another name."), &heading)
        try fields.optional(.foreign("altitude", "Metres above sea level."), &altitude)
        try fields.optional(.foreign("accuracy", "Radius in metres; 0 is unknown."), &accuracy)
        try fields.optional(.foreign("hdop", "Of the OsmAnd app the radius in metres."), &hdop)
        try fields.optional(.foreign("batt", "Per cent."), &battery)
        try fields.optional(
            .foreign("valid", "`false` or 0 for an inaccurate position, which the server does not take."), &valid)
    }
}

extension OsmAndValues {
    /// Whether it has a position.
    package var hasPlace: Bool { latitude != nil || longitude != nil || location != nil }

    /// The values that may be the device's token, likeliest first.
    package var tokens: [String?] { [token, key, id, deviceID] }

    /// Reads a form as a query is read; throws for text that is no form.
    package init(form: Substring) throws(ErrorBody) {
        self = try OsmAndQueryRequest(pathValues: [], query: form).values
    }
}

/// Reports positions as the Overland app does: many at once, by a bearer token.
package struct OverlandRequest: UploadRequest {
    package var content: [UInt8] = []
    package var token: String?
    package var key: String?

    package static let mediaTypes = ["application/json"]
    package static let maximumLength = 8 << 20
    package static let isForgiving = true
    package static let endpoint = Endpoint(
        .post, "/overland", "overland",
        "What the Overland app sends, with at most \(ReportPositionsRequest.maximumPositions) positions.",
        answer: .foreignJSON(.taken), failures: [.notLoggedIn, .invalidBody])
    package static let blank = OverlandRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.foreign("token", "The device's token, where the app sends no header."), &token)
        try fields.optional(.foreign("api_key", "The same, as programs for Dawarich send it."), &key)
    }

    package static func json(_ schemas: SchemaCollector) -> Schema? { schemas.schema(of: .overlandReport) }
}
