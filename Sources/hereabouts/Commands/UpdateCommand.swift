import ArgumentParser
import GeoCore
import Glibc
import OSMImport

/// Applies change files to a kept extract, and makes the atlas again.
struct UpdateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Apply OpenStreetMap change files to an extract, and compile it again.",
        discussion: """
            Reads .osm.pbf and change files .osc, the latter also gzipped or bzip2ed; of each object the newest \
            version counts. The result is cut to the extract's box. A failure changes nothing, and the same change \
            files may be applied again.
            """)

    @Argument(help: ArgumentHelp("The extract, sorted by type and id.", valueName: "extract")) var extract: String
    @Argument(help: ArgumentHelp("The change files.", valueName: "changes")) var changes: [String]
    @Option(name: [.short, .long], help: "The new extract (default: it replaces the extract).") var output: String?
    @Option(help: "The atlas to make of the new extract; it replaces an existing atlas once it is complete.")
    var atlas: String?
    @Option(
        help: """
            What belongs to the box: nodes in it with their ways and relations (complete-ways), also all members of \
            their multipolygons (smart), or everything (none).
            """)
    var cut: CutRule = .smart
    @Option(
        help: ArgumentHelp(
            "The box in degrees (default: as the extract states it).", valueName: "west,south,east,north"),
        transform: Box.init(text:))
    var box: Box?
    @OptionGroup var importing: ImportSettings
    @Flag(help: "Print nothing but warnings and errors.") var quiet = false

    func run() throws {
        FreedMemory.giveBackAtOnce()
        let memory = MemoryBudget.ofThisMachine()
        let printer = ProgressPrinter(isTerminal: isatty(STDERR_FILENO) == 1) { [quiet] text in
            if !quiet { standardErrorText(text) }
        }
        let target = try atlas.map { ExtractUpdater.AtlasTarget(path: $0, options: try importing.options()) }
        let watch = MemoryWatch(import: [extract] + changes, from: memory)
        defer { watch.stop() }
        let updater = ExtractUpdater(
            cut: cut, box: box?.box, memory: memory, progress: { printer.show($0, fraction: $1) },
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

    /// A box in degrees.
    struct Box {
        /// In E7 degrees.
        let box: IntBox

        /// Throws `ValidationError` for text that is not west, south, east and north of an area on Earth.
        init(text: String) throws {
            // A blank shows the parser of the command line that a negative number is no option.
            let degrees = text.drop { $0 == " " }.split(separator: ",", omittingEmptySubsequences: false).map {
                Double($0) ?? .nan
            }
            guard degrees.count == 4, degrees.allSatisfy({ abs($0) <= 180 }) else { throw Self.fault }
            let numbers = degrees.map { Int32(($0 * 1e7).rounded()) }
            box = IntBox(minX: numbers[0], minY: numbers[1], maxX: numbers[2], maxY: numbers[3])
            guard box.isOnEarth, box.minX < box.maxX, box.minY < box.maxY else { throw Self.fault }
        }

        private static var fault: ValidationError {
            ValidationError("this is no box; give west,south,east,north in degrees, such as 24.9,60.1,25.0,60.2")
        }
    }
}

extension CutRule: ExpressibleByArgument {}
