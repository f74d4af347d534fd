/// Keeps posts. What a call has written is on the disk when it returns.
package protocol PostStore: Sendable {
    /// Adds a post at `milliseconds` since 1970, or returns the one that `key` added before; throws `notFound` when that was deleted
    /// meanwhile, or its author's account removed, and `invalid` when the picture is not its author's, or in another post.
    func add(_ post: NewPost, key: IdempotencyKey?, at milliseconds: Int64) async throws -> Post
    /// At most `limit` shown posts, newest first, older than `cursor`.
    func posts(before cursor: PostCursor?, limit: Int) async throws -> [Post]
    /// At most `limit` posts in any state that were added or changed after `time`, in the order of those changes.
    func posts(changedAfter time: HybridTime, limit: Int) async throws -> [Post]
    /// When a post was last added or changed; the beginning of time when none was.
    func lastChange() async throws -> HybridTime
    /// A post in any state.
    func post(_ id: PostID) async throws -> Post?
    /// Changes a post that is not deleted, and returns it; throws `notFound`, and `changedMeanwhile` when it is not at `revision`.
    func change(_ id: PostID, at revision: Int?, _ change: PostChange, at milliseconds: Int64) async throws -> Post
}

/// A post that is to be added.
package struct NewPost: Sendable {
    package let id: PostID
    package let author: Post.Author
    package let message: String
    package let location: PostLocation?
    package let picture: PictureID?
    /// What the picture shows.
    package let pictureText: String
    package let classicLocation: String?
    package let isSimulated: Bool

    package init(
        id: PostID, author: Post.Author, message: String, location: PostLocation?, picture: PictureID? = nil,
        pictureText: String = "", classicLocation: String? = nil, isSimulated: Bool = false
    ) {
        self.id = id
        self.author = author
        self.message = message
        self.location = location
        self.picture = picture
        self.pictureText = pictureText
        self.classicLocation = classicLocation
        self.isSimulated = isSimulated
    }
}

package enum PostChange: Sendable, Equatable {
    case message(String)
    /// These settle what was reported, too.
    case hide
    case show
    case delete
}

/// A place in the timeline: the one after a post. Posts that arrive later do not move it.
package struct PostCursor: Sendable, Equatable {
    package let created: HybridTime
    package let id: PostID

    package init(created: HybridTime, id: PostID) {
        self.created = created
        self.id = id
    }

    package init(after post: Post) { self.init(created: post.created, id: post.id) }
}

/// What makes sending a post twice the same as sending it once: chosen by the client at random, remembered for a day.
package struct IdempotencyKey: Sendable, Equatable {
    /// Whose key it is: two people may choose the same.
    package let account: AccountID?
    package let text: String

    /// Takes 16 ... 64 visible ASCII characters; `nil` for anything else.
    package init?(_ text: String, of account: AccountID?) {
        guard (16...64).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            return nil
        }
        self.account = account
        self.text = text
    }

    /// How long a store remembers a key, in milliseconds.
    package static let memory: Int64 = 86_400_000
}

/// Keeps what people say is wrong with posts.
package protocol ReportStore: Sendable {
    /// Adds a report; who reported a post before only changes the reason. Throws `notFound` when the post is not shown.
    func add(_ report: NewReport, at milliseconds: Int64) async throws
    /// At most `limit` reports that no operator has settled, oldest first, with their posts.
    func openReports(limit: Int) async throws -> [Report]
    /// Settles all reports of a post; throws `notFound` when there are none.
    func settleReports(of post: PostID, at milliseconds: Int64) async throws
}

/// A report that is to be added.
package struct NewReport: Sendable {
    package let id: ReportID
    package let post: PostID
    package let reporter: AccountID
    package let reason: String

    package init(id: ReportID, post: PostID, reporter: AccountID, reason: String) {
        self.id = id
        self.post = post
        self.reporter = reporter
        self.reason = reason
    }
}

/// What somebody says is wrong with a post.
package struct Report: Sendable, Equatable {
    package let id: ReportID
    package let post: Post
    package let reporterName: String
    package let reason: String
    package let created: HybridTime

    package init(id: ReportID, post: Post, reporterName: String, reason: String, created: HybridTime) {
        self.id = id
        self.post = post
        self.reporterName = reporterName
        self.reason = reason
        self.created = created
    }
}

package typealias ReportID = ID<Report>

/// Everything a community needs to have kept, of one tenant.
package typealias CommunityStore = AccountStore & SessionStore & PostStore & ReportStore & PictureStore & GuideStore
    & ImprintStore
