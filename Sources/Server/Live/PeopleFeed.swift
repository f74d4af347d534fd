import Community
import FoundationEssentials
import HereaboutsAPI
import Logging
import NIOCore
import Presence
import ServiceLifecycle

/// Tells everybody who listens where people are, once a second for those of whom something else is told than before:
/// one event for all, and another for each of whose friends, or members of whose groups, something else is told.
struct PeopleFeed: Service {
    let people: People
    let accounts: Accounts
    let feed: LiveFeed
    let logger: Logger

    /// What was told last.
    private struct Told {
        var people: [AccountID: People.Told] = [:]
        /// Of those who listen.
        var ties: [AccountID: People.Ties] = [:]
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
        var ties: [AccountID: People.Ties] = [:], events: [AccountID: ByteBuffer?] = [:]
        for listener in feed.listeningAccounts {
            let now = try await self.people.ties(of: listener), before = told.ties[listener] ?? now
            ties[listener] = now
            // Most are told what all are.
            let isTied = changed.contains { person in
                person == listener || people[person].isTied(by: now, person)
                    || told.people[person].isTied(by: before, person)
            }
            guard isTied || now != before else { continue }
            var change = Change()
            let others = now == before ? changed : Set(told.people.keys).union(people.keys)
            for person in others where person != listener {
                change.note(
                    people[person]?.seen(by: now.to(person)),
                    // What a friend is told to everybody as is no business of this one's.
                    after: told.people[person]?.seen(by: before.to(person)))
            }
            events[listener] = .some(try await event(change))
        }
        var all = Change()
        for person in changed { all.note(people[person]?.everybody, after: told.people[person]?.everybody) }
        let event = try await event(all)
        told = Told(people: people, ties: ties)
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
        let seen = try await accounts.named(change.seen.sorted { $0.mark < $1.mark }, people.circles)
        let content = try JSONEncoder().encode(PeopleChange(people: seen, gone: change.gone.sorted()))
        return .event(.people, String(decoding: content, as: UTF8.self))
    }
}

extension People.Told? {
    /// Whether somebody with these ties is told another thing of this person than everybody is.
    fileprivate func isTied(by ties: People.Ties, _ person: AccountID) -> Bool {
        guard let told = self else { return false }
        return ties.friends.contains(person) || told.circles.keys.contains { ties.circles.contains($0) }
    }
}
