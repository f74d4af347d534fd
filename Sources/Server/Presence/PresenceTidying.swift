import Community
import Logging
import Presence
import ServiceLifecycle

/// Keeps no more of where people were than they want kept, and nothing of those who have left.
struct PresenceTidying: Service {
    let presence: PresenceService
    let accounts: Accounts
    let logger: Logger

    /// People who are looked at together.
    private static let page = 500

    func run() async throws {
        // It only ends by being cancelled, with the server.
        try? await cancelWhenGracefulShutdown {
            // A server that was stopped while somebody left would go on telling of them.
            await forgetThoseWhoLeft()
            while true {
                try await Task.sleep(for: .seconds(3600))
                await tidy()
            }
        }
    }

    /// Leaves nothing of those who have no account any more. Accounts with damaged rows leave those who are looked at
    /// with them to `tidy`.
    func forgetThoseWhoLeft() async {
        for people in [presence.people.sharers, presence.positions.people] {
            await visit(people) { people in
                let staying = try await accounts.accounts(people)
                for person in people where staying[person] == nil {
                    await attempt { try await presence.forget(person) }
                }
            }
        }
    }

    /// Looks at everybody once; a person whose rows are damaged does not keep the others.
    func tidy() async {
        await tidyEach(presence.positions.people)
        await presence.positions.makeRoom()
        // Who has left may have shared something without having been anywhere.
        await tidyEach(presence.people.sharers)
        await presence.positions.forgetRemoved()
        do {
            try await presence.people.circles.tidy()
            try await presence.busyness.tidy()
            try await presence.queues.tidy()
        } catch {
            logger.error("what nobody is told of any more is removed later: \(error.inLog)")
        }
    }

    private func visit(
        _ people: (AccountID?, Int) async throws -> [AccountID], _ body: ([AccountID]) async throws -> Void
    ) async {
        var last: AccountID?
        while true {
            do {
                let people = try await people(last, Self.page)
                await attempt { try await body(people) }
                guard let next = people.last else { return }
                last = next
            } catch {
                return logger.error("what people do not want kept any more is removed later: \(error.inLog)")
            }
        }
    }

    /// Steps of one person before the next has a turn.
    private static let steps = 4

    /// Takes people by turns, each for some steps: whoever has much comes last.
    private func tidyEach(_ all: (AccountID?, Int) async throws -> [AccountID]) async {
        var waiting: [PresenceService.Tidying] = []
        await visit(all) { people in
            for person in people {
                await attempt {
                    guard try await accounts.account(person) != nil else { return try await presence.forget(person) }
                    await advance(PresenceService.Tidying(person), orLeave: &waiting)
                }
            }
        }
        while !waiting.isEmpty {
            var unfinished: [PresenceService.Tidying] = []
            for tidying in waiting { await advance(tidying, orLeave: &unfinished) }
            waiting = unfinished
        }
    }

    /// Does some steps of one person, and adds what is left of them to `unfinished`.
    private func advance(_ tidying: PresenceService.Tidying, orLeave unfinished: inout [PresenceService.Tidying]) async
    {
        await attempt {
            var tidying = tidying
            for _ in 0..<Self.steps where try await presence.advance(&tidying) { return }
            unfinished.append(tidying)
        }
    }

    /// One whose rows are damaged does not keep the others.
    private func attempt(_ body: () async throws -> Void) async {
        do {
            try await body()
        } catch {
            logger.error("what a person does not want kept any more is removed later: \(error.inLog)")
        }
    }
}
