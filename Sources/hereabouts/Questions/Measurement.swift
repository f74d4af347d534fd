import Foundation

/// The time that questions of one kind take.
///
/// Each question counts with its fastest time of several rounds, because disturbances only add time. Minimum, median
/// and 99th percentile are over the questions. `spread` is the slowest round's total divided by the fastest's: it shows
/// how quiet the machine was.
struct Measurement: Codable {
    let name: String
    let questions: Int
    let minimumMicroseconds: Double
    let medianMicroseconds: Double
    let p99Microseconds: Double
    let spread: Double
    /// Bytes of one round's answers. It also keeps the optimiser from removing them.
    let bytes: Int

    /// Asks all questions `rounds` times, after one round to warm up.
    init(_ name: String, _ questions: [Question], rounds: Int, ask: (Question) -> Int) {
        let clock = ContinuousClock()
        var best = [Double](repeating: .infinity, count: questions.count), totals: [Double] = [], bytes = 0
        for round in 0...rounds {
            var total = 0.0
            bytes = 0
            for (index, question) in questions.enumerated() {
                let begin = clock.now
                bytes += ask(question)
                let microseconds = (clock.now - begin) / .microseconds(1)
                total += microseconds
                if round > 0 { best[index] = min(best[index], microseconds) }
            }
            if round > 0 { totals.append(total) }
        }
        best.sort()
        self.name = name
        self.questions = questions.count
        minimumMicroseconds = best.first ?? 0
        medianMicroseconds = best.isEmpty ? 0 : best[best.count / 2]
        p99Microseconds = best.isEmpty ? 0 : best[best.count * 99 / 100]
        spread = (totals.max() ?? 1) / (totals.min() ?? 1)
        self.bytes = bytes
    }

    /// Prints measurements as a table or as one JSON array.
    static func show(_ measurements: [Measurement], asJSON: Bool) throws {
        if asJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return print(String(decoding: try encoder.encode(measurements), as: UTF8.self))
        }
        print(row("microseconds", ["questions", "minimum", "median", "p99", "spread"]))
        for measurement in measurements { print(measurement.line) }
    }

    private var line: String {
        let numbers = [minimumMicroseconds, medianMicroseconds, p99Microseconds].map { String(format: "%.1f", $0) }
        return Self.row(name, ["\(questions)"] + numbers + [String(format: "%.2f", spread)])
    }

    private static func row(_ name: String, _ cells: [String]) -> String {
        let padded = cells.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }
        return name + String(repeating: " ", count: max(1, 20 - name.count)) + padded.joined()
    }
}
