import ArgumentParser
import GeoCore
import HereaboutsAPI
import Routing
import Server

/// Finds a route.
struct RouteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route", abstract: "Find the route through two or more points.")

    @Argument(help: "The points in order, each latitude,longitude, a geo: URI or a plus code.") var points:
        [CoordinateArgument]
    @Option(help: "The travel mode: foot, wheelchair, bicycle, car.") var profile = ProfileArgument(value: .foot)
    @Option(help: "The language of instructions: ar, de, en or fi.") var lang = "en"
    @Option(help: "The maximum number of alternative routes, 0 to 3; only between two points.") var alternatives = 0
    @Option(help: "The level of the building on which the route starts.") var fromLevel: LevelArgument?
    @Option(help: "The level of the building on which the route ends: in a room, at its door.") var toLevel:
        LevelArgument?
    @OptionGroup var form: RouteFormOptions
    @OptionGroup var atlas: AtlasOptions

    func validate() throws {
        guard points.count >= 2 else { throw ValidationError("a route needs at least a start and an end") }
        guard (0...RouteRequest.maximumAlternatives).contains(alternatives) else {
            throw ValidationError("--alternatives must be 0 to \(RouteRequest.maximumAlternatives)")
        }
        try Self.check(language: lang)
    }

    /// Throws if there are no instructions in a language.
    static func check(language: String) throws {
        guard Language(tag: language) == nil else { return }
        let known = Language.allCases.map(\.tag).joined(separator: ", ")
        throw ValidationError("'\(language)' is not a language of instructions: \(known)")
    }

    func run() throws {
        try atlas.with { view in
            let engine = try RouteEngine(view)
            var workspace = RouteWorkspace()
            do throws(RouteError) {
                var request = RouteQuestion(points.map(\.value), profile: profile.value)
                request.language = Language(tag: lang) ?? .english
                request.wantsReport = true
                request.snapOptions = points.map { _ in .none }
                request.snapOptions[0].level = fromLevel?.value
                request.snapOptions[points.count - 1].level = toLevel?.value
                let routes = try engine.routes(request, alternatives: alternatives, workspace: &workspace)
                form.print(routes, engine) {
                    alternatives > 0 ? RouteJSON.write(routes, engine) : RouteJSON.write(routes[0], engine)
                }
            } catch {
                throw CommandFault(error.message)
            }
        }
    }
}

/// A level of a building on the command line: a number such as 0, -1 or 0.5.
struct LevelArgument: ExpressibleByArgument {
    let value: Level

    init?(argument: String) {
        guard let level = Level(argument) else { return nil }
        value = level
    }
}

/// The output form of routes: text by default.
struct RouteFormOptions: ParsableArguments {
    @Flag(help: "Print the server's JSON.") var json = false
    @Flag(help: "Print GeoJSON: lines and instructions.") var geojson = false
    @Flag(help: "Print GPX, for a device.") var gpx = false

    func validate() throws {
        guard [json, geojson, gpx].filter({ $0 }).count < 2 else {
            throw ValidationError("--json, --geojson and --gpx are different formats: choose one")
        }
    }

    /// Prints routes, with a blank line between their texts.
    func print(_ routes: [PlannedRoute], _ engine: RouteEngine, json answer: () -> [UInt8]) {
        let output =
            if json {
                String(decoding: answer(), as: UTF8.self)
            } else if geojson {
                String(decoding: RouteGeoJSON.write(routes, engine), as: UTF8.self)
            } else if gpx {
                String(decoding: RouteGPX.write(routes, engine), as: UTF8.self)
            } else {
                routes.map { Self.text($0, engine) }.joined(separator: "\n\n")
            }
        Swift.print(output)
    }

    private static func text(_ route: PlannedRoute, _ engine: RouteEngine) -> String {
        let words = Words(language: route.language, text: engine.network.text)
        var lines = ["\(Measures.distance(route.distanceInMetres)), \(Measures.minutes(route.durationInSeconds))"]
        for step in route.legs.flatMap(\.steps) {
            let length = step.lengthMillimetres > 0 ? " (\(Measures.distance(step.distanceInMetres)))" : ""
            lines.append(words.instruction(for: step) + length)
        }
        if let report = route.wheelchair { lines += words.lines(of: report) }
        if !route.notices.isEmpty { lines.append(words.text(of: route.notices)) }
        return lines.map(\.onOneLine).joined(separator: "\n")
    }
}

/// An error that the program prints as one line.
struct CommandFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
