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
            while true {
                try await Task.sleep(for: .seconds(3600))
                await tidy()
            }
        }
    }

    /// Looks at everybody once; a person whose rows are damaged does not keep the others.
    func tidy() async {
        await tidy(desk.positions.people)
        // Who has left may have shared something without having been anywhere.
        await tidy(desk.people.sharers)
        do {
            try await desk.people.circles.tidy()
            try await desk.busyness.tidy()
            try await desk.queues.tidy()
        } catch {
            logger.error("what nobody is told of any more is removed later: \(error.inLog)")
        }
    }

    private func tidy(_ people: (AccountID?, Int) async throws -> [AccountID]) async {
        var last: AccountID?
        while true {
            do {
                let people = try await people(last, Self.page)
                for person in people { await tidy(person) }
                guard let next = people.last else { return }
                last = next
            } catch {
                return logger.error("what people do not want kept any more is removed later: \(error.inLog)")
            }
        }
    }

    private func tidy(_ person: AccountID) async {
        do {
            // A server that was stopped while somebody left goes on where it was.
            guard try await accounts.account(person) != nil else { return try await desk.forget(person) }
            try await desk.tidy(person)
        } catch {
            logger.error("what a person does not want kept any more is removed later: \(error.inLog)")
        }
    }
}
