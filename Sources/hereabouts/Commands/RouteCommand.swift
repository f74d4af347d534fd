import ArgumentParser
import GeoCore
import Routing
import Server

/// Finds a way.
struct RouteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route", abstract: "Find the way through two or more points.")

    @Argument(help: "The points in order, each latitude,longitude.") var points: [CoordinateArgument]
    @Option(help: "The way of travel.") var profile = "foot"
    @Flag(help: "Print the server's JSON.") var json = false
    @OptionGroup var atlas: AtlasOptions

    func validate() throws {
        guard points.count >= 2 else { throw ValidationError("a way has at least a start and an end") }
        guard Profile(name: profile) == .foot else {
            throw ValidationError("'\(profile)' is not a way of travel: foot")
        }
    }

    func run() throws {
        try atlas.with { view in
            let engine = try RouteEngine(view)
            var workspace = RouteWorkspace()
            do throws(RouteError) {
                let request = RouteQuestion(points.map(\.value), profile: .foot)
                let route = try engine.route(request, workspace: &workspace)
                print(json ? String(decoding: RouteJSON.write(route, engine), as: UTF8.self) : text(route, engine))
            } catch {
                throw CommandFault(error.message)
            }
        }
    }

    private func text(_ route: PlannedRoute, _ engine: RouteEngine) -> String {
        let words = Words(language: route.language, text: engine.network.text)
        var lines = ["\(Measures.distance(route.distanceInMetres)), \(Measures.minutes(route.durationInSeconds))"]
        for step in route.legs.flatMap(\.steps) {
            let length = step.lengthMillimetres > 0 ? " (\(Measures.distance(step.distanceInMetres)))" : ""
            lines.append(words.instruction(for: step) + length)
        }
        if !route.notices.isEmpty { lines.append(words.text(of: route.notices)) }
        return lines.map(\.onOneLine).joined(separator: "\n")
    }
}

/// A question that has no answer, told as one line.
struct CommandFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
