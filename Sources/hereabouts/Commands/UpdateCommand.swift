import ArgumentParser
import Glibc
import OSMImport

/// Applies change files to a kept extract, and makes the atlas again.
struct UpdateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Apply OpenStreetMap change files to an extract, and compile it again.",
        discussion: """
            Reads .osm.pbf and change files .osc, the latter also gzipped or bzip2ed; of each object the newest \
            version counts. The result is cut to the extract's box, or --within a region. A failure changes nothing, \
            and the same change files may be applied again.
            """)

    @Argument(help: ArgumentHelp("The extract, sorted by type and id.", valueName: "extract")) var extract: String
    @Argument(help: ArgumentHelp("The change files.", valueName: "changes")) var changes: [String]
    @Option(name: [.short, .long], help: "The new extract (default: it replaces the extract).") var output: String?
    @Option(help: "The atlas to make of the new extract; it replaces an existing atlas once it is complete.")
    var atlas: String?
    @Option(
        help: """
            What belongs to the region: nodes in it with their ways and relations (complete-ways), also all members of \
            their multipolygons, boundaries and turn restrictions (smart), or everything (none).
            """)
    var cut: CutRule = .smart
    @OptionGroup var importing: ImportSettings
    @Flag(help: "Print nothing but warnings and errors.") var quiet = false
    @Flag(help: "Use the processor only when no other program wants it.") var background = false

    func run() throws {
        if background { _ = nice(19) }
        FreedMemory.giveBackAtOnce()
        let memory = MemoryBudget.ofThisMachine()
        let printer = ProgressPrinter(isTerminal: isatty(STDERR_FILENO) == 1) { [quiet] text in
            if !quiet { standardErrorText(text) }
        }
        let region = try importing.within?.region()
        let target = try atlas.map { ExtractUpdater.AtlasTarget(path: $0, options: try importing.options()) }
        let watch = MemoryWatch(import: [extract] + changes, from: memory)
        defer { watch.stop() }
        let updater = ExtractUpdater(
            cut: cut, within: region, memory: memory, progress: { printer.show($0, fraction: $1) },
            importProgress: printer.show)
        let report: UpdateReport
        do {
            defer { printer.finish() }
            report = try updater.update(extract, with: changes, to: output ?? extract, atlas: target)
        }
        if quiet {
            for warning in report.atlas?.warnings ?? [] { standardErrorText("warning: \(warning)\n") }
        } else {
            print(report.text)
        }
    }
}

extension CutRule: ExpressibleByArgument {}
