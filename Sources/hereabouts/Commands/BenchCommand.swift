import ArgumentParser
import Atlas
import GeoCore
import Routing

/// Measures the engines in this process: no network, no cache, one question at a time.
///
/// A command and not a separate package, because `package` declarations are visible only inside their package.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure tiles, search and routes in this process.", shouldDisplay: false)

    @OptionGroup var atlas: AtlasOptions
    @Option(help: "The number of times that the program asks each question.") var rounds = 7
    @Flag(help: "Print the figures as one JSON object.") var json = false

    func run() throws {
        let measurements = try atlas.with { try Self.measure($0, rounds: max(1, rounds)) }
        try Measurement.show(measurements, asJSON: json)
    }

    private static func measure(_ atlas: AtlasView, rounds: Int) throws(AtlasError) -> [Measurement] {
        var engines = try Engines(atlas)
        var workspaces = EngineWorkspaces(), groups: [(name: String, questions: [Question])] = []
        for question in QuestionSet(engines).all {
            guard let name = question.group(engines.answer(question, &workspaces)) else {
                continue
            }
            if let index = groups.firstIndex(where: { $0.name == name }) {
                groups[index].questions.append(question)
            } else {
                groups.append((name, [question]))
            }
        }
        var measurements: [Measurement] = []
        for group in groups {
            measurements.append(
                Measurement(group.name, group.questions, rounds: rounds) {
                    engines.answer($0, &workspaces).bytes.count
                })
        }
        return measurements
    }
}

extension Question {
    /// Returns the group of a measurement; `nil` for questions that cost almost nothing, such as empty tiles, and for
    /// questions that only parity asks.
    fileprivate func group(_ answer: Engines.Answer) -> String? {
        switch self {
        case .about: nil
        case .tile(let tile): answer.bytes.isEmpty ? nil : "tile z\(tile.zoom)"
        case .suggest: "suggest"
        case .places: "places"
        case .place: answer.isRefusal ? nil : "place"
        case .address: "address"
        case .route(_, .foot, 0, _): answer.isRefusal ? "route, refused" : "route"
        case .route, .routeGPX, .reach, .table, .loop, .trip, .applyChanges: nil
        }
    }
}
