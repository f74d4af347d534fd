import GeoCore
import Synchronization

extension MemoryStore {
    package func add(_ post: NewPost, key: IdempotencyKey?, at milliseconds: Timestamp) throws -> Post {
        try write { state in
            if let key, let known = try state.post(addedWith: key, at: milliseconds) { return known }
            if let account = post.author.account {
                guard state.accounts[account] != nil else { throw CommunityFault.notFound }
                let count = state.postsOfDay(by: account, at: milliseconds)
                try post.checkQuota(count, at: milliseconds)
                state.postCounts[account] = (UTCDay.number(at: milliseconds), count + 1)
            }
            let picture = try post.picture.map { id in
                guard let picture = state.pictures[id], picture.owner == post.author.account, !picture.isOfGuide,
                    !state.isInPost(id), !state.isInGuide(id), !state.isInImprint(id)
                else { throw CommunityFault.pictureUnavailable }
                return ShownPicture(id: id, width: picture.width, height: picture.height, text: post.pictureText)
            }
            let time = state.clock.reading(at: milliseconds)
            let message = post.message(at: time)
            let added = Post(
                id: message.map { PostID(madeBy: $0.mark.text) } ?? post.id, author: post.author, message: post.message,
                location: post.location, picture: picture,
                classicLocation: post.classicLocation, isSimulated: post.isSimulated, state: .shown, revision: 1,
                created: time, written: post.written, changed: time)
            state.posts[added.id] = added
            if let (draft, mark) = message { state.send(draft, mark, of: added.id) }
            if message != nil, picture != nil { state.pictureMarks[added.id] = PictureMark(addedAt: time) }
            if let key { state.remember(key, for: added.id, at: milliseconds) }
            return added
        }
    }

    package func post(addedWith key: IdempotencyKey, at time: Timestamp) throws -> Post? {
        try state.withLock { try $0.post(addedWith: key, at: time) }
    }

    package func postsOfDay(by account: AccountID, at time: Timestamp) -> Int {
        state.withLock { $0.postsOfDay(by: account, at: time) }
    }

    package func posts(before cursor: PostCursor?, limit: Int) -> [Post] {
        let shown = state.withLock { state in state.posts.values.filter { $0.state == .shown } }
        return Self.newest(limit, of: shown, before: cursor) { PostCursor(after: $0) }
    }

    package func hiddenPosts(of author: AccountID?, before cursor: PostCursor?, limit: Int) -> [Post] {
        let hidden = state.withLock { state in
            state.posts.values.filter { $0.state == .hidden && (author == nil || $0.author.account == author) }
        }
        return Self.newest(limit, of: hidden, before: cursor) { PostCursor(afterHidden: $0) }
    }

    static func newest<Item>(
        _ limit: Int, of items: [Item], before cursor: PostCursor?, place: (Item) -> PostCursor
    ) -> [Item] {
        let older = items.filter { item in cursor.map { isOlder(place(item), $0) } ?? true }
        return Array(older.sorted { isOlder(place($1), place($0)) }.prefix(limit))
    }

    private static func isOlder(_ left: PostCursor, _ right: PostCursor) -> Bool {
        (left.time, left.id) < (right.time, right.id)
    }

    package func posts(changedAfter time: HybridTime, limit: Int) -> [Post] {
        let changed = state.withLock { state in state.posts.values.filter { $0.changed > time } }
        return Array(changed.sorted { $0.changed < $1.changed }.prefix(limit))
    }

    package func lastChange() -> HybridTime {
        state.withLock { $0.posts.values.map(\.changed).max() ?? HybridTime(rawValue: 0) }
    }

    package func post(_ id: PostID) -> Post? { state.withLock { $0.posts[id] } }

    package func change(
        _ id: PostID, at revision: Int?, _ change: PostChange, at time: Timestamp
    ) throws -> Post {
        try write { state in
            guard var post = state.posts[id], post.state != .deleted else { throw CommunityFault.notFound }
            guard revision == nil || revision == post.revision else {
                throw CommunityFault.changedMeanwhile(current: post.revision)
            }
            post.changed = state.clock.reading(at: time)
            switch change {
            case .message(let message):
                post.message = message
                if var mark = state.marks[id] {
                    state.send(try mark.edit(id, to: message, at: post.changed), mark, of: id)
                }
            case .hide: post.state = .hidden
            case .show: post.state = .shown
            case .delete: return Self.wipe(post, &state, at: time)
            }
            // Hiding a post, or showing it again, settles the reports about it.
            if change == .hide || change == .show { state.reports = state.reports.filter { $0.key.post != id } }
            post.revision += 1
            state.posts[id] = post
            return post
        }
    }

    /// Deletes the content of a post and leaves only a mark that it existed. With `tells`, other nodes learn of it, if
    /// this node holds the author's key.
    @discardableResult
    static func wipe(_ post: Post, _ state: inout State, at time: Timestamp, tells: Bool = true) -> Post {
        let changed = state.clock.reading(at: time)
        if let mark = state.marks[post.id] {
            state.outgoing.removeAll { $0.subject == post.id.subject }
            if tells, let draft = mark.deletion(of: post.id, at: changed) { state.send(draft, mark, of: post.id) }
            state.marks[post.id] = nil
            state.pictureMarks[post.id] = nil
        }
        let wiped = Post(
            id: post.id, author: Post.Author(account: nil, name: ""), message: "", location: nil, picture: nil,
            classicLocation: nil, isSimulated: post.isSimulated, state: .deleted, revision: post.revision + 1,
            created: post.created, changed: changed)
        state.posts[post.id] = wiped
        if let picture = post.picture { state.pictures[picture.id] = nil }
        state.reports = state.reports.filter { $0.key.post != post.id }
        return wiped
    }
}

extension MemoryStore.State {
    fileprivate func post(addedWith key: IdempotencyKey, at time: Timestamp) throws -> Post? {
        guard let id: PostID = try object(of: key, at: time), let known = posts[id] else { return nil }
        guard known.state != .deleted else { throw CommunityFault.notFound }
        return known
    }
}
