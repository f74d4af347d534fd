import ArgumentParser
import Atlas
import Glibc
import OSMImport
import TileArchives
import Tiles

/// Works with all tiles of an atlas at once.
struct TilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tiles", abstract: "Write all tiles of an atlas into one file.", subcommands: [Export.self])

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write all vector tiles of an atlas as a PMTiles archive.",
            discussion: "Map programs read such a file by ranges, from any web server.")

        @Argument(help: ArgumentHelp("The atlas.", valueName: "atlas"), completion: .file()) var atlas: String
        @Option(
            name: [.short, .long],
            help: "The archive to make; it replaces an existing file once it is complete.")
        var output: String

        func run() throws {
            guard !Self.areSame(atlas, output) else {
                throw CommandFault("\(output) is the atlas itself; name another output")
            }
            let file = try OutputFile.create(at: output)
            let mapped = try MappedFile(path: atlas)
            let header = try withExtendedLifetime(mapped) {
                let view = try AtlasView(bytes: mapped.bytes)
                _ = try AtlasVerifier.verify(view)
                return try Self.write(view, to: file.temporaryPath)
            }
            try file.publish()
            let (tiles, contents) = (header.addressedTiles, header.contents)
            print("\(output): \(tiles) tiles, \(contents) of them different, \(header.fileLength) bytes")
        }

        private static func write(_ view: AtlasView, to path: String) throws -> PMTilesHeader {
            let printer = ProgressPrinter(isTerminal: isatty(STDERR_FILENO) == 1) { standardErrorText($0) }
            defer { printer.finish() }
            return try VectorTileArchive(view).write(to: path) { printer.show("making tiles", fraction: $0) }
        }

        /// Whether two paths lead to the same file.
        private static func areSame(_ one: String, _ other: String) -> Bool {
            var first = stat(), second = stat()
            return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
                && first.st_ino == second.st_ino
        }
    }
}
