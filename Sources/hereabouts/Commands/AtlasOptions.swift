import ArgumentParser
import Atlas
import OSMImport
import Server

/// The options that name the atlas of a command.
struct AtlasOptions: ParsableArguments {
    @Option(help: "The atlas to query (default: the atlas in the data folder).") var atlas: String?
    @Option(help: "The data folder.") var data = "data"

    /// Calls `body` with the verified atlas.
    func with<Result>(_ body: (AtlasView) throws -> Result) throws -> Result {
        let file = try atlas.map { try MappedFile(path: $0) } ?? AtlasStore.served(from: data).open(nil)
        return try withExtendedLifetime(file) {
            let view = try AtlasView(bytes: file.bytes)
            // The data folder's atlas was verified when the store adopted it.
            if atlas != nil { _ = try AtlasVerifier.verify(view) }
            return try body(view)
        }
    }
}

extension AtlasStore {
    /// Opens the store of a data folder, with this program's rules for atlases.
    static func served(from dataFolder: String) -> AtlasStore {
        AtlasStore(dataFolder: dataFolder, verifier: "\(Hereabouts.version), rules \(AtlasVerifier.rules)") { atlas in
            _ = try AtlasVerifier.verify(atlas)
        }
    }
}
