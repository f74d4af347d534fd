import GeoCore
import ArgumentParser
import OSMImport
import Routing

/// Compares routes over an atlas with plain Dijkstra over its extract; `make check-data` runs it.
struct CheckRoutesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-routes", abstract: "Compare routes with plain Dijkstra over the extract.",
        shouldDisplay: false)

    @Argument(help: "The extract that the atlas was made from.") var extract: String
    @OptionGroup var atlas: AtlasOptions

    func run() throws {
        let data = try OSMReader.read(paths: [extract]).data
        try atlas.with { view in
            let engine = try RouteEngine(view)
            var random = SeededGenerator(seed: 1)
            for profile in Profile.allCases {
                if !profile.isVehicle { try compare(engine, PlainNetwork(data, profile), &random) }
                try compare(engine, PlainTurns(engine.graph(profile)), &random)
            }
            print("with changes:")
            let changed = try engine.applying(RoutingCheck.changes(of: engine.network, count: 60, using: &random))
            for profile in Profile.allCases { try compare(changed, PlainTurns(changed.graph(profile)), &random) }
        }
    }

    private func compare(
        _ engine: RouteEngine, _ oracle: some RoutingOracle, _ random: inout SeededGenerator
    ) throws(CommandFault) {
        let report = RoutingCheck.run(engine, against: oracle, using: &random)
        print(report)
        for fault in report.faults.prefix(20) { print(fault) }
        guard report.faults.isEmpty, report.compared > 0 else {
            throw CommandFault("routes differ from plain Dijkstra")
        }
    }
}
