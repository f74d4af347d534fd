import Community
import ArgumentParser
import Crowd
import FoundationEssentials
import HereaboutsAPI
import Server

/// Fills a new data folder with weeks of simulated people.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract:
            "Simulate people at a place for weeks, and compare the server's published statistics with the truth.",
        discussion: """
            The program starts a server with its own clock. Simulated people join it, go to work, have lunch, walk on \
            the streets, wait in queues and post, and their phones report to it over HTTP. The last day is the one \
            before today, or before --until: serve the data folder to see the result. With the same --seed and --until, \
            the same people do the same.
            """)

    @Argument(help: "The atlas of the place.") var atlas: String
    @Option(help: "A new folder for the server's data.") var data: String
    @Option(help: "The number of people.") var people = 500
    @Option(help: "The number of days; the server publishes busyness from four weeks on.") var days = 28
    @Option(help: "The seed: another number makes other people.") var seed: UInt64 = 1
    @Option(help: "The day after the last day, such as 2026-11-02, not in the future (default: today).") var until:
        String?
    @Option(help: "The time zone of the places on the map, such as Europe/Helsinki (default: the machine's).")
    var timeZone: String?
    @Option(
        help:
            """
            A new file for all people's tokens, one line each: the account's token, a space and the phone's token. \
            Anyone with this file can act as these people.
            """
    )
    var tokens: String?

    /// The minute by which the server has published the full hour.
    private static let minuteOfPublishing = 20

    func validate() throws {
        guard (1...1_000_000).contains(people) else { throw ValidationError("--people must be 1 to 1000000") }
        guard (1...365).contains(days) else { throw ValidationError("--days must be 1 to 365") }
        guard timeZone.map(TimeZoneName.isKnown) ?? true else {
            throw ValidationError("--time-zone \(timeZone ?? "") is not a time zone of this machine")
        }
        if let until, Self.day(until) == nil {
            throw ValidationError("--until \(until) is not a day since 1971, such as 2026-11-02")
        }
    }

    /// Returns the day of a date, counted since 1970; `nil` for invalid text, and for dates with fewer than the
    /// necessary weeks before them.
    private static func day(_ date: String) -> Int? {
        guard let milliseconds = DateTime.read(date + "T00:00:00Z"), milliseconds >= 365 * UTCDay.milliseconds else {
            return nil
        }
        return Int(milliseconds / UTCDay.milliseconds)
    }

    func run() async throws {
        timeZone.map { TimeZoneName.apply($0) }
        let isNew = !FileManager.default.fileExists(atPath: data)
        guard try isNew || FileManager.default.contentsOfDirectory(atPath: data).isEmpty else {
            throw CommandFault("\(data) has content already; name a new folder with --data")
        }
        guard tokens.map({ !FileManager.default.fileExists(atPath: $0) }) ?? true else {
            throw CommandFault("\(tokens ?? "") exists already; name a new file with --tokens")
        }
        let today = Int(PlaceClock.minutes(at: MapServer.systemTime()) / 1440), end = until.flatMap(Self.day) ?? today
        guard end <= today else {
            throw CommandFault("--until \(until ?? "") is in the future; name today or an earlier day")
        }
        // Tested before the simulation: days of work would be lost if the file could not be written at its end.
        if let tokens { try Self.keep([], at: tokens) }
        let rehearsal = try Rehearsal(atlas, people: people, days: end - days..<end, seed: seed, data: data)
        var report = RehearsalReport()
        (report.people, report.days) = (people, days)
        try await rehearsal.serve { port in
            let members = try await rehearsal.join(at: port)
            standardError("\(members.count) people have joined")
            if let tokens { try Self.keep(members.map(\.tokens), at: tokens) }
            let guest = HereaboutsClient(try await ServerConnection(to: ServerAddress(localPort: port)))
            var truth = RehearsalTruth(rehearsal)
            report.reported = try await rehearsal.live(members) { day in
                truth.add(day)
                standardError("day \(truth.days) of \(days)")
            } watch: { day, second in
                report.compare(try await guest.queues(), rehearsal.crowd.town, day.waiting, second: second)
                if second % 3600 == Self.minuteOfPublishing * 60 { report.note(try await guest.busyness()) }
            }
            // The time when the last hour and whole days are published.
            rehearsal.clock.set(end, second: Self.minuteOfPublishing * 60)
            try await report.compare(truth, guest)
            try await report.compare(truth, rehearsal.crowd.town, members)
        }
        report.lines.forEach { print($0) }
        guard report.placesWithoutAnybody == 0 else {
            throw CommandFault("\(report.placesWithoutAnybody) places were published at which nobody was")
        }
    }

    private static func keep(_ tokens: [Rehearsal.Tokens], at path: String) throws {
        let lines = tokens.map { "\($0.account) \($0.phone)\n" }.joined()
        let isKept = FileManager.default.createFile(
            atPath: path, contents: Data(lines.utf8), attributes: [.posixPermissions: 0o600])
        guard isKept else { throw CommandFault("\(path) cannot be written; name a file in an existing folder") }
    }
}
