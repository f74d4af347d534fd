import ArgumentParser
import Atlas
import GeoCore
import Search

/// Measures search in this process, letter by letter as people type.
struct BenchSearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-search", abstract: "Measure search in this process.", shouldDisplay: false)

    @OptionGroup var atlas: AtlasOptions
    @Option(help: "How many names to type.") var names = 300
    @Option(help: "The number of times that the program asks each question.") var rounds = 3
    @Option(help: "The seed for choosing names.") var seed: UInt64 = 1
    @Flag(help: "Print the figures as one JSON object.") var json = false

    func run() throws {
        let measurements = try atlas.with { try measure(Engines($0)) }
        try Measurement.show(measurements, asJSON: json)
    }

    private func measure(_ engines: Engines) -> [Measurement] {
        var engines = engines, workspaces = EngineWorkspaces(), numbers = SeededGenerator(seed: seed)
        let typed = Typed(engines, names: names, &numbers)
        let groups = [
            ("keystroke", typed.letters), ("keystroke, 1 edit", typed.lettersWithOneEdit),
            ("keystroke, 2 edits", typed.lettersWithTwoEdits), ("whole name", typed.wholes),
            ("whole, 2 edits", typed.wholesWithTwoEdits), ("what is here", typed.positions),
        ]
        return groups.map { name, questions in
            Measurement(name, questions, rounds: max(1, rounds)) { engines.answer($0, &workspaces).bytes.count }
        }
    }

    /// Names of an atlas as people type them, half of them with a known position.
    private struct Typed {
        var letters: [Question] = []
        var lettersWithOneEdit: [Question] = []
        var lettersWithTwoEdits: [Question] = []
        var wholes: [Question] = []
        var wholesWithTwoEdits: [Question] = []
        var positions: [Question] = []

        init(_ engines: Engines, names: Int, _ numbers: inout SeededGenerator) {
            let places = engines.search.places
            guard places.count > 0 else { return }
            while wholes.count < names {
                let place = PlaceID(numbers.index(below: places.count)), point = Coordinate(places.point(place))
                positions.append(.address(point, language: ""))
                let name = places.text.string(places.name(place))
                guard !name.isEmpty else { continue }
                let near = wholes.count % 2 == 0 ? point : nil, slip = numbers.misspelt(name)
                let twoSlips = numbers.misspelt(slip)
                letters += Self.prefixes(of: name, near)
                lettersWithOneEdit += Self.prefixes(of: slip, near)
                lettersWithTwoEdits += Self.prefixes(of: twoSlips, near)
                wholes.append(.places(SearchRequest(text: name, near: near)))
                wholesWithTwoEdits.append(.places(SearchRequest(text: twoSlips, near: near)))
            }
        }

        private static func prefixes(of name: String, _ near: Coordinate?) -> [Question] {
            (1...name.count).map { .suggest(SearchRequest(text: String(name.prefix($0)), near: near, limit: 8)) }
        }
    }
}
