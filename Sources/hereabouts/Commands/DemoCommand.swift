import Community
import ArgumentParser
import Atlas
import FoundationEssentials
import HereaboutsAPI
import OSMImport
import Server
import Stores

/// Serves the sample place.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Serve the sample place; import it first if necessary.")

    @OptionGroup var options: ServeOptions

    /// The sample's time zone: its shops open and its visitors have lunch by it, on any machine.
    private static let timeZone = "Europe/Helsinki"

    func run() async throws {
        var standard = Configuration()
        standard.server.guests = .post
        standard.server.simulatesVisitors = true
        var configuration = try options.configuration(standard)
        if configuration.atlas == nil, configuration.timeZone == nil, TimeZoneName.isKnown(Self.timeZone) {
            configuration.timeZone = Self.timeZone
        }
        guard configuration.places == nil else {
            throw ConfigurationFault(
                "the demo serves the sample place alone; serve several places with `hereabouts serve`")
        }
        if options.printConfig { return print(configuration.text) }
        let atlas = configuration.atlas ?? configuration.data + "/sample.atlas"
        configuration.atlas = atlas
        if !Self.isUsable(atlas) {
            guard let sample = ProgramFile.sample.path else {
                throw CommandFault(
                    "the sample is not in \(ProgramFile.sample.source); run `make setup`, or import a place of your own"
                )
            }
            try DataFolder.make(configuration.data)
            _ = try Importer.importShowingProgress([sample], to: atlas, .withTables())
        }
        try await Self.addGuide(to: configuration)
        try await Serving(configuration).run()
    }

    /// Adds the sample's guide, if it is available, to a data folder without a guide.
    private static func addGuide(to configuration: Configuration) async throws {
        guard let guide = ProgramFile.guide.path else { return }
        // Dated yesterday: a store's times only move forward, and the simulated visitors have been here for hours.
        let store = try SQLiteStore(dataFolder: configuration.data)
        let transfer = try await GuideTransfer(store, configuration) { MapServer.systemTime() - UTCDay.milliseconds }
        guard try await transfer.isEmpty() else { return }
        let report = try await transfer.add(from: guide)
        print("the sample's guide has \(report.venues) venues and \(report.works) works")
    }

    /// Whether there is an atlas that this program can read; an atlas of an older version is imported again.
    private static func isUsable(_ path: String) -> Bool {
        guard let file = try? MappedFile(path: path) else { return false }
        return withExtendedLifetime(file) { (try? AtlasInfo(AtlasView(bytes: file.bytes))) != nil }
    }
}
