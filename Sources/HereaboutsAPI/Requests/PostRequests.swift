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

/// A picture that was added before.
public struct PictureChoice: Codable, Equatable, Sendable {
    public var id: String
    /// What is to be seen, for those who do not see it.
    public var text: String?

    public init(id: String, text: String? = nil) {
        self.id = id
        self.text = text
    }
}

extension PictureChoice: Annotated {
    package static let notes = [
        "text": "What is to be seen, for those who do not see it: at most 500 characters."
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

/// Asks for one post.
public struct PostRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        "/api/v1/posts/{id}", "post", "One post.", answer: .json(Post.self), access: .lookers, failures: [.notFound])
    package static let blank = PostRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
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

/// Tells the operators that something is wrong with a post.
public struct ReportPostRequest: BodyRequest {
    public var id: String
    public var body: Reason

    public struct Reason: Codable, Equatable, Sendable {
        /// 1 to 500 characters.
        public var reason: String

        public init(reason: String) { self.reason = reason }
    }

    public init(id: String, reason: String) {
        self.id = id
        body = Reason(reason: reason)
    }

    package static let endpoint = Endpoint(
        .post, "/api/v1/posts/{id}/reports", "report_post", "Tells the operators that something is wrong with a post.",
        answer: .nothing, access: .users, failures: [.invalidBody, .notFound])
    package static let blank = ReportPostRequest(id: .blankID, reason: "")

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Hides a post from everybody but its author and operators, and settles its reports.
public struct HidePostRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .put, "/api/v1/posts/{id}/hidden", "hide_post", "Hides a post and settles its reports.",
        answer: .json(Post.self), access: .operators, failures: [.notFound])
    package static let blank = HidePostRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Shows a hidden post again.
public struct ShowPostRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/posts/{id}/hidden", "show_post", "Shows a hidden post again.", answer: .json(Post.self),
        access: .operators, failures: [.notFound])
    package static let blank = ShowPostRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Asks what was reported and waits for an operator, the post that was reported last first.
public struct ReportsRequest: APIRequest {
    /// Where a page ended: `next` of that page.
    public var before: String?
    public var limit: Int

    public init(before: String? = nil, limit: Int = 20) {
        self.before = before
        self.limit = limit
    }

    package static let endpoint = Endpoint(
        "/api/v1/reports", "reports", "Posts whose reports wait for an operator, the one reported last first.",
        answer: .json(ReportPage.self), access: .operators)
    package static let blank = ReportsRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.page(&before, &limit)
    }
}

/// Asks which posts are hidden, the one that was hidden or changed last first: all for operators, for anybody else
/// their own.
public struct HiddenPostsRequest: APIRequest {
    /// Where a page ended: `next` of that page.
    public var before: String?
    public var limit: Int

    public init(before: String? = nil, limit: Int = 20) {
        self.before = before
        self.limit = limit
    }

    package static let endpoint = Endpoint(
        "/api/v1/hidden-posts", "hidden_posts",
        "Hidden posts, the one hidden or changed last first: all for operators, for others their own.",
        answer: .json(PostPage.self), access: .users)
    package static let blank = HiddenPostsRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.page(&before, &limit)
    }
}

extension FieldVisitor {
    /// The fields of requests for a page of posts.
    fileprivate mutating func page(_ before: inout String?, _ limit: inout Int) throws(ErrorBody) {
        try optional(.text("before", "Where the last page ended: its `next`.", maximumLength: 80), &before)
        try defaulted(.integer("limit", "How many posts at most.", in: 1...100), &limit, standard: 20)
    }
}

/// Settles what was reported of a post, and leaves the post as it is.
public struct DismissReportsRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/posts/{id}/reports", "dismiss_reports", "Settles what was reported of a post.",
        answer: .nothing, access: .operators, failures: [.notFound])
    package static let blank = DismissReportsRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}
