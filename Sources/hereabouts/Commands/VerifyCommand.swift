import ArgumentParser
import Atlas
import OSMImport
import Server

/// Verifies every section of an atlas.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check every byte, index and order of an atlas.")

    @Argument(help: ArgumentHelp("The atlas.", valueName: "atlas")) var atlas: String

    func run() throws {
        let verified = try AtlasVerifier.verify(path: atlas)
        let name = verified.info.name.onOneLine
        print("\(atlas): \(name), \(verified.bytes) bytes in \(verified.sections.count) sections")
        print("checked: \(verified.checks.joined(separator: ", "))")
    }
}
