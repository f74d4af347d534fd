import GeoCore
package import Gossip
import Synchronization

extension MemoryStore {
    package func merge(
        _ message: PostMessage, by account: AccountID?, _ signer: MessageSigner?, at time: Timestamp
    ) throws -> Post? {
        try write { state in
            // What is written here from now on is later than the message.
            _ = state.clock.learn(message.order.time, at: time)
            if let mark = state.marks[message.post]?.entered(by: message) { state.marks[message.post] = mark }
            switch message.step(on: state.posts[message.post], state.marks[message.post]) {
            case .waits:
                state.wait(message, at: time)
                return nil
            case .adds(let body):
                let account = account.flatMap { state.accounts[$0]?.id }
                state.posts[message.post] = Post(message, body, by: account, at: state.clock.reading(at: time))
                state.marks[message.post] = PostMark(
                    author: message.author, first: message.order.id, text: message.order, entry: message.entry,
                    signer: signer)
                let waiting = state.waiting.filter { $0.key.post == message.post }
                for (register, later) in waiting {
                    state.waiting[register] = nil
                    state.apply(later, at: time)
                }
                return state.posts[message.post]
            case .nothing, .dates, .sets, .deletes:
                return state.apply(message, at: time) ? state.posts[message.post] : nil
            }
        }
    }

    package func takeBack(_ edit: PostMessage, _ others: [PostMessage], at time: Timestamp) throws -> Post? {
        try write { state in
            if state.waiting[edit.register]?.order == edit.order {
                state.waiting[edit.register] = nil
                for other in others where other.register == edit.register { state.wait(other, at: time) }
            }
            let found = edit.replacement(of: state.posts[edit.post], state.marks[edit.post], others)
            guard let other = found, let text = other.text, var post = state.posts[edit.post] else { return nil }
            state.marks[post.id]?.text = other.order
            post.message = text
            post.revision += 1
            post.changed = state.clock.reading(at: time)
            state.posts[post.id] = post
            return post
        }
    }

    package func assign(_ account: AccountID?, to author: SignerKey, at time: Timestamp) throws -> [PostID] {
        try write { state in
            let account = account.flatMap { state.accounts[$0]?.id }
            let posts = state.marks.filter { $0.value.author == author }.keys.sorted()
            return posts.filter { id in
                guard var post = state.posts[id], post.author.account != account else { return false }
                post = post.given(to: account)
                post.revision += 1
                post.changed = state.clock.reading(at: time)
                state.posts[id] = post
                return true
            }
        }
    }

    package func posts(of origin: PostOrigin) -> [PostID] {
        state.withLock { state in
            state.marks.filter { _, mark in
                switch origin {
                case .message(let id): mark.first == id
                case .author(let key): mark.author == key
                case .node(let beginning): mark.entry == beginning
                }
            }.keys.sorted()
        }
    }

    package func setHidden(_ isHidden: Bool, _ id: PostID, overrides: Bool, at time: Timestamp) throws -> Post? {
        try write { state in
            guard var post = state.posts[id], let mark = state.marks[id] else { return nil }
            guard mark.isHidden != isHidden || overrides else { return nil }
            state.marks[id]?.isHidden = isHidden
            let wanted: Post.State = isHidden ? .hidden : .shown
            guard post.state != wanted else { return nil }
            post.state = wanted
            post.revision += 1
            post.changed = state.clock.reading(at: time)
            state.posts[id] = post
            state.reports = state.reports.filter { $0.key.post != id }
            return post
        }
    }

    package func mark(of post: PostID) -> PostMark? { state.withLock { $0.marks[post] } }

    package func outgoing(limit: Int) -> [OutgoingMessage] { state.withLock { Array($0.outgoing.prefix(limit)) } }

    package func sent(_ numbers: [Int64]) throws {
        try write { state in state.outgoing.removeAll { numbers.contains($0.number) } }
    }
}

extension MemoryStore.State {
    /// Keeps a message for its post.
    fileprivate mutating func wait(_ message: PostMessage, at time: Timestamp) {
        if let other = waiting[message.register], other.order >= message.order { return }
        waiting[message.register] = message
        let end = HybridTime(milliseconds: time - PostMessage.longestWait)
        waiting = waiting.filter { $0.value.order.time >= end }
        guard waiting.count > PostMessage.mostWaiting, let oldest = waiting.values.min(by: { $0.order < $1.order })
        else { return }
        waiting[oldest.register] = nil
    }

    /// Does what a message says to a post that is here; returns whether that changed it.
    @discardableResult
    fileprivate mutating func apply(_ message: PostMessage, at time: Timestamp) -> Bool {
        guard var post = posts[message.post] else { return false }
        switch message.step(on: post, marks[post.id]) {
        case .nothing, .waits, .adds: return false
        case .dates(let created):
            posts[post.id] = post.made(at: created)
            return false
        case .deletes:
            MemoryStore.wipe(post.made(at: message.created(post)), &self, at: time, tells: false)
            return true
        case .sets(let text):
            post.message = text
            marks[post.id]?.text = message.order
        }
        post.revision += 1
        post.changed = clock.reading(at: time)
        posts[post.id] = post
        return true
    }

    /// Keeps what messages have said about a post by now, and one of them for the other nodes, in the place of an earlier
    /// edit.
    mutating func send(_ draft: MessageDraft, _ mark: PostMark, of post: PostID) {
        marks[post] = mark
        guard let signer = mark.signer else { return }
        outgoing.removeAll { $0.subject == post.subject && $0.draft.id != mark.first }
        send(draft, of: signer, about: post.subject)
    }

    mutating func send(_ draft: MessageDraft, of signer: MessageSigner, about subject: SubjectID) {
        lastOutgoing += 1
        outgoing.append(OutgoingMessage(number: lastOutgoing, signer: signer.id, subject: subject, draft: draft))
    }
}
