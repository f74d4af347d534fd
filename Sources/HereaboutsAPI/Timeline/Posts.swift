/// Asks for posts, newest first.
public struct PostsRequest: APIRequest {
    /// Where a page ended: `next` of that page.
    public var before: String?
    public var limit: Int

    public init(before: String? = nil, limit: Int = 20) {
        self.before = before
        self.limit = limit
    }

    package static let endpoint = Endpoint(
        "/api/v1/posts", "posts", "Posts, newest first; pages neither skip nor repeat while others arrive.",
        answer: .json(PostPage.self), access: .lookers)
    package static let blank = PostsRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.page(&before, &limit)
    }
}

/// A page of the timeline.
public struct PostPage: Codable, Equatable, Sendable {
    public let posts: [Post]
    /// Asks for the page behind this one, as `before`; `nil` at the end.
    public let next: String?
    /// Of the first page: all changes up to this cursor of the live stream are in it.
    public let changed: String?

    public init(posts: [Post], next: String?, changed: String? = nil) {
        self.posts = posts
        self.next = next
        self.changed = changed
    }
}

extension PostPage: Annotated {
    package static let notes = [
        "posts": "Newest first.", "next": "Asks for the page behind this one, as `before`; left out at the end.",
        "changed": "Of the first page: all changes up to this cursor of the live stream are in it.",
    ]
}

/// Asks for one post.
public struct PostRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        "/api/v1/posts/{id}", "post", "One post.", answer: .json(Post.self), access: .lookers, failures: [.notFound])
    package static let blank = PostRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Something somebody said, here and now.
public struct Post: Codable, Equatable, Sendable {
    public let id: String
    public let author: Author
    public let message: String
    /// As ISO 8601 in UTC, with milliseconds.
    public let created: String
    /// Counts the changes: 1 as it was written.
    public let revision: Int
    public let location: Location?
    public let picture: Picture?
    /// Whether a visitor wrote it who does not exist; left out when not.
    public let isSimulated: Bool?
    /// Whether an operator has hidden it; then only its author and operators see it.
    public let isHidden: Bool

    public init(
        id: String, author: Author, message: String, created: String, revision: Int, location: Location?,
        picture: Picture? = nil, isSimulated: Bool? = nil, isHidden: Bool
    ) {
        self.id = id
        self.author = author
        self.message = message
        self.created = created
        self.revision = revision
        self.location = location
        self.picture = picture
        self.isSimulated = isSimulated
        self.isHidden = isHidden
    }

    enum CodingKeys: String, CodingKey {
        case id, author, message, created, revision, location, picture
        case isSimulated = "is_simulated"
        case isHidden = "is_hidden"
    }

    public struct Author: Codable, Equatable, Sendable {
        /// The account; `nil` for guests.
        public let id: String?
        public let name: String

        public init(id: String?, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// Where and how its author was.
    public struct Location: Codable, Equatable, Sendable {
        public let lat: Double
        public let lon: Double
        /// Radius in metres.
        public let accuracy: Double?
        public let place: String
        /// One of eight names in English, or `unknown`.
        public let facing: String
        /// How fast, in English: `resting`, `walking`, …
        public let speed: String

        public init(lat: Double, lon: Double, accuracy: Double?, place: String, facing: String, speed: String) {
            self.lat = lat
            self.lon = lon
            self.accuracy = accuracy
            self.place = place
            self.facing = facing
            self.speed = speed
        }
    }
}

extension Post: Annotated {
    package static let notes = [
        "created": "ISO 8601 in UTC, with milliseconds.",
        "revision": "Counts the changes: 1 as it was written.",
        "location": "Where it was written, if its author said.",
        "is_simulated": "Whether a visitor wrote it who does not exist; left out when not.",
        "picture": "What it shows, if its author added a picture.",
        "is_hidden": "Whether an operator has hidden it; then only its author and operators see it.",
    ]
}

extension Post.Location: Annotated {
    package static let notes = [
        "accuracy": "Radius in metres.",
        "facing": "North, NE, East, SE, South, SW, West, NW or unknown.",
        "speed": "resting, walking, running, cycling, driving, in train or flying.",
    ]
}

/// Adds a post.
public struct AddPostRequest: BodyRequest {
    public var body: NewPost

