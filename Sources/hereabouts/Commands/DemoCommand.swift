import Community
import ArgumentParser
import Atlas
import FoundationEssentials
import HereaboutsAPI
import OSMImport
import Server

/// Serves the sample place.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Serve the sample place, importing it first if that was not done.")

    @OptionGroup var options: ServeOptions

    /// The zone of the sample's clocks: its shops open and its visitors have lunch by them, wherever the machine is.
    private static let timeZone = "Europe/Helsinki"

    func run() async throws {
        var standard = Configuration()
        standard.server.guests = .post
        standard.server.simulatesVisitors = true
        var configuration = try options.configuration(standard)
        if configuration.atlas == nil, configuration.timeZone == nil, TimeZoneName.isKnown(Self.timeZone) {
            configuration.timeZone = Self.timeZone
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
        try await Self.addGuide(to: configuration.data)
        try await Serving(configuration).run()
    }

    /// Gives a data folder without a guide the sample's, as far as the sample is there.
    private static func addGuide(to data: String) async throws {
        guard let guide = ProgramFile.guide.path else { return }
        // Made yesterday: the times of a store only go on, and the simulated visitors have been here for hours.
        let transfer = try GuideTransfer(dataFolder: data) { MapServer.systemTime() - UTCDay.milliseconds }
        guard try await transfer.isEmpty() else { return }
        let report = try await transfer.add(from: guide)
        print("the sample's guide has \(report.venues) venues and \(report.works) works")
    }

    /// Whether there is an atlas that this program reads; one of an older version is made anew.
    private static func isUsable(_ path: String) -> Bool {
        guard let file = try? MappedFile(path: path) else { return false }
        return withExtendedLifetime(file) { (try? AtlasInfo(AtlasView(bytes: file.bytes))) != nil }
    }
}
