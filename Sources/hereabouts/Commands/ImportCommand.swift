import ArgumentParser
import Glibc
import OSMImport

/// Compiles extracts into an atlas.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Compile OpenStreetMap extracts into an atlas.",
        discussion: "Reads .osm.pbf and .osm, the latter also gzipped or bzip2ed; several extracts become one atlas.")

    @Argument(help: ArgumentHelp("The extracts.", valueName: "extract")) var extracts: [String]
    @Option(name: [.short, .long], help: "The atlas to make; it replaces an existing atlas once it is complete.")
    var output: String
    @OptionGroup var importing: ImportSettings
    @Flag(help: "Print the report as one JSON object.") var json = false
    @Option(help: ArgumentHelp("The rules for the meaning of tags: own, or osrm for comparison.", visibility: .hidden))
    var profiles: RoadRules = .own

    func run() throws {
        FreedMemory.giveBackAtOnce()
        var options = try importing.options()
        options.rules = profiles
        let report = try Importer.importShowingProgress(extracts, to: output, options)
        if json { for warning in report.warnings { standardErrorText("warning: \(warning)\n") } }
        print(json ? try report.json() : report.text)
    }
}

extension RoadRules: ExpressibleByArgument {}

extension Importer {
    /// Imports and shows its progress on standard error.
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
