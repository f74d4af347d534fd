/// Keeps posts. What a call has written is on the disk when it returns.
package protocol PostStore: Sendable {
    /// Adds a post at `milliseconds` since 1970, or returns the one that `key` added before; throws `notFound` when
    /// that was deleted meanwhile, or its author's account removed, `quotaReached` when its author has written
    /// `mostOfDay` on this day already, those among them that are deleted, and `invalid` when the picture is not its author's,
    /// or in another post.
    func add(_ post: NewPost, key: IdempotencyKey?, at milliseconds: Int64) async throws -> Post
    /// How many posts an account wrote on the day that it is at `milliseconds` since 1970, in UTC.
    func postsOfDay(by account: AccountID, at milliseconds: Int64) async throws -> Int
    /// At most `limit` shown posts, newest first, older than `cursor`.
    func posts(before cursor: PostCursor?, limit: Int) async throws -> [Post]
    /// At most `limit` posts in any state that were added or changed after `time`, in the order of those changes.
    func posts(changedAfter time: HybridTime, limit: Int) async throws -> [Post]
    /// When a post was last added or changed; the beginning of time when none was.
    func lastChange() async throws -> HybridTime
    /// At most `limit` hidden posts, the one that was hidden or changed last first, before `cursor`, whose time is that
    /// of the change. Only those of `author`, if one is named.
    func hiddenPosts(of author: AccountID?, before cursor: PostCursor?, limit: Int) async throws -> [Post]
    /// A post in any state.
    func post(_ id: PostID) async throws -> Post?
    /// Changes a post that is not deleted, and returns it; throws `notFound`, and `changedMeanwhile` when it is not at
    /// `revision`.
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
    /// How many posts its author may write in a day; `nil` for any.
    package var mostOfDay: Int?

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

extension NewPost {
    /// Throws `quotaReached` when `count` posts of its author are as many as there may be on the day of `milliseconds`
    /// since 1970.
    package func checkQuota(_ count: Int, at milliseconds: Int64) throws(CommunityFault) {
        guard let mostOfDay, count >= mostOfDay else { return }
        throw .quotaReached(.posts, limit: mostOfDay, secondsLeft: UTCDay.secondsLeft(at: milliseconds))
    }
}

package enum PostChange: Sendable, Equatable {
    case message(String)
    /// These settle what was reported, too.
    case hide
    case show
    case delete
}

/// A place in a list of posts, newest first: the one after a post. Posts that arrive later do not move it.
package struct PostCursor: Sendable, Equatable {
    /// What the list is sorted by: in the timeline when the post was written.
    package let time: HybridTime
    package let id: PostID

    package init(time: HybridTime, id: PostID) {
        self.time = time
        self.id = id
    }

    package init(after post: Post) { self.init(time: post.created, id: post.id) }

    package init(afterHidden post: Post) { self.init(time: post.changed, id: post.id) }

    package init(after reported: ReportedPost) { self.init(time: reported.lastReported, id: reported.post.id) }
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
    package static let memory = UTCDay.milliseconds
}

/// Keeps what people say is wrong with posts.
package protocol ReportStore: Sendable {
    /// Adds a report; who reported a post before only changes the reason. Throws `notFound` when the post is not shown.
    func add(_ report: NewReport, at milliseconds: Int64) async throws
    /// At most `limit` posts whose reports no operator has settled, the one that was reported last first, before
    /// `cursor`, whose time is that of the last report.
    func reportedPosts(before cursor: PostCursor?, limit: Int) async throws -> [ReportedPost]
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

/// A post and what is said against it.
package struct ReportedPost: Sendable, Equatable {
    package let post: Post
    /// How many reports there are.
    package let count: Int
    package let lastReported: HybridTime
    /// The newest of them, newest first.
    package let reports: [Report]

    package init(post: Post, count: Int, lastReported: HybridTime, reports: [Report]) {
        self.post = post
        self.count = count
        self.lastReported = lastReported
        self.reports = reports
    }

    /// The most reports that are told of one post: a hundred people say little that the first twenty did not.
    package static let maximumReports = 20
}

/// What somebody says is wrong with a post.
package struct Report: Sendable, Equatable {
    package let id: ReportID
    package let reporterName: String
    package let reason: String
    package let created: HybridTime

    package init(id: ReportID, reporterName: String, reason: String, created: HybridTime) {
        self.id = id
        self.reporterName = reporterName
        self.reason = reason
        self.created = created
    }
}

package typealias ReportID = ID<Report>

/// Everything a community needs to have kept, of one tenant.
package typealias CommunityStore = AccountStore & SessionStore & RegistrationLinkStore & HistoryStore & PasskeyStore
    & PostStore
    & ReportStore
    & PictureStore & GuideStore
    & ImprintStore & OverlayStore
