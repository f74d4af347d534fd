/// Asks where people were last, as a file for other programs.
public struct PeopleFileRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/people.geojson", "people_file",
        "Where everybody was last whom one may see, as GeoJSON: a feature each, without a geometry for who is at home.",
        answer: .bytes(["application/geo+json"]), access: .lookers)
    package static let blank = PeopleFileRequest()
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

/// Reports where a device was, in the form of the classic lab clients.
package struct ClassicPositionRequest: UploadRequest {
    package var content: [UInt8] = []
    package var values = ClassicPresenceValues()

    package static let mediaTypes = ["application/x-www-form-urlencoded"]
    package static let maximumLength = 64 << 10
    package static let isForgiving = true
    package static let endpoint = Endpoint(
        .post, "/postposition/", "classic_position",
        "Reports where a device was, in the form of the classic lab clients: userId, tDate, tTime, tLatitude, tLongitude, tTimeAtLocation.",
        answer: .foreignJSON(.classicTaken), failures: [.notLoggedIn, .invalidBody])
    package static let blank = ClassicPositionRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try values.visit(&fields) }
}

/// Says how long one has waited, in the form of the classic lab clients.
package struct ClassicLineRequest: UploadRequest {
    package var content: [UInt8] = []
    package var values = ClassicPresenceValues()

    package static let mediaTypes = ["application/x-www-form-urlencoded"]
    package static let maximumLength = 64 << 10
    package static let isForgiving = true
    package static let endpoint = Endpoint(
        .post, "/postline/", "classic_line",
        "Says how long one has waited at an address, in the form of the classic lab clients: userId, address, date, time, minutes.",
        answer: .foreignJSON(.classicTaken),
        failures: [.notLoggedIn, .invalidBody, .notFound, .notNear, .tooSoon])
    package static let blank = ClassicLineRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try values.visit(&fields) }
}

/// What the classic forms say, as it was written.
package struct ClassicPresenceValues: Equatable, Sendable {
    package var user: String?
    package var date: String?
    package var time: String?
    package var latitude: String?
    package var longitude: String?
    package var timeAtLocation: String?
    package var address: String?
    package var minutes: String?

    package init() {}

    /// Reads a form as a query is read; throws for text that is no form.
    package init(form: Substring) throws(ErrorBody) {
        self = try ClassicPositionRequest(pathValues: [], query: form).values
    }

    mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.foreign("userId", "The device's token."), &user)
        try fields.optional(.foreign("tDate", "The day there, `yyyy-MM-dd`."), &date)
        try fields.optional(.foreign("tTime", "What the clock there showed, `HH:mm` or `HH:mm:ss`."), &time)
        try fields.optional(.foreign("tLatitude", "Latitude in degrees, WGS 84."), &latitude)
        try fields.optional(.foreign("tLongitude", "Longitude in degrees, WGS 84."), &longitude)
        try fields.optional(.foreign("tTimeAtLocation", "Minutes that one had been there."), &timeAtLocation)
        try fields.optional(.foreign("address", "The place's name or address."), &address)
        try fields.optional(.foreign("date", "The day there, `yyyy-MM-dd`, of a line."), &date)
        try fields.optional(.foreign("time", "What the clock there showed, of a line."), &time)
        try fields.optional(.foreign("minutes", "How long one has waited: 0 to 480."), &minutes)
    }
}
