import ArgumentParser
import HereaboutsAPI
import Routing

/// Finds the area that can be reached within some minutes.
struct ReachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reach", abstract: "Find the streets that can be reached within some minutes.")

    @Argument(help: "The start: latitude,longitude.") var from: CoordinateArgument
    @Option(help: "The times in minutes, separated by commas.") var minutes = MinutesArgument(
        value: ReachRequest.usualMinutes)
    @Option(help: "The travel mode: foot, wheelchair, bicycle, car.") var profile = ProfileArgument(value: .foot)
    @Flag(help: "Find where the place can be reached from in time, rather than what it can reach.") var to = false
    @Flag(help: "Print the server's JSON, with the streets as GeoJSON.") var json = false
    @OptionGroup var atlas: AtlasOptions

    func run() throws {
        try atlas.with { view in
            let engine = try RouteEngine(view)
            var workspace = RouteWorkspace()
            do throws(RouteError) {
                let found = try engine.reach(
                    from: from.value, profile.value, within: minutes.value.map { UInt32($0) * 60_000 },
                    direction: to ? .to : .from, workspace: &workspace)
                if json {
                    let answer = ReachJSON.write(
                        found.reaches, of: minutes.value, from: found.start, profile.value, engine)
                    return print(String(decoding: answer, as: UTF8.self))
                }
                for (minutes, reach) in zip(minutes.value, found.reaches) {
                    print("\(minutes) min: \(Measures.distance(engine.network.metres(of: reach))) of streets")
                }
            } catch {
                throw CommandFault(error.message)
            }
        }
    }
}

/// Times on the command line: whole minutes separated by commas.
struct MinutesArgument: ExpressibleByArgument {
    let value: [Int]

    init(value: [Int]) { self.value = value }

    init?(argument: String) {
        guard let value = try? ReachRequest.minutes.read(argument) else { return nil }
        self.value = value
    }

    var defaultValueDescription: String { value.map { String($0) }.joined(separator: ",") }
}
