import ArgumentParser
import FoundationEssentials

/// Writes native answers to compare with those of the browser's core; `make parity` runs it.
struct ParityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parity", abstract: "Write questions and native answers for wasm/parity.mjs.",
        shouldDisplay: false)

    @Argument(help: "The folder to write to.") var folder: String
    @OptionGroup var atlas: AtlasOptions

    func run() throws {
        let transcript = try atlas.with { try ParityTranscript.write($0) }
        try Data(transcript).write(to: URL(filePath: folder + "/transcript"))
    }
}
