import Community
import Fairness
import GeoCore
import HereaboutsAPI
import NIOCore
import Synchronization

/// Writes pages of the timeline as JSON. It caches the first page, which most clients request, until a post changes.
///
/// A class because all requests share that cache.
final class TimelinePages: Sendable {
    private struct State {
        /// Counts the changes: a page from before a change is not kept after it.
        var changes = 0
        var kept: [Answer: CachedJSON] = [:]
    }

    /// A cached answer.
    private enum Answer: Hashable {
        case first(limit: Int)
        case classic
    }

    let timeline: Timeline
    /// The limit for guests' posts, by network: guests have no account to count by.
    private let guestPosts: RateLimiter
    let feed: LiveFeed
    private let packers: Pool<Gzip>
    private let workers: WorkerPool
    private let state = Mutex(State())

    init(_ timeline: Timeline, guestPosts: RateLimiter, feed: LiveFeed, packers: Pool<Gzip>, workers: WorkerPool) {
        self.timeline = timeline
        self.guestPosts = guestPosts
        self.feed = feed
        self.packers = packers
        self.workers = workers
    }

    /// Spends one post of the guests of the client's network for the day. Throws `tooManyRequests` when nothing is
    /// left.
    func spendPost(of author: Community.Post.Author, _ exchange: Exchange) throws(ErrorBody) {
        guard author.account == nil else { return }
        try exchange.spend(guestPosts) {
            "the guests of this address have used up their posts for the day; log in, or post again in \($0) s"
        }
    }

    /// Returns the newest `limit` posts.
    func first(limit: Int) async throws -> CachedJSON {
        try await kept(.first(limit: limit)) {
            // Read before the posts: a client that compares it with live events then reads once too often, never too
            // rarely.
            let changed = try await timeline.lastChange()
            let posts = try await timeline.posts(before: nil, limit: limit + 1)
            return Self.json(Array(posts.prefix(limit)), hasMore: posts.count > limit, changed: changed)
        }
    }

    /// Returns the newest `limit` posts in the form that `json` writes.
    func classic(limit: Int, json: ([Community.Post]) -> [UInt8]) async throws -> CachedJSON {
        try await kept(.classic) { json(try await timeline.posts(before: nil, limit: limit)) }
    }

    private func kept(_ answer: Answer, _ make: () async throws -> [UInt8]) async throws -> CachedJSON {
        let (kept, changes) = state.withLock { ($0.kept[answer], $0.changes) }
        if let kept { return kept }
        let made = try await CachedJSON(try await make(), packers, workers)
        state.withLock { if $0.changes == changes { $0.kept[answer] = made } }
        return made
    }

    /// Returns at most `limit` posts, those before `cursor`.
    func page(before cursor: PostCursor, limit: Int) async throws -> [UInt8] {
        // One post more than the page shows whether there is a next page.
        let posts = try await timeline.posts(before: cursor, limit: limit + 1)
        return Self.json(Array(posts.prefix(limit)), hasMore: posts.count > limit)
    }

    /// Returns at most `limit` hidden posts, those before `cursor`: an operator sees all, others their own.
    func hidden(before cursor: PostCursor?, limit: Int, for viewer: Community.Account) async throws -> [UInt8] {
        let posts = try await timeline.hiddenPosts(before: cursor, limit: limit + 1, for: viewer)
        return Self.json(Array(posts.prefix(limit)), hasMore: posts.count > limit) { PostCursor(afterHidden: $0) }
    }

    /// Drops the cached pages after a change, and announces the change.
    func changed() {
        state.withLock {
            $0.changes += 1
            $0.kept.removeAll(keepingCapacity: true)
        }
        feed.changed()
    }

    private static func json(
        _ posts: [Community.Post], hasMore: Bool, changed: HybridTime? = nil,
        place: (Community.Post) -> PostCursor = { PostCursor(after: $0) }
    ) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 400 * posts.count + 64)
        writer.beginObject()
        writer.key("posts")
        writer.beginArray()
        for post in posts { writer.value(post) }
        writer.endArray()
        if hasMore, let last = posts.last {
            writer.key("next")
            writer.value(place(last).text)
        }
        if let changed {
            writer.key("changed")
            writer.value(changed.cursor)
        }
        writer.endObject()
        return writer.bytes
    }
}

extension PostCursor {
    /// The cursor on the wire; clients must not interpret it.
    var text: String { "\(String(time.rawValue, radix: 36)).\(id.text)" }

    /// Reads the `next` of a page; throws `invalidParameter` for another text.
    init(before text: String) throws(ErrorBody) {
        guard let cursor = PostCursor(text: text) else {
            throw ErrorBody(.invalidParameter, "before is not the `next` of a page", field: "before")
        }
        self = cursor
    }

    private init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let time = UInt64(parts[0], radix: 36), time <= UInt64(Int64.max),
            let id = PostID(text: parts[1])
        else { return nil }
        self.init(time: HybridTime(rawValue: time), id: id)
    }
}
