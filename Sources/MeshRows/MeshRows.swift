package import Community
package import Gossip
package import Merging
import Mesh
package import MeshHost
package import Presence
import Synchronization

/// Joins a node of the mesh and this server's stores: makes rows of the messages that the node keeps, and gives the
/// node what is written here.
///
/// An actor, because merging and sending share what is known of the people here.
package actor MeshRows {
    /// What was written at this server.
    package enum Written: Sendable {
        case posts
        /// The guide or the overlay. Finding the changes takes longer.
        case plan
    }

    let host: MeshHost
    let merge: MeshMerge
    private let accounts: any AccountStore
    let keys: DerivedAuthorKeys
    private let queues: Queues?
    let changed: @Sendable (MeshMerge.Outcome) async -> Void
    private let report: @Sendable (any Error) -> Void
    var people = People()
    private var known: MergingRoster?
    /// Whether a message was not merged. Then all are merged again, which is harmless.
    private var mustReplay = false
    private nonisolated let news = Mutex(News())
    nonisolated let pictures = PictureNews()

    /// What waits to be sent.
    private struct News {
        var hasPlan = false
        var waker: AsyncStream<Void>.Continuation?
    }

    /// How many messages are merged or sent between two looks at other work.
    private static let piece = 64
    private static let minute = Duration.seconds(60)

    /// `store` has the rows and the accounts, `pictures` the files of pictures. `changed` learns what a message
    /// changed, `report` what the stores and the node threw; what failed is tried again within a minute.
    package init(
        _ host: MeshHost, store: some MeshMerge.Stores & AccountStore, keys: DerivedAuthorKeys, queues: Queues? = nil,
        pictures files: (any PictureFiles)? = nil, now: @escaping @Sendable () -> Timestamp,
        changed: @escaping @Sendable (MeshMerge.Outcome) async -> Void,
        report: @escaping @Sendable (any Error) -> Void
    ) {
        (self.host, accounts, self.keys, self.queues) = (host, store, keys, queues)
        merge = MeshMerge(
            store: store, queues: queues, node: host.nodeKey, keys: keys, pictures: files, now: now)
        (self.changed, self.report) = (changed, report)
    }

    /// Merges and sends until the task is cancelled. At first everything that the node has is merged, because the rows
    /// may be older than the messages, or new.
    package func run() async {
        let kept = await host.keptNews(), found = pictures.begin()
        let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        news.withLock { $0.waker = waker }
        queues?.observe { [weak self] report in Task { await self?.send(report) } }
        await attempt { try await readPeople() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.merge(kept) }
            group.addTask { await self.send(wakes) }
            group.addTask { await self.exchangePictures(found) }
            group.addTask {
                repeat { self.written(.plan) } while (try? await Task.sleep(for: Self.minute)) != nil
            }
        }
    }

    /// Says that something was written at this server, so that it is sent soon.
    package nonisolated func written(_ what: Written) {
        news.withLock { news in
            if what == .plan { news.hasPlan = true }
            _ = news.waker?.yield()
        }
    }

    func attempt(_ work: () async throws -> Void) async {
        do { try await work() } catch is CancellationError {} catch { report(error) }
    }

    // MARK: People

    private func readPeople() async throws {
        people = try await people.read(accounts, keys)
        known = nil
        _ = try await roster()
    }

    /// Returns the roster of now. Where it gives keys to other accounts than before, their posts follow.
    func roster() async throws -> MergingRoster {
        let current = await host.currentRoster
        if let known, known.roster == current { return known }
        let before = known?.accounts ?? [:], new = people.roster(current)
        known = new
        let moved = Set(before.keys).union(new.accounts.keys).filter {
            before[$0] != new.accounts[$0] && people.accounts[$0] == nil
        }
        let posts = try await merge.assign(Array(moved), new)
        if !posts.isEmpty { written(.posts) }
        return new
    }
}

// MARK: Messages to rows

