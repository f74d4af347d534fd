import Community
import FoundationEssentials
import HereaboutsAPI
import Logging
import NIOCore
import Presence
import ServiceLifecycle

/// Tells everybody who listens where people are, once a second for those of whom something else is told than before: one event for all,
/// and another for each of whose friends something else is told.
struct PeopleFeed: Service {
    let people: People
    let accounts: Accounts
    let feed: LiveFeed
    let logger: Logger

    /// What was told last.
    private struct Told {
        var people: [AccountID: People.Told] = [:]
        /// Of those who listen.
        var friends: [AccountID: Set<AccountID>] = [:]
    }

    func run() async throws {
        // It only ends by being cancelled, with the server.
        try? await cancelWhenGracefulShutdown {
            var told = Told(), isFailing = false
            while true {
                try await Task.sleep(for: .seconds(1))
                do {
                    try await tell(after: &told)
                    isFailing = false
                } catch {
                    // What is told now is compared with what was told before: nothing is left out by a second more.
                    if !isFailing { logger.error("where people are is told later: \(error.inLog)") }
                    isFailing = true
                }
            }
        }
    }

    /// Tells what differs from `told`, and makes that what is told now.
    private func tell(after told: inout Told) async throws {
        let people = try await people.told()
        let changed = Set(told.people.keys).union(people.keys).filter { told.people[$0] != people[$0] }
        var friends: [AccountID: Set<AccountID>] = [:], events: [AccountID: ByteBuffer?] = [:]
        for listener in feed.listeningAccounts {
            let now = try await self.people.friends(of: listener), before = told.friends[listener] ?? now
            friends[listener] = now
            let own = changed.intersection(now.union([listener])).union(now.symmetricDifference(before))
            // Most are told what all are.
            guard !own.isEmpty else { continue }
            var change = Change()
            for person in own.union(changed) {
                let isFriend = now.contains(person), one = people[person]
                let entry = person == listener ? nil : isFriend ? one?.friends ?? one?.everybody : one?.everybody
                // What a friend is told to everybody as is no business of this one's.
                let earlier = told.people[person]
                let known = before.contains(person) ? earlier?.friends ?? earlier?.everybody : earlier?.everybody
                change.note(entry, after: person == listener ? nil : known)
            }
            events[listener] = .some(try await event(change))
        }
        var all = Change()
        for person in changed { all.note(people[person]?.everybody, after: told.people[person]?.everybody) }
        let event = try await event(all)
        told = Told(people: people, friends: friends)
        if let event { feed.tell(event, butNot: Set(events.keys)) }
        for (listener, event) in events { if let event { feed.tell(event, to: listener) } }
    }

    /// Who is seen somewhere else than before, and who is not seen any more.
    private struct Change {
        var seen: [People.Seen] = []
        var gone: [String] = []

        /// Notes how one person is seen, who was seen as `earlier` before.
        mutating func note(_ one: People.Seen?, after earlier: People.Seen?) {
            if let one, one != earlier { seen.append(one) }
            if let earlier, earlier.mark != one?.mark { gone.append(earlier.id) }
        }
    }

    private func event(_ change: Change) async throws -> ByteBuffer? {
        guard !change.seen.isEmpty || !change.gone.isEmpty else { return nil }
        let seen = try await accounts.named(change.seen.sorted { $0.mark < $1.mark })
        let content = try JSONEncoder().encode(PeopleChange(people: seen, gone: change.gone.sorted()))
        return .event("people", String(decoding: content, as: UTF8.self))
    }
}
