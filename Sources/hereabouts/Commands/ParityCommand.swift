import ArgumentParser
import Atlas
import FoundationEssentials
import OSMImport

/// Writes what the browser's core is compared with; `make parity` runs it.
struct ParityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parity", abstract: "Write questions and native answers for wasm/parity.mjs.",
        shouldDisplay: false)

    @Argument(help: "The folder to write to.") var folder: String
    @Option(help: "The atlas to ask.") var atlas: String

    func run() throws {
        let file = try MappedFile(path: atlas)
        let transcript = try withExtendedLifetime(file) {
            let view = try AtlasView(bytes: file.bytes)
            _ = try AtlasVerifier.verify(view)
            return try ParityTranscript.write(view)
        }
        try Data(transcript).write(to: URL(filePath: folder + "/transcript"))
    }
}