extension MeshRows {
    private func merge(_ kept: AsyncStream<Void>) async {
        await replay()
        for await _ in kept {
            while !Task.isCancelled {
                let kept = await host.takeKept(atMost: Self.piece)
                pictures.add(kept.pictures)
                guard !kept.messages.isEmpty else { break }
                await take(kept.messages)
            }
        }
    }

    /// Merges all messages of the node, a few at a time.
    private func replay() async {
        mustReplay = false
        pictures.lookAtAll()
        let ids = await host.mergeable()
        for start in stride(from: 0, to: ids.count, by: Self.piece) {
            guard !Task.isCancelled else { return }
            do {
                await take(try await host.messages(Array(ids[start..<min(start + Self.piece, ids.count)])))
            } catch {
                mustReplay = true
                return report(error)
            }
        }
    }

    /// Merges messages together, because the order does not matter and the store then commits them together. What
    /// operators say comes last: it is about rows.
    private func take(_ messages: [Message]) async {
        await withTaskGroup(of: Void.self) { group in
            for message in messages where message.kind != .moderation { group.addTask { await self.take(message) } }
        }
        for message in messages where message.kind == .moderation { await take(message) }
    }

    private func take(_ message: Message) async {
        do {
            if let entry = ModerationEntry(message) { return try await take(entry) }
            try await follow(message)
        } catch {
            mustReplay = true
            report(error)
        }
    }

    /// Merges a message, or takes it back, as the roster says.
    func follow(_ message: Message) async throws {
        var isHidden: Bool
        repeat {
            let roster = try await roster()
            isHidden = roster.takesBack(message)
            let outcome =
                if isHidden { try await merge.takeBack(message, try await others(beside: message), roster) } else {
                    try await merge.take(message, roster)
                }
            switch outcome {
            case .nothing, .meaningless, .notAllowed, .notMerged: break
            case .post, .guide, .overlay, .helpPins, .queue: await changed(outcome)
            }
            if !isHidden { try await lookForPictures(of: message, outcome) }
            // Operators may have hidden it meanwhile, or shown it again.
        } while try await roster().takesBack(message) != isHidden
    }

    /// The messages that count where `message` does not, as `MeshMerge.takeBack` wants them.
    private func others(beside message: Message) async throws -> [Message] {
        switch message.kind {
        case .helpPin, .guideChange, .overlay: return try await host.messages(message.kind, about: message.about)
        case .edit:
            guard let post = message.about else { return [] }
            let first = try await merge.mark(of: PostID(post))?.first
            return try await host.messages(.edit, about: post, by: message.author)
                + host.messages(first.map { [$0] } ?? [])
        default: return []
        }
    }

    /// Hides or shows the posts that operators name.
    private func take(_ entry: ModerationEntry) async throws {
        let origin: PostOrigin =
            switch entry.target {
            case .message: .message(MessageID(entry.subject))
            case .author: .author(SignerKey(entry.subject))
            case .node: .node(SignerKey(entry.subject).beginning)
            }
        var current = try await roster()
        while true {
            for post in try await merge.moderate(origin, current) { await changed(.post(post)) }
            // Meanwhile another task may have gone by a newer roster, which holds.
            let latest = try await roster()
            guard latest.roster != current.roster else { return }
            current = latest
        }
    }
}

// MARK: What is written here to messages

extension MeshRows {
    private func send(_ wakes: AsyncStream<Void>) async {
        for await _ in wakes {
            let hasPlan = news.withLock { news in
                defer { news.hasPlan = false }
                return news.hasPlan
            }
            await attempt {
                if hasPlan { try await sendPlan() }
                try await sendWaiting()
            }
            pictures.wake()
            let hasMissed = await host.takeMissed()
            if hasPlan, mustReplay || hasMissed { await replay() }
        }
    }

    private func sendPlan() async throws {
        try await readPeople()
        try await name(people.accounts.keys, writes: false)
        try await forgetFormer()
        let roster = try await roster()
        try await merge.tellGuide(roster)
        try await merge.tellOverlay(roster)
    }

