import Community
import FoundationEssentials
import HereaboutsAPI
import Logging
import NIOCore
import Presence
import ServiceLifecycle

/// Sends listeners the visible people, once a second. One event for all listeners holds everything that changed for
/// everybody. A listener whose friends or groups changed gets another event instead.
struct PeopleFeed: Service {
    let people: People
    let accounts: Accounts
    let feed: LiveFeed
    let logger: Logger

    /// The state that was sent last.
    private struct Sent {
        var people: [AccountID: People.Published] = [:]
        /// The ties of all listeners.
        var ties: [AccountID: People.Ties] = [:]
    }

    func run() async throws {
        // Only cancellation ends this, when the server stops.
        try? await cancelWhenGracefulShutdown {
            var sent = Sent(), isFailing = false
            while true {
                try await Task.sleep(for: .seconds(1))
                do {
                    try await send(after: &sent)
                    isFailing = false
                } catch {
                    // The next second compares with the same state, so a failure loses nothing.
                    if !isFailing { logger.error("the server sends people's locations later: \(error.inLog)") }
                    isFailing = true
                }
            }
        }
    }

    /// Sends the differences from `sent`, and updates it.
    private func send(after sent: inout Sent) async throws {
        try await people.followOthers()
        let people = try await people.published()
        let changed = Set(sent.people.keys).union(people.keys).filter { sent.people[$0] != people[$0] }
        var ties: [AccountID: People.Ties] = [:], events: [AccountID: ByteBuffer?] = [:]
        for listener in feed.listeningAccounts {
            let now = try await self.people.ties(of: listener), before = sent.ties[listener] ?? now
            ties[listener] = now
            // Most listeners get the event for all.
            let isTied = changed.contains { person in
                person == listener || people[person].isTied(by: now, person)
                    || sent.people[person].isTied(by: before, person)
            }
            guard isTied || now != before else { continue }
            var change = Change()
            let others = now == before ? changed : Set(sent.people.keys).union(people.keys)
            for person in others where person != listener {
                change.note(
                    people[person]?.seen(by: now.to(person)),
                    // A listener must not learn which pseudonym a friend shows to everybody.
                    after: sent.people[person]?.seen(by: before.to(person)))
            }
            events[listener] = .some(try await event(change))
        }
        var all = Change()
        for person in changed { all.note(people[person]?.everybody, after: sent.people[person]?.everybody) }
        let event = try await event(all)
        sent = Sent(people: people, ties: ties)
        if let event { feed.send(event, butNot: Set(events.keys)) }
        for (listener, event) in events { if let event { feed.send(event, to: listener) } }
    }

    /// The people who moved, and the people who are not visible any more.
    private struct Change {
        var seen: [People.Seen] = []
        var gone: [String] = []

        /// Notes how viewers see a person now, and saw that person as `earlier` before.
        mutating func note(_ now: People.Seen?, after earlier: People.Seen?) {
            if let now, now != earlier { seen.append(now) }
            if let earlier, earlier.mark != now?.mark { gone.append(earlier.id) }
        }
    }

    private func event(_ change: Change) async throws -> ByteBuffer? {
        guard !change.seen.isEmpty || !change.gone.isEmpty else { return nil }
        let seen = try await accounts.named(change.seen.sorted { $0.mark < $1.mark }, people.circles)
        let content = try JSONEncoder().encode(PeopleChange(people: seen, gone: change.gone.sorted()))
        return .event(.people, String(decoding: content, as: UTF8.self))
    }
}

extension People.Published? {
    /// Whether a viewer with these ties sees more of this person than everybody does.
    fileprivate func isTied(by ties: People.Ties, _ person: AccountID) -> Bool {
        guard let published = self else { return false }
        return ties.friends.contains(person) || published.circles.keys.contains { ties.circles.contains($0) }
    }
}
