import ArgumentParser
import Atlas
import OSMImport

/// Verifies every section of an atlas.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check every byte, index and order of an atlas.")

    @Argument(help: ArgumentHelp("The atlas.", valueName: "atlas")) var atlas: String

    func run() throws {
        let verified = try AtlasVerifier.verify(path: atlas)
        print("\(atlas): \(verified.info.name), \(verified.bytes) bytes in \(verified.sections.count) sections")
        print("checked: \(verified.checks.joined(separator: ", "))")
    }
}
