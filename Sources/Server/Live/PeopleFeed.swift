import Community
import FoundationEssentials
import HereaboutsAPI
import Logging
import NIOCore
import Presence
import ServiceLifecycle

/// Tells everybody who listens where people are, once a second for those of whom something else is told than before: one event for all, and one
/// for each who is told more, or is somebody's friend no more.
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
                    if !isFailing { logger.error("where people are is told later: \(type(of: error))") }
                    isFailing = true
                }
            }
        }
    }

    /// Tells what differs from `told`, and makes that what is told now.
    private func tell(after told: inout Told) async throws {
        let people = try await people.told()
        let changed = Set(told.people.keys).union(people.keys).filter { told.people[$0] != people[$0] }
        var friends: [AccountID: Set<AccountID>] = [:], events: [(AccountID, ByteBuffer)] = []
        for listener in feed.listeningAccounts {
            let now = try await self.people.friends(of: listener), before = told.friends[listener] ?? now
            friends[listener] = now
            var seen = PersonalChange()
            for person in changed.intersection(now.union([listener])).union(now.symmetricDifference(before)) {
                let one = people[person]
                let entry =
                    person == listener ? nil : now.contains(person) ? one?.friends ?? one?.everybody : one?.everybody
                seen.note(entry, before: told.people[person])
            }
            if let event = try await event(seen) { events.append((listener, event)) }
        }
        var all = PersonalChange()
        for person in changed where people[person]?.everybody != told.people[person]?.everybody {
            all.note(people[person]?.everybody, before: told.people[person])
        }
        let event = try await event(all)
        told = Told(people: people, friends: friends)
        if let event { feed.tell(event) }
        // After what all are told: it is what holds for these.
        for (listener, event) in events { feed.tell(event, to: listener) }
    }

    /// Who is seen somewhere else than before, and who is not seen any more.
    private struct PersonalChange {
        var seen: [People.Seen] = []
        var gone: [String] = []

        mutating func note(_ one: People.Seen?, before: People.Told?) {
            if let one {
                seen.append(one)
            } else if let earlier = before?.everybody ?? before?.friends {
                gone.append(earlier.id)
            }
        }
    }

    private func event(_ change: PersonalChange) async throws -> ByteBuffer? {
        guard !change.seen.isEmpty || !change.gone.isEmpty else { return nil }
        let seen = try await accounts.named(change.seen.sorted { $0.mark < $1.mark })
        let content = try JSONEncoder().encode(PeopleChange(people: seen, gone: change.gone.sorted()))
        return .event("people", String(decoding: content, as: UTF8.self))
    }
}
