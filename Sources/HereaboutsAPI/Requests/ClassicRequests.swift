/// Asks for all recent posts in the classic form.
public struct ClassicPostsRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/getmaps/", "classic_posts", "Recent posts, newest first, in the form of the classic lab clients.",
        answer: .foreignJSON(.classicPosts), access: .lookers)
    package static let blank = ClassicPostsRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Adds a post in the classic form; the answer is an empty object.
public struct ClassicPostRequest: BodyRequest {
    public var body: ClassicPost

    public init(_ post: ClassicPost) { body = post }

    package static let refusesUnknownMembers = false

    package static let endpoint = Endpoint(
        .post, "/postmaps/", "classic_post", "Adds a post in the form of the classic lab clients.",
        answer: .foreignJSON(.classicNothing), access: .posters,
        failures: [.invalidBody, .nameTaken])
    package static let blank = ClassicPostRequest(ClassicPost(username: "", message: "", geodata: nil))
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// A post in the classic form.
public struct ClassicPost: Codable, Equatable, Sendable {
    public var username: String
    public var message: String
    /// A text that holds the JSON array of latitude, longitude, place, facing and speed; or nothing.
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
