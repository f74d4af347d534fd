import ArgumentParser
import GeoCore
import OSMImport
import Search
import Server

/// Evaluates opening hours without an atlas, to compare the results with another program's.
struct HoursCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hours", abstract: "Evaluate opening hours.",
        discussion: """
            Reads lines from standard input: a value of opening_hours and times on the place's clock, between tabs. Writes a line for each: \
            a letter for each time (o open, c closed, u unknown), or a minus sign if the value is not supported. TZ sets the clock.
            """, shouldDisplay: false)

    @Option(help: "The place's position, for the times of the sun.") var at: CoordinateArgument?
    @Option(help: "A table of public holidays, made by set-up.") var holidays: String?
    @Option(help: "The country of the holidays, by its ISO 3166-1 code.") var country: String?
    @Option(help: "The part of that country, by its ISO 3166-2 code.") var subdivision: String?

    func validate() throws {
        guard (country == nil) == (holidays == nil) else {
            throw ValidationError("--country and --holidays go together")
        }
    }

    func run() throws {
        var setting = OpeningSetting(place: at?.value)
        if let holidays, let country {
            setting.holidays = try HolidayFile(path: holidays).calendar(country: country, subdivision: subdivision)
        }
        while let line = readLine() {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard let hours = OpeningHours(Array(parts[0].utf8).span) else {
                print("-")
                continue
            }
            print(try String(parts.dropFirst().map { try letter(of: hours, at: $0, &setting) }))
        }
    }

    private func letter(
        of hours: OpeningHours, at text: Substring, _ setting: inout OpeningSetting
    ) throws -> Character {
        guard let local = LocalTime(String(text)) else {
            throw CommandFault("'\(text)' is not a time such as 2026-11-23T18:05")
        }
        setting.clock = PlaceClock.time(local).clock
        return switch hours.state(at: local, in: setting) {
        case .open: "o"
        case .closed: "c"
        case .unknown: "u"
        }
    }
}
