/// A figure of `/metrics` that another part of the program adds, with a sample for each set of labels.
package struct Figure: Sendable {
    package enum Kind: String, Sendable { case gauge, counter }

    /// A number with its labels.
    package struct Sample: Sendable {
        let labels: [(name: String, value: String)]
        let value: Double

        package init(_ value: Double, _ labels: [(name: String, value: String)] = []) {
            (self.value, self.labels) = (value, labels)
        }
    }

    private enum Content: Sendable {
        case samples(Kind, [Sample])
        case durations(Histogram)
    }

    private let name: String
    private let help: String
    private let content: Content

    /// Makes a figure; without samples it is left out.
    package init(_ name: String, _ help: String, _ kind: Kind = .gauge, samples: [Sample]) {
        (self.name, self.help, content) = (name, help, .samples(kind, samples))
    }

    /// Makes a figure with one sample; `nil` leaves it out.
    package init(_ name: String, _ help: String, _ kind: Kind = .gauge, value: Double?) {
        self.init(name, help, kind, samples: value.map { [Sample($0)] } ?? [])
    }

    /// Makes a histogram of durations, from the number in each range and their sum in seconds. The last range has no
    /// upper bound.
    package init(_ name: String, _ help: String, bounds: [Double], counts: [UInt64], seconds: Double) {
        (self.name, self.help) = (name, help)
        content = .durations(Histogram(bounds, counts: counts, seconds: seconds))
    }

    /// The lines in the Prometheus text format.
    var text: String {
        switch content {
        case .samples(_, let samples) where samples.isEmpty: ""
        case .samples(let kind, let samples): head(kind.rawValue) + samples.map { line($0) }.joined()
        case .durations(let histogram): head("histogram") + histogram.text(name)
        }
    }

    private func head(_ kind: String) -> String { "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n" }

    private func line(_ sample: Sample) -> String {
        let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        return "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(sample.value)\n"
    }

    /// Names of standbys are the operator's and may hold anything.
    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
