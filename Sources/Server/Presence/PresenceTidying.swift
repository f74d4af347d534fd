import Community
import Logging
import Presence
import ServiceLifecycle

/// Deletes positions and visits that are older than their owners keep them, all data of people who left, and the keys of
/// old requests.
///
/// One server of the place does what needs to be done once. Each also forgets what it remembers of groups, busyness and
/// queues; what that deletes from tables may be deleted by several servers.
struct PresenceTidying: Service {
    let presence: PresenceService
    let accounts: Accounts
    let timeline: Timeline
    let logger: Logger
    let following: any PlaceFollowing

    /// The number of people that one query returns.
    private static let page = 500

    func run() async throws {
        // Only cancellation ends this, when the server stops.
        try? await cancelWhenGracefulShutdown {
            // The server may have stopped while somebody left, and must not go on showing that person. Done by several
            // servers it does no harm.
            await forgetFormerMembers()
            try await withThrowingTaskGroup { group in
                group.addTask { try await following.runAlone(.presence) { try await hourly { await tidyPlace() } } }
                group.addTask { try await hourly { await forgetOld() } }
                try await group.waitForAll()
            }
        }
    }

    private func hourly(_ body: () async -> Void) async throws {
        while true {
            try await Task.sleep(for: .seconds(3600))
            await body()
        }
    }

    /// Deletes all data of people who have no account any more.
    ///
    /// A damaged account stops the look-up of up to 500 people at once. The next `tidy`, which looks up each alone,
    /// then deletes the data of those who left.
    func forgetFormerMembers() async {
        for people in [presence.people.sharers, presence.positions.people] {
            await forEachPage(of: people) { people in
                let staying = try await accounts.accounts(people)
                for person in people where staying[person] == nil {
                    await attempt { try await presence.forget(person) }
                }
            }
        }
    }

    /// Tidies everything once.
    func tidy() async {
        await tidyPlace()
        await forgetOld()
    }

    /// Tidies everybody's data once, for all servers. A failure with one person does not affect the others.
    private func tidyPlace() async {
        await tidyEach(presence.positions.people)
        await presence.positions.makeRoom()
        // People may share something without any position, also people who left.
        await tidyEach(presence.people.sharers)
        await presence.positions.forgetRemoved()
        do { try await timeline.forgetKeys() } catch {
            logger.error("the server deletes outdated keys later: \(error.inLog)")
        }
    }

    /// Deletes outdated groups, busyness and queues, and forgets what this server remembers of them.
    private func forgetOld() async {
        do {
            try await presence.people.circles.tidy()
            try await presence.busyness.tidy()
            try await presence.queues.tidy()
        } catch {
            logger.error("the server deletes outdated groups, busyness and queues later: \(error.inLog)")
        }
    }

    /// Calls `body` with all people, up to 500 at once.
    private func forEachPage(
        of people: (AccountID?, Int) async throws -> [AccountID], _ body: ([AccountID]) async throws -> Void
    ) async {
        var last: AccountID?
        while !Task.isCancelled {
            do {
                let people = try await people(last, Self.page)
                await attempt { try await body(people) }
                guard let next = people.last else { return }
                last = next
            } catch {
                return logger.error("the server deletes outdated positions later: \(error.inLog)")
            }
        }
    }

    /// Steps of one person before the next person's turn.
    private static let steps = 4

    /// Takes people in turns, some steps each, so that people with much data finish last.
    private func tidyEach(_ all: (AccountID?, Int) async throws -> [AccountID]) async {
        var waiting: [PresenceService.Tidying] = []
        await forEachPage(of: all) { people in
            for person in people {
                await attempt {
                    guard try await accounts.account(person) != nil else { return try await presence.forget(person) }
                    await advance(PresenceService.Tidying(person), orLeave: &waiting)
                }
            }
        }
        while !waiting.isEmpty, !Task.isCancelled {
            var unfinished: [PresenceService.Tidying] = []
            for tidying in waiting { await advance(tidying, orLeave: &unfinished) }
            waiting = unfinished
        }
    }

    /// Takes some steps for one person, and adds the rest to `unfinished`.
    private func advance(_ tidying: PresenceService.Tidying, orLeave unfinished: inout [PresenceService.Tidying]) async
    {
        await attempt {
            var tidying = tidying
            for _ in 0..<Self.steps where try await presence.advance(&tidying) { return }
            unfinished.append(tidying)
        }
    }

    /// Runs `body` and logs its error: a person's damaged rows must not stop the work for others.
    private func attempt(_ body: () async throws -> Void) async {
        // Another server may do it now, or this one stops.
        guard !Task.isCancelled else { return }
        do {
            try await body()
        } catch {
            logger.error("the server deletes a person's outdated data later: \(error.inLog)")
        }
    }
}
