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
    @Flag(help: "Refuse extracts of which more than one way in twenty would be lost, since its nodes are not there.")
    var strict = false
    @Option(help: ArgumentHelp("Whose rules say what tags mean: own, or osrm to compare with it.", visibility: .hidden))
    var profiles: RoadRules = .own

    func run() throws {
        let report = try Importer.importShowingProgress(extracts, to: output, rules: profiles, isStrict: strict)
        if json { for warning in report.warnings { standardErrorText("warning: \(warning)\n") } }
        print(json ? try report.json() : report.text)
    }
}

extension RoadRules: ExpressibleByArgument {}

extension Importer {
    /// Imports and shows on standard error how far it is.
    static func importShowingProgress(
        _ extracts: [String], to output: String, rules: RoadRules = .own, isStrict: Bool = false
    ) throws -> ImportReport {
        let printer = ProgressPrinter(isTerminal: isatty(STDERR_FILENO) == 1) { standardErrorText($0) }
        defer { printer.finish() }
        let memory = MemoryBudget.ofThisMachine(), watch = MemoryWatch(import: extracts, from: memory)
        defer { watch.stop() }
        return try Importer(memory: memory, rules: rules, isStrict: isStrict, progress: printer.show).import(
            extracts, to: output)
    }
}
