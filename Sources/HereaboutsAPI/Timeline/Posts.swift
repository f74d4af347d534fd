/// Asks for posts, newest first.
public struct PostsRequest: PostPageRequest {
    /// Where a page ended: `next` of that page.
    public var before: String?
    public var limit: Int

    public init(before: String? = nil, limit: Int = 20) {
        self.before = before
        self.limit = limit
    }

    package static let endpoint = Endpoint(
        "/api/v1/posts", "posts",
        "Posts in the order in which they arrived, the newest first. Pages neither skip nor repeat posts meanwhile.",
        answer: .json(PostPage.self), access: .readers)
}

/// A page of the timeline.
public struct PostPage: Codable, Equatable, Sendable {
    public let posts: [Post]
    public let next: String?
    public let changed: String?

    public init(posts: [Post], next: String?, changed: String? = nil) {
        self.posts = posts
        self.next = next
        self.changed = changed
    }
}

extension PostPage: Annotated {
    package static let notes = [
        "posts": "The last to arrive comes first.",
        "next": "The value of `before` for the next page; missing on the last page.",
        "changed": "On the first page: it includes all changes up to this cursor of the live stream.",
    ]
}

/// Asks for one post.
public struct PostRequest: PlainObjectRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        "/api/v1/posts/{id}", "post", "One post.", answer: .json(Post.self), access: .readers, failures: [.notFound])
}

/// A post.
public struct Post: Codable, Equatable, Sendable {
    public let id: String
    public let author: Author
    public let message: String
    public let created: String
    public let writtenAt: String?
    public let revision: Int
    public let location: Location?
    public let picture: Picture?
    public let isSimulated: Bool?
    public let isHidden: Bool

    public init(
        id: String, author: Author, message: String, created: String, writtenAt: String? = nil, revision: Int,
        location: Location?, picture: Picture? = nil, isSimulated: Bool? = nil, isHidden: Bool
    ) {
        self.id = id
        self.author = author
        self.message = message
        self.created = created
        self.writtenAt = writtenAt
        self.revision = revision
        self.location = location
        self.picture = picture
        self.isSimulated = isSimulated
        self.isHidden = isHidden
    }

    enum CodingKeys: String, CodingKey {
        case id, author, message, created, revision, location, picture
        case writtenAt = "written_at"
        case isSimulated = "is_simulated"
        case isHidden = "is_hidden"
    }

    /// The author of a post.
    public struct Author: Codable, Equatable, Sendable {
        public let id: String?
        public let name: String

        public init(id: String?, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// The place, and the direction and speed, of its author.
    public struct Location: Codable, Equatable, Sendable {
        public let lat: Double
        public let lon: Double
        public let accuracy: Double?
        public let place: String
        public let facing: String
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
        "created": "When it arrived, as ISO 8601 in UTC, with milliseconds.",
        "written_at": """
        When its author wrote it, as ISO 8601 in UTC, if it arrived more than a minute later; else missing.
        """,
        "revision": "Counts the changes; 1 for a new post.",
        "location": "Where its author wrote it, if they said.",
        "is_simulated": "True for a post by a simulated visitor; else missing.",
        "picture": "The picture that its author added, if any.",
        "is_hidden": "Whether an operator has hidden it. Then only its author and operators see it.",
    ]
}

extension Post.Location: Annotated {
    package static let notes = [
        "accuracy": "Radius in metres.",
        "facing": "North, NE, East, SE, South, SW, West, NW or unknown.",
        "speed": "resting, walking, running, cycling, driving, in train or flying.",
    ]
}

extension Post.Author: Annotated {
    package static let notes = ["id": "The author's account; missing for a guest."]
}

/// Adds a post.
public struct AddPostRequest: BodyRequest, FieldlessRequest {
    public var body: NewPost

    public init(_ post: NewPost) { body = post }

    package static let endpoint = Endpoint(
        .post, "/api/v1/posts", "add_post", "Adds a post. The answer comes once the post is on the disk.",
        answer: .created(Post.self), access: .posters,
        failures: [.invalidBody, .tooOld, .nameTaken, .keyUsed, .notFound, .quotaReached])
    package static let blank = AddPostRequest(NewPost(message: ""))
}

/// A post as it is sent.
public struct NewPost: Codable, Equatable, Sendable {
    public var message: String
    public var name: String?
    public var location: Location?
    public var picture: PictureChoice?
    public var key: String?
    public var writtenAt: String?

    public init(
        message: String, name: String? = nil, location: Location? = nil, picture: PictureChoice? = nil,
        key: String? = nil, writtenAt: String? = nil
    ) {
        self.message = message
        self.name = name
        self.location = location
        self.picture = picture
        self.key = key
        self.writtenAt = writtenAt
    }

    enum CodingKeys: String, CodingKey {
        case message, name, location, picture, key
        case writtenAt = "written_at"
    }

    /// The place, and the direction and speed, of the author.
    public struct Location: Codable, Equatable, Sendable {
        public var lat: Double
        public var lon: Double
        public var accuracy: Double?
        public var place: String?
        public var heading: Double?
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
        "name": "A guest's name; an account has its own.",
        "location": "Where you wrote it; without it, the post has no location.",
        "written_at": """
        When you wrote it, as ISO 8601, at most 30 days ago; missing for now. A time in the future counts as now.
        """,
        "picture": "A picture that the same person added before and that no other post shows.",
        "key": """
        16 to 64 visible ASCII characters, chosen at random. The server adds a post once, even if you send it \
        again with the same key within 30 days.
        """,
    ]
}

extension NewPost.Location: Annotated {
    package static let notes = [
        "lat": "Latitude in degrees, WGS 84.",
        "lon": "Longitude in degrees, WGS 84.",
        "accuracy": "Radius in metres.",
        "place": "The place's name; the server looks it up when this is missing.",
        "heading": "Degrees clockwise from magnetic north; missing or negative while it is unknown.",
        "speed": "In m/s.",
    ]
}

/// Changes the text of the account's own post.
public struct EditPostRequest: BodyRequest, ObjectRequest {
    public var id: String
    public var body: Change

    /// The new text.
    public struct Change: Codable, Equatable, Sendable {
        public var message: String
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
}

extension EditPostRequest.Change: Annotated {
    package static let notes = [
        "revision": "The revision that you read. If the post has changed since, the server leaves it as it is."
    ]
}

/// Deletes the account's own post, or any for an operator.
public struct DeletePostRequest: PlainObjectRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/posts/{id}", "delete_post", "Deletes your own post; operators delete any.",
        answer: .nothing, access: .users, failures: [.notFound, .unavailable])
}

/// A request for a page of posts.
package protocol PostPageRequest: APIRequest {
    var before: String? { get set }
    var limit: Int { get set }
    init(before: String?, limit: Int)
}

extension PostPageRequest {
    package static var blank: Self { Self(before: nil, limit: 20) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.text("before", "Where the last page ended: its `next`.", maximumLength: 80), &before)
        try fields.defaulted(.integer("limit", "How many posts at most.", in: 1...100), &limit, standard: 20)
    }
}
