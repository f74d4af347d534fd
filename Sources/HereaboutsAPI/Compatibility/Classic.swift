/// Asks for all recent posts in the classic form.
public struct ClassicPostsRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/getmaps/", "classic_posts", "Recent posts, newest first, in the form of the classic lab clients.",
        answer: .foreignJSON(.classicPosts), access: .readers)
}

/// Adds a post in the classic form; the answer is an empty object.
public struct ClassicPostRequest: BodyRequest, FieldlessRequest {
    public var body: ClassicPost

    public init(_ post: ClassicPost) { body = post }

    package static let refusesUnknownMembers = false

    package static let endpoint = Endpoint(
        .post, "/postmaps/", "classic_post", "Adds a post in the form of the classic lab clients.",
        answer: .foreignJSON(.classicNothing), access: .posters,
        failures: [.invalidBody, .nameTaken])
    package static let blank = ClassicPostRequest(ClassicPost(username: "", message: "", geodata: nil))
}

/// A post in the classic form.
public struct ClassicPost: Codable, Equatable, Sendable {
    public var username: String
    public var message: String
    public var geodata: String?

    public init(username: String, message: String, geodata: String?) {
        self.username = username
        self.message = message
        self.geodata = geodata
    }
}

extension ClassicPost: Annotated {
    package static let notes = [
        "geodata": "A text that holds a JSON array of latitude, longitude, place, facing and speed; or null."
    ]
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
        """
        Reports where a device was, in the form of the classic lab clients: userId, tDate, tTime, tLatitude, \
        tLongitude, tTimeAtLocation.
        """,
        answer: .foreignJSON(.classicTaken), failures: [.notLoggedIn, .invalidBody])
    package static let blank = ClassicPositionRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try values.visit(&fields) }
}

/// Reports how long a person has waited, in the form of the classic lab clients.
package struct ClassicLineRequest: UploadRequest {
    package var content: [UInt8] = []
    package var values = ClassicPresenceValues()

    package static let mediaTypes = ["application/x-www-form-urlencoded"]
    package static let maximumLength = 64 << 10
    package static let isForgiving = true
    package static let endpoint = Endpoint(
        .post, "/postline/", "classic_line",
        """
        Reports how long a person has waited at an address, in the form of the classic lab clients: userId, address, \
        date, time, minutes.
        """,
        answer: .foreignJSON(.classicTaken),
        failures: [.notLoggedIn, .invalidBody, .notFound, .notNear, .tooSoon])
    package static let blank = ClassicLineRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try values.visit(&fields) }
}

/// The values of the classic forms, as they were written.
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
        try fields.optional(.foreign("tTimeAtLocation", "How many minutes the person had been there."), &timeAtLocation)
        try fields.optional(.foreign("address", "The place's name or address."), &address)
        try fields.optional(.foreign("date", "The day there, `yyyy-MM-dd`, of a line."), &date)
        try fields.optional(.foreign("time", "What the clock there showed, of a line."), &time)
        try fields.optional(.foreign("minutes", "How many minutes the person has waited: 0 to 480."), &minutes)
    }
}
