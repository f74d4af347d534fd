package import Community
package import Gossip
import Merging
import Mesh
import MeshHost
import Presence

/// Gives the node the messages that people write at this server.
extension MeshRows {
    func send(_ wakes: AsyncStream<Void>) async {
        for await _ in wakes {
            let hasPlan = takePlanNews()
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

    /// At the organiser's server, publishes the names and roles of accounts here, where the roster has others.
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

    /// Takes back the names and roles of people who have no account any more.
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
    func send(_ report: QueueReport) async {
        guard await host.isOfPlace else { return }
        var generator = SystemRandomNumberGenerator()
        let draft = MeshMerge.draft(of: report, in: host.place, by: host.nodeKey, using: &generator)
        await attempt { _ = try await host.write(draft) }
    }
}

/// Tells the other nodes what operators here do.
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
