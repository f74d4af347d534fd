import ArgumentParser
import FoundationEssentials
import HereaboutsAPI
import Routing

/// Matches a recorded track to the streets.
struct MatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match", abstract: "Match a recorded track to the streets.")

    @Argument(help: "The track: a GPX, GeoJSON, KML, TCX, FIT or NMEA file.") var track: String
    @Option(help: "The travel mode: foot, wheelchair, bicycle, car.") var profile = ProfileArgument(value: .foot)
    @Option(help: "The standard deviation of its positions in metres, 1 to 100.") var accuracy = 5
    @Option(help: "The language of instructions: ar, de, en or fi.") var lang = "en"
    @OptionGroup var form: RouteFormOptions
    @OptionGroup var atlas: AtlasOptions

    func validate() throws {
        guard (1...100).contains(accuracy) else { throw ValidationError("--accuracy must be 1 to 100 metres") }
        try RouteCommand.check(language: lang)
    }

    func run() throws {
        guard let content = try? Data(contentsOf: URL(filePath: track)) else {
            throw CommandFault("\(track) cannot be read")
        }
        let trace: TrackFile.Trace
        do throws(TrackFile.Fault) {
            trace = try TrackFile(bytes: Array(content)).trace()
        } catch {
            throw CommandFault("\(track): \(error.reason)")
        }
        var leftOut = LeftOutLines("points of \(track)")
        for point in trace.refused {
            leftOut.add("point \(point.index + 1) of \(track) is left out: \(point.sentence)")
        }
        let kept = trace.thinned(toMetres: 2 * Double(accuracy))
        var question = MatchQuestion(
            kept.map { TracePoint($0.coordinate, time: $0.seconds, deviationInMetres: Double(accuracy)) },
            profile: profile.value)
        question.language = Language(tag: lang) ?? .english
        question.stops = []
        try atlas.with { view in
            let engine = try RouteEngine(view)
            var workspace = RouteWorkspace(), matched: MatchedTrack
            do throws(RouteError) {
                matched = try engine.match(question, workspace: &workspace)
            } catch {
                throw CommandFault(error.message)
            }
            guard !matched.matchings.isEmpty else {
                throw CommandFault("no two positions of \(track) lie near connected streets; try --accuracy")
            }
            for index in matched.matchings.indices {
                matched.matchings[index].points = matched.matchings[index].points.map { kept[$0].index }
            }
            form.print(matched.matchings.map(\.route), engine) { RouteJSON.write(matched, engine) }
        }
    }
}
