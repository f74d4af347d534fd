import Community
import HereaboutsAPI
import Presence
import Server
import TestSupport
import Testing

/// Retention and damaged rows while the server tidies.
@Suite struct PositionTidyingTests {
    private static let minute: Int64 = 60_000
    private static let day: Int64 = 86_400_000
    private let town: Town
    private let anna: HereaboutsClient
    private let phone: HereaboutsClient
    private let person: AccountID
    private let now: Int64

    init() async throws {
        town = try Town()
        anna = try await town.client(of: "anna")
        phone = town.client(token: try await anna.add(NewDevice(kind: .program, name: "phone")).token)
        person = try #require(town.community.account(named: "anna")).id
        now = town.clock.now()
    }

    /// Reports a stay of 40 minutes at the café.
    private func stay(from time: Int64) async throws {
        let taken = try await phone.report(
            (0...10).map {
                ReportedPosition(
                    millisecondsSince1970: time + $0 * 4 * Self.minute, lat: 60.17021, lon: 24.94019)
            })
        #expect(taken.added == 11)
    }

    private func change(_ change: (inout SharingFields) -> Void) async throws {
        // The clock of these tests leaves the confirmation behind.
        _ = try await anna.confirm(password: "correct horse")
        let state = try await anna.sharing()
        var fields = state.fields
        change(&fields)
        _ = try await anna.changeSharing(revision: state.revision, fields)
    }

    /// Tidies, and does something after so many steps.
    private func tidy(_ act: () async throws -> Void, afterSteps steps: Int) async throws {
        let service = town.server.presenceService
        var tidying = PresenceService.Tidying(person), isOver = false, step = 0
        while !isOver {
            if step == steps { try await act() }
            isOver = try await service.advance(&tidying)
            step += 1
        }
    }

    private var keptVisits: [SealedVisits] { town.presence.visits(of: person, in: 0...Int64.max) }
    private var hours: [SealedHour] { town.presence.hours(of: person, in: 0...Int64.max) }

    @Test(arguments: 0...4, [false, true])
    func `visits that a person switches off or deletes while the server tidies do not come back`(
        steps: Int, isDeleted: Bool
    ) async throws {
        try await change { ($0.retentionDays, $0.keepsVisits) = (7, true) }
        try await stay(from: now - 10 * Self.day)
        try await tidy(
            {
                guard isDeleted else { return try await change { $0.keepsVisits = false } }
                try await anna.deleteMyPositions()
                // There is a key again.
                let one = ReportedPosition(millisecondsSince1970: now, lat: 60.17, lon: 24.94)
                #expect(try await phone.report([one]).added == 1)
            }, afterSteps: steps)
        #expect(keptVisits.isEmpty)
    }

    @Test(arguments: 0...3, [false, true])
    func `visits that a person chooses to keep stay, also when the server has begun to tidy`(
        steps: Int, keepsVisits: Bool
    ) async throws {
        try await stay(from: now - Self.day)
        town.clock.advance(by: 9 * Self.day)
        try await change { ($0.retentionDays, $0.keepsVisits) = (7, keepsVisits) }
        // It has removed them by itself: as much again.
        town.clock.advance(by: -9 * Self.day)
        try await stay(from: now - Self.day + 1)
        town.clock.advance(by: 9 * Self.day)
        let isRemoved = !keepsVisits && steps > 1
        try await tidy({ try await change { $0.retentionDays = 30 } }, afterSteps: steps)
        #expect(hours.isEmpty == isRemoved)
        #expect(keepsVisits || keptVisits.isEmpty)
    }

    @Test func `the server tidies a person who changes sharing at each step another time`() async throws {
        try await change { ($0.retentionDays, $0.keepsVisits) = (7, true) }
        try await stay(from: now - 10 * Self.day)
        let service = town.server.presenceService
        var tidying = PresenceService.Tidying(person), steps = 0
        while try await !service.advance(&tidying) {
            try await change { $0.retentionDays = 12 - $0.retentionDays }
            steps += 1
            try #require(steps < 50)
        }
        await town.server.tidyPresence()
        #expect(hours.isEmpty && keptVisits.count == 1)
    }

    @Test func `visits that were left when the server stopped go with the next change or tidying`()
        async throws
    {
        for isTidied in [false, true] {
            try await change { $0.keepsVisits = true }
            try await change { $0.keepsVisits = false }
            town.presence.keep([SealedVisits(day: 20_000, key: 1, sealed: [1])], of: person)
            if isTidied {
                await town.server.tidyPresence()
            } else {
                try await change { $0.retentionDays = 20 }
            }
            #expect(keptVisits.isEmpty)
        }
    }

    @Test func `a damaged hour or day does not prevent other visits and positions from being kept`()
        async throws
    {
        try await change { ($0.retentionDays, $0.keepsVisits) = (7, true) }
        let begin = now - now % 3_600_000 - 10 * Self.day
        // Three stays, and damage between them, in the same part.
        for hour in [0, 4, 8] as [Int64] { try await stay(from: begin + hour * 3_600_000) }
        let piece = try #require(hours.first)
        for (number, hour) in [2, 4, 6].enumerated() as EnumeratedSequence<[Int64]> {
            try town.presence.add(
                [SealedHour(hour: piece.hour + hour, number: Int64(900 + number), key: piece.key, sealed: [1, 2, 3])],
                of: person, use: nil)
        }
        let otherDay = piece.hour / 24 - 3
        town.presence.keep([SealedVisits(day: otherDay, key: piece.key, sealed: [1, 2, 3])], of: person)
        await town.server.tidyPresence()
        #expect(hours.isEmpty)
        let visits = keptVisits.filter { $0.day != otherDay }
        // The second stay was in an hour of which a piece is damaged.
        #expect(visits.reduce(0) { $0 + ($1.sealed.count - 28) / 24 } == 2)
        #expect(keptVisits.contains { $0.day == otherDay && $0.sealed == [1, 2, 3] })
        #expect(town.log.lines.contains { $0.contains("damaged") })
    }
}
