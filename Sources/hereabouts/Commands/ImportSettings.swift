import ArgumentParser
import FoundationEssentials
import GeoCore
import OSMImport
import Search

/// The options of the commands that make an atlas of an extract.
struct ImportSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The region to keep: a box in degrees, or a file of GeoJSON with one Polygon or MultiPolygon. Ways that \
            lead inside stay whole.
            """, valueName: "west,south,east,north|file"),
        transform: RegionArgument.init(text:))
    var within: RegionArgument?
    @Option(
        help: ArgumentHelp(
            "The country of all objects in two letters (ISO 3166-1), regardless of boundaries.", valueName: "code"),
        transform: CountryCode.init(text:))
    var country: CountryCode?
    @Option(
        help: ArgumentHelp(
            "The table of the world's countries that set-up makes (default: beside the program).",
            valueName: "file"))
    var countryTable: String?
    @Option(
        help: ArgumentHelp(
            "The table of public holidays that set-up makes (default: beside the program).",
            valueName: "file"))
    var holidays: String?
    @Flag(help: "Refuse an extract if more than one way in twenty lacks nodes and would be lost.")
    var strict = false

    /// Returns the options of an import, and warns on standard error of missing tables.
    func options() throws -> ImportOptions {
        var options = try ImportOptions.withTables(countries: countryTable, holidays: holidays)
        options.isStrict = strict
        options.region = try within?.region()
        options.countries.code = country?.letters
        if let warning = Self.warning(of: options) { standardErrorText("warning: \(warning)\n") }
        return options
    }

    /// Returns the effects of missing tables; `nil` if no table is missing.
    static func warning(of options: ImportOptions) -> String? {
        var missing: [String] = []
        if options.countries.table == nil, options.countries.code == nil {
            missing.append("countries without a complete boundary in the extract stay unknown (--country-table)")
        }
        if options.holidays == nil { missing.append("opening hours ignore public holidays (--holidays)") }
        guard !missing.isEmpty else { return nil }
        return missing.joined(separator: ", and ") + ": `make setup` makes the tables that are not beside the program"
    }
}

/// A region on the command line.
enum RegionArgument {
    case box(Region)
    /// The path of a file of GeoJSON.
    case file(String)

    /// Throws `ValidationError` for text that is neither the path of a file nor a box.
    init(text: String) throws {
        guard !FileManager.default.fileExists(atPath: text) else {
            self = .file(text)
            return
        }
        do { self = .box(Region(try IntBox(text: text))) } catch {
            throw ValidationError("there is no such file, and no such box: \(error)")
        }
    }

    /// Returns the region; throws `ReadError` if a file has none.
    func region() throws(ReadError) -> Region {
        switch self {
        case .box(let region): region
        case .file(let path): try RegionFile.read(path: path)
        }
    }
}

/// A country's two-letter code.
struct CountryCode {
    /// The letters in capitals.
    let letters: String

    /// Throws `ValidationError` for text that is not an ISO 3166-1 code.
    init(text: String) throws {
        guard let code = CountryCodes.code(text) else {
            throw ValidationError("no country has this code; give two letters of ISO 3166-1, such as DE")
        }
        letters = code
    }
}

extension ImportOptions {
    /// Returns the usual options with the tables at these paths, or with the tables of set-up if they exist.
    static func withTables(countries: String? = nil, holidays: String? = nil) throws -> ImportOptions {
        var options = ImportOptions()
        options.countries.table = try (countries ?? ImportTable.path(of: "countries.bin")).map {
            try CountryTable(path: $0)
        }
        options.holidays = try (holidays ?? ImportTable.path(of: "holidays.txt")).map { try HolidayFile(path: $0) }
        return options
    }
}
