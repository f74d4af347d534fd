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

/// A page of the posts whose reports wait for an operator.
public struct ReportPage: Codable, Equatable, Sendable {
    public let posts: [Post]
    /// Asks for the page behind this one, as `before`; `nil` at the end.
    public let next: String?

    public init(posts: [Post], next: String?) {
        self.posts = posts
        self.next = next
    }

    /// A post and what is said against it.
    public struct Post: Codable, Equatable, Sendable {
        public let post: HereaboutsAPI.Post
        /// How many have reported it.
        public let count: Int
        /// The newest 20 of these reports, newest first.
        public let reports: [Report]

        public init(post: HereaboutsAPI.Post, count: Int, reports: [Report]) {
            self.post = post
            self.count = count
            self.reports = reports
        }
    }

    public struct Report: Codable, Equatable, Sendable {
        public let id: String
        /// Who reported it.
        public let reporter: String
        public let reason: String
        public let created: String

        public init(id: String, reporter: String, reason: String, created: String) {
            self.id = id
            self.reporter = reporter
            self.reason = reason
            self.created = created
        }
    }
}

extension ReportPage: Annotated {
    package static let notes = [
        "posts": "The one that was reported last first.",
        "next": "Asks for the page behind this one, as `before`; left out at the end.",
    ]
}

extension ReportPage.Post: Annotated {
    package static let notes = [
        "count": "How many have reported it.", "reports": "The newest 20 of these reports, newest first.",
    ]
}

extension ReportPage.Report: Annotated {
    package static let notes = [
        "reporter": "The name of who reported it.", "created": "ISO 8601 in UTC, with milliseconds.",
    ]
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
