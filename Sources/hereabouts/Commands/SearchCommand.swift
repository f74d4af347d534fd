import ArgumentParser
import FoundationEssentials
import HereaboutsAPI
import Search
import Server

/// Finds places by typed text.
struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find places, streets and addresses by name.")

    @Argument(help: "The text to search for.") var text: String
    @Option(help: "The position to search near: latitude,longitude.") var near: CoordinateArgument?
    @Option(help: "The maximum number of results, 1 to 50.") var limit = 10
    @Option(help: "The language of names, such as fi.") var lang: String?
    @Option(help: "The time for opening states, such as 2026-11-23T18:05 (default: now).") var time: LocalTimeArgument?
    @Flag(help: "Explain the rank of each result.") var explain = false
    @Flag(help: "Print the server's JSON.") var json = false
    @OptionGroup var atlas: AtlasOptions

    func validate() throws {
        guard (1...50).contains(limit) else { throw ValidationError("--limit must be 1 to 50") }
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw ValidationError("the text to search for is empty")
        }
    }

    func run() throws {
        try atlas.with { view in
            var workspace = SearchWorkspace()
            var request = SearchRequest(text: text, near: near?.value, limit: limit, language: lang)
            request.explains = explain
            let engine = try SearchEngine(view), options = HitOptions(at: PlaceClock.machine.time(time?.value))
            let answer = HitJSON.write(engine.places(request, workspace: &workspace), with: options, engine)
            if json { return print(String(decoding: answer, as: UTF8.self)) }
            let found = try JSONDecoder().decode(SearchResults.self, from: Data(answer)).results
            guard !found.isEmpty else { throw CommandFault("nothing on this map is called '\(text)'") }
            for result in found {
                print(Self.line(result).onOneLine)
                result.explanation.map { print(Self.line($0).onOneLine) }
            }
        }
    }

    private static func line(_ result: SearchResult) -> String {
        let position = "\(Decimal.print(result.lat)),\(Decimal.print(result.lon))"
        let way = result.distance.map { Measures.distance($0) + (result.direction.map { " \($0)" } ?? "") }
        let parts = [
            result.name, result.kind, result.label, way, result.open.map { $0 ? "open" : "closed" }, position,
        ]
        return parts.compactMap { $0 }.joined(separator: " · ")
    }

    /// Returns a line such as "    1345: kappeli (kapp 235) · words 921, name 210, importance 84, distance 130".
    private static func line(_ explanation: SearchResult.Explanation) -> String {
        let words = explanation.words.map { "\($0.word) \($0.quality)" }.joined(separator: ", "),
            points = explanation.points
        return
            "    \(explanation.score): \(explanation.name ?? "no name") (\(words)) · words \(points.words), name \(points.name), "
            + "importance \(points.importance), distance \(points.distance), other \(points.other)"
    }
}
