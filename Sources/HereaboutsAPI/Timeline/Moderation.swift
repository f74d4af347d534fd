/// Reports a post to the operators.
public struct ReportPostRequest: BodyRequest, ObjectRequest {
    public var id: String
    public var body: Reason

    /// The reason of a report.
    public struct Reason: Codable, Equatable, Sendable {
        public var reason: String

        public init(reason: String) { self.reason = reason }
    }

    public init(id: String, reason: String) {
        self.id = id
        body = Reason(reason: reason)
    }

    package static let endpoint = Endpoint(
        .post, "/api/v1/posts/{id}/reports", "report_post", "Reports a post to the operators.",
        answer: .nothing, access: .users, failures: [.invalidBody, .notFound])
    package static let blank = ReportPostRequest(id: .blankID, reason: "")
}

extension ReportPostRequest.Reason: Annotated {
    package static let notes = ["reason": "1 to 500 characters."]
}

/// Asks for posts whose reports wait for an operator, the most recently reported one first.
public struct ReportsRequest: PostPageRequest {
    /// Where a page ended: `next` of that page.
    public var before: String?
    public var limit: Int

    public init(before: String? = nil, limit: Int = 20) {
        self.before = before
        self.limit = limit
    }

    package static let endpoint = Endpoint(
        "/api/v1/reports", "reports", "Posts whose reports wait for an operator, the most recently reported one first.",
        answer: .json(ReportPage.self), access: .operators)
}

/// A page of the posts whose reports wait for an operator.
public struct ReportPage: Codable, Equatable, Sendable {
    public let posts: [Post]
    public let next: String?

    public init(posts: [Post], next: String?) {
        self.posts = posts
        self.next = next
    }

    /// A post and its reports.
    public struct Post: Codable, Equatable, Sendable {
        public let post: HereaboutsAPI.Post
        public let count: Int
        public let reports: [Report]

        public init(post: HereaboutsAPI.Post, count: Int, reports: [Report]) {
            self.post = post
            self.count = count
            self.reports = reports
        }
    }

    /// A report of a post.
    public struct Report: Codable, Equatable, Sendable {
        public let id: String
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
        "posts": "The most recently reported post first.",
        "next": "The value of `before` for the next page; missing on the last page.",
    ]
}

extension ReportPage.Post: Annotated {
    package static let notes = [
        "count": "How many people have reported it.",
        "reports": "The newest 20 reports, newest first.",
    ]
}

extension ReportPage.Report: Annotated {
    package static let notes = [
        "reporter": "The name of the person who reported it.",
        "created": "When it was reported, as ISO 8601 in UTC, with milliseconds.",
    ]
}

/// Settles the reports of a post, and leaves the post as it is.
public struct DismissReportsRequest: PlainObjectRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/posts/{id}/reports", "dismiss_reports", "Settles the reports of a post.",
        answer: .nothing, access: .operators, failures: [.notFound])
}

/// Hides a post from everybody but its author and operators, and settles its reports.
public struct HidePostRequest: PlainObjectRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .put, "/api/v1/posts/{id}/hidden", "hide_post", "Hides a post and settles its reports.",
        answer: .json(Post.self), access: .operators, failures: [.notFound, .unavailable])
}

/// Shows a hidden post again.
public struct ShowPostRequest: PlainObjectRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/posts/{id}/hidden", "show_post", "Shows a hidden post again.", answer: .json(Post.self),
        access: .operators, failures: [.notFound, .unavailable])
}

/// Asks for hidden posts, the most recently hidden or changed one first. Operators get all, others their own.
public struct HiddenPostsRequest: PostPageRequest {
    /// Where a page ended: `next` of that page.
    public var before: String?
    public var limit: Int

    public init(before: String? = nil, limit: Int = 20) {
        self.before = before
        self.limit = limit
    }

    package static let endpoint = Endpoint(
        "/api/v1/hidden-posts", "hidden_posts",
        "Hidden posts, the most recently hidden or changed one first. Operators see all, others their own.",
        answer: .json(PostPage.self), access: .users)
}