    /// Gives the node what waits, until nothing does or the node cannot take it yet.
    private func sendWaiting() async throws {
        while !Task.isCancelled {
            let waiting = try await merge.outgoing(limit: Self.piece)
            guard !waiting.isEmpty else { return }
            let authors = try await accounts.accounts(Set(waiting.map { AccountID($0.signer.subject) }).sorted())
            let writers = authors.values.map { ($0, keys.key(of: SignerID($0.id.subject))) }
            for (account, key) in writers { people.add(account, key) }
            try await name(writers.map(\.1), writes: true)
            let outcomes = try await host.take(waiting.map(\.message), areOwn: true)
            let done = zip(waiting, outcomes).filter { !$1.mayBeKeptLater }.map(\.0.number)
            try await merge.sent(done)
            guard done.count == waiting.count else { return }
        }
    }

    /// At the organiser's server, tells the others the names and roles of accounts here, where the roster says
    /// something else.
    func name(_ authors: some Sequence<SignerKey>, writes: Bool) async throws {
        guard await host.signsRoster else { return }
        let roster = await host.currentRoster
        let entries = authors.map { (key: $0, entries: people.entries($0, writes: writes, roster)) }.filter {
            $0.entries.name != nil || $0.entries.role != nil
        }
        guard !entries.isEmpty else { return }
        // Noted first, so that nobody stays named who is gone.
        try await host.setNamedHere(try await host.namedHere().union(entries.map(\.key)))
        for (_, (name, role)) in entries {
            if let role { try await host.publish(role) }
            if let name { try await host.publish(name) }
        }
    }

    /// Takes back what this server told the roster of people who have no account any more.
    private func forgetFormer() async throws {
        let named = try await host.namedHere(), former = named.subtracting(people.accounts.keys)
        guard await host.signsRoster, !former.isEmpty else { return }
        let roster = await host.currentRoster
        for key in former {
            if roster.roles[key] != nil { try await host.publish(RoleEntry(key, .none)) }
            if roster.names[key] != nil { try await host.publish(NameEntry(key, name: nil)) }
        }
        try await host.setNamedHere(named.subtracting(former))
    }

    /// Sends a report on a queue that somebody made here. Only members sign them.
    private func send(_ report: QueueReport) async {
        guard await host.isOfPlace else { return }
        var generator = SystemRandomNumberGenerator()
        let draft = MeshMerge.draft(of: report, in: host.place, by: host.nodeKey, using: &generator)
        await attempt { _ = try await host.write(draft) }
    }
}

// MARK: What operators here do

extension MeshRows {
    /// Tells the other nodes that an operator here hid a post or showed it again. At other servers than the organiser's
    /// it holds there alone. A post of a hidden author or node stays hidden.
    package func tell(isHidden: Bool, _ post: PostID) async throws {
        guard await host.signsRoster, let message = try await merge.mark(of: post)?.first else { return }
        try await host.publish(ModerationEntry(.message, message.digest, isHidden: isHidden))
        _ = try await merge.moderate(post, try await roster(), overrides: true)
    }

    /// Returns the message of a post that this server cannot delete at the other nodes, because its author's key is
    /// elsewhere; `nil` for other posts, and at other servers than the organiser's.
    package func messageOfOthers(_ post: PostID) async throws -> MessageID? {
        guard await host.signsRoster, let mark = try await merge.mark(of: post), mark.signer == nil else { return nil }
        return mark.first
    }

    /// Hides a message at all nodes.
    package func hide(_ message: MessageID) async throws {
        try await host.publish(ModerationEntry(.message, message.digest, isHidden: true))
    }
}

extension Acceptance {
    /// Whether the node may keep the same message another time.
    var mayBeKeptLater: Bool {
        switch self {
        case .held, .refused(.noClock), .refused(.tooEarly): true
        case .kept, .known, .blocked, .refused: false
        }
    }
}
