import ArgumentParser
import Atlas
import FoundationEssentials
import OSMImport
import Server

/// Serves the sample place.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Serve the sample place, importing it first if that was not done.")

    @OptionGroup var options: ServeOptions

    /// Where set-up puts the sample.
    private static let sample = ".cache/sample/Helsinki.osm.pbf"

    func run() async throws {
        var standard = Configuration()
        standard.server.guests = .post
        var configuration = try options.configuration(standard)
        if options.printConfig { return print(configuration.text) }
        let atlas = configuration.atlas ?? configuration.data + "/sample.atlas"
        configuration.atlas = atlas
        if !Self.isUsable(atlas) {
            guard FileManager.default.fileExists(atPath: Self.sample) else {
                throw CommandFault(
                    "the sample is not in \(Self.sample); run `make setup`, or import a place of your own")
            }
            try DataFolder.make(configuration.data)
            _ = try Importer.importShowingProgress([Self.sample], to: atlas)
        }
        try await Serving(configuration).run()
    }

    /// Whether there is an atlas that this program reads; one of an older version is made anew.
    private static func isUsable(_ path: String) -> Bool {
        guard let file = try? MappedFile(path: path) else { return false }
        return withExtendedLifetime(file) { (try? AtlasInfo(AtlasView(bytes: file.bytes))) != nil }
    }
}