    public init(_ post: NewPost) { body = post }

    package static let endpoint = Endpoint(
        .post, "/api/v1/posts", "add_post", "Adds a post; the answer comes once it is on the disk.",
        answer: .created(Post.self), access: .posters,
        failures: [.invalidBody, .nameTaken, .keyUsed, .notFound, .quotaReached])
    package static let blank = AddPostRequest(NewPost(message: ""))
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// A post as it is sent.
public struct NewPost: Codable, Equatable, Sendable {
    public var message: String
    /// A guest's name; who is logged in has one.
    public var name: String?
    public var location: Location?
    public var picture: PictureChoice?
    /// 16 to 64 characters, chosen at random: a post that is sent again with it is added once.
    public var key: String?

    public init(
        message: String, name: String? = nil, location: Location? = nil, picture: PictureChoice? = nil,
        key: String? = nil
    ) {
        self.message = message
        self.name = name
        self.location = location
        self.picture = picture
        self.key = key
    }

    /// Where and how somebody is at the moment of posting.
    public struct Location: Codable, Equatable, Sendable {
        public var lat: Double
        public var lon: Double
        /// Radius in metres.
        public var accuracy: Double?
        /// The place's name; without one the server looks it up.
        public var place: String?
        /// Degrees clockwise from magnetic north; `nil` or negative while it is unknown.
        public var heading: Double?
        /// In m/s.
        public var speed: Double?

        public init(
            lat: Double, lon: Double, accuracy: Double? = nil, place: String? = nil, heading: Double? = nil,
            speed: Double? = nil
        ) {
            self.lat = lat
            self.lon = lon
            self.accuracy = accuracy
            self.place = place
            self.heading = heading
            self.speed = speed
        }
    }
}

extension NewPost: Annotated {
    package static let notes = [
        "message": "1 to 4000 characters; may be empty beside a picture.",
        "name": "A guest's name; who is logged in has one.",
        "location": "Where it was written; left out, the post has no location.",
        "picture": "A picture that the same person added before, and no other post shows.",
        "key": "16 to 64 visible ASCII characters, chosen at random: a post that is sent again with it is added once.",
    ]
}

extension NewPost.Location: Annotated {
    package static let notes = [
        "lat": "Latitude in degrees, WGS 84.", "lon": "Longitude in degrees, WGS 84.",
        "accuracy": "Radius in metres.", "place": "The place's name; without one the server looks it up.",
        "heading": "Degrees clockwise from magnetic north; left out or negative while it is unknown.",
        "speed": "In m/s.",
    ]
}

/// Changes the text of the account's own post.
public struct EditPostRequest: BodyRequest {
    public var id: String
    public var body: Change

    public struct Change: Codable, Equatable, Sendable {
        public var message: String
        /// The revision that was read; a post changed meanwhile is then left as it is.
        public var revision: Int?

        public init(message: String, revision: Int? = nil) {
            self.message = message
            self.revision = revision
        }
    }

    public init(id: String, message: String, revision: Int? = nil) {
        self.id = id
        body = Change(message: message, revision: revision)
    }

    package static let endpoint = Endpoint(
        .patch, "/api/v1/posts/{id}", "edit_post", "Changes the text of your own post.", answer: .json(Post.self),
        access: .users, failures: [.invalidBody, .notFound, .changedMeanwhile])
    package static let blank = EditPostRequest(id: .blankID, message: "")

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Deletes the account's own post, or any for an operator.
public struct DeletePostRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/posts/{id}", "delete_post", "Deletes your own post; operators delete any.",
        answer: .nothing, access: .users, failures: [.notFound])
    package static let blank = DeletePostRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

extension FieldVisitor {
    /// The fields of requests for a page of posts.
    mutating func page(_ before: inout String?, _ limit: inout Int) throws(ErrorBody) {
        try optional(.text("before", "Where the last page ended: its `next`.", maximumLength: 80), &before)
        try defaulted(.integer("limit", "How many posts at most.", in: 1...100), &limit, standard: 20)
    }
}
