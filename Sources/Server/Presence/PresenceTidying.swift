import Community
import Logging
import Presence
import ServiceLifecycle

/// Keeps no more of where people were than they want kept, and nothing of those who have left.
struct PresenceTidying: Service {
    let desk: PositionDesk
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
        for people in [desk.people.sharers, desk.positions.people] {
            await visit(people) { people in
                let staying = try await accounts.accounts(people)
                for person in people where staying[person] == nil { await attempt { try await desk.forget(person) } }
            }
        }
    }

    /// Looks at everybody once; a person whose rows are damaged does not keep the others.
    func tidy() async {
        await tidyEach(desk.positions.people)
        await desk.positions.makeRoom()
        // Who has left may have shared something without having been anywhere.
        await tidyEach(desk.people.sharers)
        await desk.positions.forgetRemoved()
        do {
            try await desk.people.circles.tidy()
            try await desk.busyness.tidy()
            try await desk.queues.tidy()
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
        var waiting: [PositionDesk.Tidying] = []
        await visit(all) { people in
            for person in people {
                await attempt {
                    guard try await accounts.account(person) != nil else { return try await desk.forget(person) }
                    await advance(PositionDesk.Tidying(person), orLeave: &waiting)
                }
            }
        }
        while !waiting.isEmpty {
            var unfinished: [PositionDesk.Tidying] = []
            for tidying in waiting { await advance(tidying, orLeave: &unfinished) }
            waiting = unfinished
        }
    }

    /// Does some steps of one person, and adds what is left of them to `unfinished`.
    private func advance(_ tidying: PositionDesk.Tidying, orLeave unfinished: inout [PositionDesk.Tidying]) async {
        await attempt {
            var tidying = tidying
            for _ in 0..<Self.steps where try await desk.advance(&tidying) { return }
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
