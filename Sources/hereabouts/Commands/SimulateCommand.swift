import Community
import ArgumentParser
import Crowd
import FoundationEssentials
import HereaboutsAPI
import Server

/// Fills a new data folder with weeks of people who do not exist.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract:
            "Let people who do not exist live at a place for weeks, and compare what a server tells of them with what was so.",
        discussion: """
            A server with a clock of its own is started; people join it, go to work, have lunch, walk on the streets, wait in queues and post, and \
            their phones report to it over HTTP. The last day is the one before today, or before --until: serve the data folder to look at what came of it. With the same --seed and \
            --until the same people do the same.
            """)

    @Argument(help: "The atlas of the place.") var atlas: String
    @Option(help: "A new folder for what the server keeps.") var data: String
    @Option(help: "How many people.") var people = 500
    @Option(help: "How many days; busyness is told from four weeks on.") var days = 28
    @Option(help: "Another number makes other people.") var seed: UInt64 = 1
    @Option(help: "The day after the last one, such as 2026-11-02, none to come (default: today).") var until: String?
    @Option(help: "The time zone of the places on the map, such as Europe/Helsinki (default: the machine's).")
    var timeZone: String?
    @Option(
        help:
            "A new file for the tokens of all people, a line each: their account's, a blank and their phone's. Whoever has it asks and reports as they do."
    )
    var tokens: String?

    /// The full hour is told by then.
    private static let minuteOfTelling = 20

    func validate() throws {
        guard (1...1_000_000).contains(people) else { throw ValidationError("--people is not 1 to 1000000") }
        guard (1...365).contains(days) else { throw ValidationError("--days is not 1 to 365") }
        guard timeZone.map(TimeZoneName.isKnown) ?? true else {
            throw ValidationError("--time-zone \(timeZone ?? "") is none that this machine knows")
        }
        if let until, Self.day(until) == nil {
            throw ValidationError("--until \(until) is no day since 1971; write it like 2026-11-02")
        }
    }

    /// Counted since 1970; `nil` for what is no date, or too near to then for weeks before it.
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
            throw CommandFault("\(data) holds something already; name a new folder with --data")
        }
        guard tokens.map({ !FileManager.default.fileExists(atPath: $0) }) ?? true else {
            throw CommandFault("\(tokens ?? "") is there already; name a new file with --tokens")
        }
        let today = Int(PlaceClock.minutes(at: MapServer.systemTime()) / 1440), end = until.flatMap(Self.day) ?? today
        guard end <= today else {
            throw CommandFault("--until \(until ?? "") is to come; name today, or a day before it")
        }
        // Before anybody lives: days of work would be lost if it could not be written then.
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
            report.told = try await rehearsal.live(members) { day in
                truth.add(day)
                standardError("day \(truth.days) of \(days)")
            } watch: { day, second in
                report.compare(try await guest.queues(), rehearsal.crowd.town, day.waiting, second: second)
                if second % 3600 == Self.minuteOfTelling * 60 { report.note(try await guest.busyness()) }
            }
            // When the last hour is told, and for whole days.
            rehearsal.clock.set(end, second: Self.minuteOfTelling * 60)
            try await report.compare(truth, guest)
            try await report.compare(truth, rehearsal.crowd.town, members)
        }
        report.lines.forEach { print($0) }
        guard report.placesWithoutAnybody == 0 else {
            throw CommandFault("\(report.placesWithoutAnybody) places were told of at which nobody was")
        }
    }

    private static func keep(_ tokens: [Rehearsal.Tokens], at path: String) throws {
        let lines = tokens.map { "\($0.account) \($0.phone)\n" }.joined()
        let isKept = FileManager.default.createFile(
            atPath: path, contents: Data(lines.utf8), attributes: [.posixPermissions: 0o600])
        guard isKept else { throw CommandFault("\(path) cannot be written; name a file in a folder that there is") }
    }
}
