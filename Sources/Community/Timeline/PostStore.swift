/// Stores posts. A call returns when its changes are on disk.
package protocol PostStore: Sendable {
    /// Adds a post at `time`, or returns the post that `key` added before.
    ///
    /// Throws `keyUsed` if the key came with other content, `notFound` if that post was deleted meanwhile, or its
    /// author's account removed; `quotaReached` if its author has reached `mostOfDay` on this day, including deleted
    /// posts; and `invalid` if the picture is not its author's, or in another post.
    func add(_ post: NewPost, key: IdempotencyKey?, at time: Timestamp) async throws -> Post
    /// Returns the post that `key` added; `nil` if it added none. Throws `keyUsed` if it came with other content, and
    /// `notFound` if that post was deleted meanwhile.
    func post(addedWith key: IdempotencyKey, at time: Timestamp) async throws -> Post?
    /// Returns how many posts an account wrote on the day (UTC) of `time`.
    func postsOfDay(by account: AccountID, at time: Timestamp) async throws -> Int
    /// Returns at most `limit` visible posts, newest first, older than `cursor`.
    func posts(before cursor: PostCursor?, limit: Int) async throws -> [Post]
    /// Returns at most `limit` posts in any state that were added or changed after `time`, in the order of those
    /// changes.
    func posts(changedAfter time: HybridTime, limit: Int) async throws -> [Post]
    /// Returns when a post was last added or changed; zero if there is none.
    func lastChange() async throws -> HybridTime
    /// Returns at most `limit` hidden posts before `cursor`, whose time is that of the change; the last hidden or
    /// changed first. With `author`, only that author's posts.
    func hiddenPosts(of author: AccountID?, before cursor: PostCursor?, limit: Int) async throws -> [Post]
    /// Returns a post in any state.
    func post(_ id: PostID) async throws -> Post?
    /// Changes a post that is not deleted, and returns it; throws `notFound`, and `changedMeanwhile` if it is not at
    /// `revision`. Other nodes learn of a new text and of a deletion if this node holds the author's key. Throws
    /// `notAllowed` for a text if another node's person wrote the post.
    func change(_ id: PostID, at revision: Int?, _ change: PostChange, at time: Timestamp) async throws -> Post
}

/// A post before the store adds it.
package struct NewPost: Sendable {
    package let id: PostID
    package let author: Post.Author
    package let message: String
    package let location: PostLocation?
    package let picture: PictureID?
    /// The description of the picture.
    package let pictureText: String
    package let classicLocation: String?
    package let isSimulated: Bool
    /// When its author wrote it, if it arrives later.
    package var written: Timestamp?
    /// The maximum number of posts of its author in a day; `nil` for no limit.
    package var mostOfDay: Int?
    /// Who signs it for the other nodes of the mesh; `nil` for a post that stays at this node. The id of a signed post
    /// is that of its message.
    package var signer: MessageSigner?

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
    /// Throws `quotaReached` if its author has `count` posts already and that is the limit on the day of `time`.
    package func checkQuota(_ count: Int, at time: Timestamp) throws(CommunityFault) {
        guard let mostOfDay, count >= mostOfDay else { return }
        throw .quotaReached(.posts, limit: mostOfDay, secondsLeft: UTCDay.secondsLeft(at: time))
    }
}

package enum PostChange: Sendable, Equatable {
    case message(String)
    /// Both also settle the reports about it.
    case hide
    case show
    case delete
}

/// A position in a list of posts, newest first: after a certain post. Later posts do not move it.
package struct PostCursor: Sendable, Equatable {
    /// The time that sorts the list: in the timeline, the time of writing.
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

/// Stores people's reports of posts.
package protocol ReportStore: Sendable {
    /// Adds a report, or changes the reason of the same account's report. Throws `notFound` if the post is not visible.
    func add(_ report: NewReport, at time: Timestamp) async throws
    /// Returns at most `limit` posts with unsettled reports before `cursor`, whose time is that of the last report; the
    /// last reported first.
    func reportedPosts(before cursor: PostCursor?, limit: Int) async throws -> [ReportedPost]
    /// Settles all reports of a post; throws `notFound` if there are none.
    func settleReports(of post: PostID, at time: Timestamp) async throws
}

/// A report before the store adds it.
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

/// A post and its reports.
package struct ReportedPost: Sendable, Equatable {
    package let post: Post
    /// The number of reports.
    package let count: Int
    package let lastReported: HybridTime
    /// The newest reports, newest first.
    package let reports: [Report]

    package init(post: Post, count: Int, lastReported: HybridTime, reports: [Report]) {
        self.post = post
        self.count = count
        self.lastReported = lastReported
        self.reports = reports
    }

    /// The maximum number of reports returned of one post: a hundred reports say little more than the first twenty.
    package static let maximumReports = 20
}

/// One account's report of a post.
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

/// All stores of a community, for one tenant.
package typealias CommunityStore = AccountStore & SessionStore & RegistrationLinkStore & HistoryStore & PasskeyStore
    & PostStore & PostMergeStore & PostPictureStore & OutgoingStore & HelpPinStore
    & ReportStore
    & KeyStore
    & PictureStore & GuideStore & GuideMergeStore
    & ImprintStore & OverlayStore & OverlayMergeStore & BocceStore
