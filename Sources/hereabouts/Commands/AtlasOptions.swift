import ArgumentParser
import Atlas
import OSMImport
import Server

/// Which atlas a question is for.
struct AtlasOptions: ParsableArguments {
    @Option(help: "The atlas to ask (default: the one the data folder holds).") var atlas: String?
    @Option(help: "The data folder.") var data = "data"

    /// Calls `body` with the verified atlas.
    func with<Result>(_ body: (AtlasView) throws -> Result) throws -> Result {
        let file = try atlas.map { try MappedFile(path: $0) } ?? AtlasStore.served(from: data).open(nil)
        return try withExtendedLifetime(file) {
            let view = try AtlasView(bytes: file.bytes)
            // The data folder's was verified when it was taken in.
            if atlas != nil { _ = try AtlasVerifier.verify(view) }
            return try body(view)
        }
    }
}

extension AtlasStore {
    /// The store of a data folder, with this program's rules for atlases.
    static func served(from dataFolder: String) -> AtlasStore {
        AtlasStore(dataFolder: dataFolder, verifier: "\(Hereabouts.version), rules \(AtlasVerifier.rules)") { atlas in
            _ = try AtlasVerifier.verify(atlas)
        }
    }
}
