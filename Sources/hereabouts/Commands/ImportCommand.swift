import ArgumentParser
import Glibc
import OSMImport
import Search

/// Compiles extracts into an atlas.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Compile OpenStreetMap extracts into an atlas.",
        discussion: "Reads .osm.pbf and .osm, the latter also gzipped or bzip2ed; several extracts become one atlas.")

    @Argument(help: ArgumentHelp("The extracts.", valueName: "extract")) var extracts: [String]
    @Option(name: [.short, .long], help: "The atlas to make; an existing one is replaced when the new one is whole.")
    var output: String
    @Option(
        help: ArgumentHelp(
            "The country that everything is in, two letters (ISO 3166-1), whatever boundaries say.", valueName: "code"),
        transform: CountryCode.init(text:))
    var country: CountryCode?
    @Option(
        help: ArgumentHelp(
            "The table of the world's countries that set-up makes; unless given, looked for beside the program.",
            valueName: "file"))
    var countryTable: String?
    @Flag(help: "Print the report as one JSON object.") var json = false
    @Option(
        help: ArgumentHelp(
            "The table of public holidays that set-up makes; unless given, looked for beside the program.",
            valueName: "file"))
    var holidays: String?
    @Flag(help: "Refuse extracts of which more than one way in twenty would be lost, since its nodes are not there.")
    var strict = false
    @Option(help: ArgumentHelp("Whose rules say what tags mean: own, or osrm to compare with it.", visibility: .hidden))
    var profiles: RoadRules = .own

    func run() throws {
        var options = try ImportOptions.withTables(countries: countryTable, holidays: holidays)
        options.rules = profiles
        options.isStrict = strict
        options.countries.code = country?.letters
        if let warning = Self.warning(of: options) { standardErrorText("warning: \(warning)\n") }
        let report = try Importer.importShowingProgress(extracts, to: output, options)
        if json { for warning in report.warnings { standardErrorText("warning: \(warning)\n") } }
        print(json ? try report.json() : report.text)
    }

    /// What the tables that are not there are missed for; `nil` when nothing is missing.
    static func warning(of options: ImportOptions) -> String? {
        var missing: [String] = []
        if options.countries.table == nil, options.countries.code == nil {
            missing.append("countries that the extract does not draw whole stay unknown (--country-table)")
        }
        if options.holidays == nil { missing.append("opening hours know no public holidays (--holidays)") }
        guard !missing.isEmpty else { return nil }
        return missing.joined(separator: ", and ") + ": `make setup` makes the tables that are not beside the program"
    }
}

extension RoadRules: ExpressibleByArgument {}

/// A country by its two letters.
struct CountryCode {
    /// In capitals.
    let letters: String

    /// Throws `ValidationError` for what is no code of ISO 3166-1.
    init(text: String) throws {
        guard let code = CountryCodes.code(text) else {
            throw ValidationError("no country has this code; give two letters of ISO 3166-1, such as DE")
        }
        letters = code
    }
}

extension ImportOptions {
    /// The usual options with the tables at these paths, or else those that set-up made, if it did.
    static func withTables(countries: String? = nil, holidays: String? = nil) throws -> ImportOptions {
        var options = ImportOptions()
        options.countries.table = try (countries ?? ImportTable.path(of: "countries.bin")).map {
            try CountryTable(path: $0)
        }
        options.holidays = try (holidays ?? ImportTable.path(of: "holidays.txt")).map { try HolidayFile(path: $0) }
        return options
    }
}

extension Importer {
    /// Imports and shows on standard error how far it is.
    static func importShowingProgress(
        _ extracts: [String], to output: String, _ options: ImportOptions
    ) throws -> ImportReport {
        let printer = ProgressPrinter(isTerminal: isatty(STDERR_FILENO) == 1) { standardErrorText($0) }
        defer { printer.finish() }
        let watch = MemoryWatch(import: extracts, from: options.memory)
        defer { watch.stop() }
        return try Importer(options, progress: printer.show).import(extracts, to: output)
    }
}
