import ArgumentParser
import Community
import Foundation
import HereaboutsAPI
import Logging
import Server
import Stores

/// Imports and exports the guide; while a server with files runs, curators do it over HTTP.
struct GuideCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guide", abstract: "Import a guide, or export it.",
        subcommands: [Import.self, Export.self])

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add the venues, works and tours of a zip file, or of a folder with the same files.",
            discussion: "A table (CSV) or GeoJSON as curators export it, or with the same columns, adds venues alone.")

        @Argument(help: "A zip file as `guide export` makes it, such a folder, CSV or GeoJSON.", completion: .file())
        var source: String
        @OptionGroup var options: GuideOptions

        func run() async throws {
            let report = try await options.transfer().add(from: source)
            let refused = report.refused ?? [], others = (report.refusedCount ?? 0) - refused.count
            for venue in refused { standardError("\(venue.place) of \(source) \(venue.reason)") }
            if others > 0 { standardError("and \(others) further venues of \(source) were not added") }
            if report.repeated == true || report.venues + report.works + report.tours == 0 {
                let what = report.refused == nil ? "all of it" : "the rest"
                print("nothing was added: \(what) is in the guide")
            } else {
                print(
                    "added \(report.venues) venues, \(report.works) works, \(report.tours) tours, \(report.pictures) pictures"
                )
            }
            if report.refused != nil { throw CommandFault("correct the errors above, and import \(source) again") }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Write the whole guide into one zip file.")

        @Option(name: .shortAndLong, help: "The file to write.") var output: String
        @OptionGroup var options: GuideOptions

        func run() async throws {
            var archive = try await options.transfer().archive()
            // Written to a temporary name until it is complete.
            let part = output + ".part"
            var count = 0
            do {
                try Data().write(to: URL(filePath: part))
                let file = try FileHandle(forWritingTo: URL(filePath: part))
                while let piece = try await archive.next() {
                    try file.write(contentsOf: piece)
                    count += piece.count
                }
                try file.synchronize()
                try file.close()
                guard rename(part, output) == 0 else { throw CocoaError(.fileWriteUnknown) }
            } catch {
                // The error names a remaining file.
                try? FileManager.default.removeItem(atPath: part)
                guard error is CocoaError else { throw error }
                throw CommandFault("\(output) cannot be written; check that its folder exists and may be written to")
            }
            print("wrote \(output), \(count) bytes")
        }
    }
}

/// The place and where its pictures are, from flags, environment and file like the server's settings.
struct GuideOptions: ParsableArguments {
    @OptionGroup var place: PlaceOptions

    func transfer() async throws -> GuideTransfer {
        let configuration = try place.configuration(), folder = configuration.data
        let store = try place.communityInDatabase() ?? SQLiteStore(dataFolder: folder)
        return try await GuideTransfer(store, configuration)
    }
}

extension GuideTransfer {
    /// Opens the guide in `store`, with pictures as the settings say.
    init(
        _ store: SQLiteStore, _ configuration: Configuration,
        now: @escaping @Sendable () -> Timestamp = MapServer.systemTime
    ) async throws {
        self.init(
            store: store, pictures: try await PictureStorage(configuration.pictures, dataFolder: configuration.data),
            logger: Logger(label: "hereabouts") { _ in LineLog(level: .notice) { standardError($0) } }, now: now)
    }

    /// Adds the content of a file or a folder.
    func add(from source: String) async throws -> GuideImportReport {
        do {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: source, isDirectory: &isFolder) else {
                throw CommandFault("cannot read \(source): there is no such file or folder")
            }
            guard isFolder.boolValue else {
                guard let file = FileManager.default.contents(atPath: source) else {
                    throw CommandFault("cannot read \(source); check its permissions")
                }
                return try await add([UInt8](file), by: .commandLine)
            }
            guard let json = FileManager.default.contents(atPath: source + "/guide.json") else {
                throw CommandFault("\(source) contains no guide.json")
            }
            return try await add(json: [UInt8](json), by: .commandLine) { name in
                // A name must not lead out of the folder.
                guard !name.split(separator: "/").contains("..") else { return nil }
                return FileManager.default.contents(atPath: "\(source)/\(name)").map { [UInt8]($0) }
            }
        } catch let error as ErrorBody {
            throw CommandFault("\(source) was not imported: \(error.message)")
        }
    }
}
