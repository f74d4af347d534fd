import ArgumentParser
import Foundation
import GeoCore
import Routing

/// Measures a hierarchy alone and writes its graph to files, so that `Benchmarks/measure_cch.py` can measure another
/// library on it.
struct BenchHierarchyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-hierarchy", abstract: "Measure a hierarchy by itself.", shouldDisplay: false)

    @Argument(help: "The folder for graph and answers, as 32-bit numbers.") var output: String
    @OptionGroup var atlas: AtlasOptions
    @Option(help: "The travel mode.") var profile = ProfileArgument(value: .foot)
    @Option(help: "How many random pairs to query.") var pairs = 1000

    private struct Figures: Codable {
        let nodes: Int
        let steps: Int
        let distanceMicroseconds: Double
        let pathMicroseconds: Double
        let customizeMilliseconds: Double
    }

    func run() throws {
        try atlas.with { view in
            var trial = HierarchyTrial(try RouteEngine(view), profile.value)
            var columns: [String: [UInt32]] = [
                "tails": [], "heads": [], "millis": [], "latitudes": [], "longitudes": [],
            ]
            trial.forEachStep { tail, head, millis in
                columns["tails"]?.append(tail)
                columns["heads"]?.append(head)
                columns["millis"]?.append(millis)
            }
            for rank in 0..<UInt32(trial.nodeCount) {
                columns["latitudes"]?.append(UInt32(bitPattern: trial.point(of: rank).latitudeE7))
                columns["longitudes"]?.append(UInt32(bitPattern: trial.point(of: rank).longitudeE7))
            }
            var random = SeededGenerator(seed: 1)
            let ends = (0..<(2 * pairs)).map { _ in UInt32(random.next() % UInt64(trial.nodeCount)) }
            var answers: [UInt32] = [], distances: [Double] = [], paths: [Double] = [], passed = 0
            for pair in 0..<pairs {
                let (start, end) = (ends[2 * pair], ends[2 * pair + 1])
                answers.append(trial.distance(from: start, to: end) ?? .max)
                distances.append(Self.fastest { _ = trial.distance(from: start, to: end) })
                paths.append(Self.fastest { passed &+= trial.path(from: start, to: end).count })
            }
            let customized = Self.fastest { passed &+= Int(trial.customize()) }
            columns["ends"] = ends
            columns["answers"] = answers
            for (name, numbers) in columns {
                let bytes = numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
                try Data(bytes).write(to: URL(fileURLWithPath: output).appendingPathComponent(name))
            }
            let figures = Figures(
                nodes: trial.nodeCount, steps: columns["tails"]?.count ?? 0,
                distanceMicroseconds: Self.median(distances),
                pathMicroseconds: Self.median(paths), customizeMilliseconds: customized / 1000)
            print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
            // Keeps the optimiser from removing the measured work.
            if passed == .min { print(passed) }
        }
    }

    /// Returns the microseconds of the fastest of five runs.
    private static func fastest(_ work: () -> Void) -> Double {
        let clock = ContinuousClock()
        return (0..<5).map { _ in clock.measure(work) / .microseconds(1) }.min() ?? 0
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
