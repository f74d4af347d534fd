import ArgumentParser
import FoundationEssentials
import HereaboutsAPI
import Search
import Server

/// Finds places by what somebody typed.
struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find places, streets and addresses by name.")

    @Argument(help: "What to look for.") var text: String
    @Option(help: "Where to look from: latitude,longitude.") var near: CoordinateArgument?
    @Option(help: "How many answers at most, 1 to 50.") var limit = 10
    @Option(help: "The language of names, such as fi.") var lang: String?
    @Flag(help: "Print the server's JSON.") var json = false
    @OptionGroup var atlas: AtlasOptions

    func run() throws {
        try atlas.with { view in
            var workspace = SearchWorkspace()
            let request = SearchRequest(text: text, near: near?.value, limit: limit, language: lang)
            let answer = try SearchEngine(view).placesJSON(request, workspace: &workspace)
            if json { return print(String(decoding: answer, as: UTF8.self)) }
            let found = try JSONDecoder().decode(SearchResults.self, from: Data(answer)).results
            guard !found.isEmpty else { throw CommandFault("nothing on this map is called '\(text)'") }
            for result in found { print(Self.line(result).onOneLine) }
        }
    }

    private static func line(_ result: SearchResult) -> String {
        let position = "\(Decimal.print(result.lat)),\(Decimal.print(result.lon))"
        let parts = [result.name, result.kind, result.label, result.distance.map { Measures.distance($0) }, position]
        return parts.compactMap { $0 }.joined(separator: " · ")
    }
}
