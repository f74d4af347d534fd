import Foundation

/// The result of an import: objects read, issues and sizes; also the JSON of `hereabouts import --json`.
package struct ImportReport: Sendable, Equatable, Codable {
    /// The objects in the inputs.
    package var nodes = 0
    package var ways = 0
    package var relations = 0
    /// The number of these with a `name`, and with any tag.
    package var named = ObjectCounts()
    package var tagged = ObjectCounts()
    /// Warnings for the operator, in sentences.
    package var warnings: [String] = []
    /// By stable code.
    package var issues: [String: IssueSummary] = [:]
    /// By phase.
    package var seconds: [String: Double] = [:]
    /// The largest memory of the whole process so far, in bytes; 0 if the system does not state it. Pages of files
    /// count while they are in memory, and go when others need it.
    package var peakBytes = 0
    /// The largest address space of the process so far, in bytes: at least what `ulimit -v` and `-d` must allow.
    package var addressBytes = 0
    package var atlas = AtlasSize()
    /// Absent for a place without indoor data.
    package var indoor: IndoorReport?

    /// The number of issues, and the first objects with one: `n1`, `w2`, `r3`.
    package struct IssueSummary: Sendable, Equatable, Codable {
        package let count: Int
        package let examples: [String]
    }

    /// In bytes.
    package struct AtlasSize: Sendable, Equatable, Codable {
        package var bytes = 0
        package var sections: [String: Int] = [:]
    }

    /// The report as one JSON object, its keys sorted.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// The report as a few lines of text for people; warnings come first.
    package var text: String {
        var lines = warnings.map { "warning: \($0)" }
        lines += [
            "read \(nodes) nodes, \(ways) ways, \(relations) relations",
            "named \(named.nodes) nodes, \(named.ways) ways, \(named.relations) relations",
        ]
        for (code, issue) in issues.sorted(by: { $0.key < $1.key }) {
            lines.append("\(code): \(issue.count), such as \(issue.examples.joined(separator: " "))")
        }
        if let indoor {
            lines.append("inside \(indoor.buildings) buildings: \(indoor.spaces) rooms, corridors and areas")
        }
        lines.append("atlas of \(atlas.bytes) bytes in \(atlas.sections.count) sections")
        return lines.joined(separator: "\n")
    }

    mutating func add(_ verified: VerifiedAtlas) {
        atlas.bytes = verified.bytes
        for section in verified.sections { atlas.sections[section.name] = section.bytes }
        indoor = verified.indoor
    }

    mutating func add(_ log: IssueLog) {
        for (code, count) in log.counts {
            let examples = log.examples[code, default: []].map { "\($0.kind.letter)\($0.id)" }
            issues[code.rawValue] = IssueSummary(count: count, examples: examples)
        }
    }
}

extension OSMData.ObjectKind {
    /// The letter that OSM programs put before an id.
    package var letter: Character {
        switch self {
        case .node: "n"
        case .way: "w"
        case .relation: "r"
        }
    }
}
