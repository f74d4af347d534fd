import ArgumentParser
import GeoCore
import Routing
import Server

/// Finds a way.
struct RouteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route", abstract: "Find the way through two or more points.")

    @Argument(help: "The points in order, each latitude,longitude, a geo: address or a plus code.") var points:
        [CoordinateArgument]
    @Option(help: "The way of travel: foot, wheelchair, bicycle, car.") var profile = ProfileArgument(value: .foot)
    @Option(help: "The language of instructions: ar, de, en or fi.") var lang = "en"
    @Flag(help: "Print the server's JSON.") var json = false
    @Flag(help: "Print GPX, for a device.") var gpx = false
    @OptionGroup var atlas: AtlasOptions

    func validate() throws {
        guard points.count >= 2 else { throw ValidationError("a way has at least a start and an end") }
        guard !(json && gpx) else { throw ValidationError("--json and --gpx are two answers: ask for one") }
        guard Language(tag: lang) != nil else {
            let known = Language.allCases.map(\.tag).joined(separator: ", ")
            throw ValidationError("'\(lang)' is not a language of instructions: \(known)")
        }
    }

    func run() throws {
        try atlas.with { view in
            let engine = try RouteEngine(view)
            var workspace = RouteWorkspace()
            do throws(RouteError) {
                var request = RouteQuestion(points.map(\.value), profile: profile.value)
                request.language = Language(tag: lang) ?? .english
                let route = try engine.route(request, workspace: &workspace)
                print(output(route, engine))
            } catch {
                throw CommandFault(error.message)
            }
        }
    }

    private func output(_ route: PlannedRoute, _ engine: RouteEngine) -> String {
        if json { return String(decoding: RouteJSON.write(route, engine), as: UTF8.self) }
        if gpx { return String(decoding: RouteGPX.write(route, engine), as: UTF8.self) }
        return text(route, engine)
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
