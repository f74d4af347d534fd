import ArgumentParser
import Glibc
import OSMImport

/// Compiles extracts into an atlas.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Compile OpenStreetMap extracts into an atlas.",
        discussion: "Reads .osm.pbf and .osm, the latter also gzipped or bzip2ed; several extracts become one atlas.")

    @Argument(help: ArgumentHelp("The extracts.", valueName: "extract")) var extracts: [String]
    @Option(name: [.short, .long], help: "The atlas to make; an existing one is replaced when the new one is whole.")
    var output: String
    @Flag(help: "Print the report as one JSON object.") var json = false
    @Option(help: "The table of public holidays (default: .cache/import/holidays.txt, where set-up makes it).")
    var holidays: String?
    @Option(help: ArgumentHelp("Whose rules say what tags mean: own, or osrm to compare with it.", visibility: .hidden))
    var profiles: RoadRules = .own

    func run() throws {
        let report = try Importer.importShowingProgress(
            extracts, to: output, rules: profiles, holidays: holidays)
        print(json ? try report.json() : report.text)
    }
}

extension RoadRules: ExpressibleByArgument {}

extension Importer {
    /// Imports and shows on standard error how far it is.
    static func importShowingProgress(
        _ extracts: [String], to output: String, rules: RoadRules = .own, holidays: String? = nil
    ) throws -> ImportReport {
        let printer = ProgressPrinter(isTerminal: isatty(STDERR_FILENO) == 1) { standardErrorText($0) }
        defer { printer.finish() }
        return try Importer(rules: rules, holidays: holidays ?? holidayTable, progress: printer.show).import(
            extracts, to: output)
    }

    /// Where set-up puts the table of public holidays; `nil` where it is not there.
    private static var holidayTable: String? {
        let path = ".cache/import/holidays.txt"
        return access(path, R_OK) == 0 ? path : nil
    }
}
