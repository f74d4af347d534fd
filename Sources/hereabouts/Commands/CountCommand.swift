import ArgumentParser
import OSMImport

/// Reads an extract and keeps nothing, to measure the cost of reading alone.
struct CountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count", abstract: "Count the objects of an extract.", shouldDisplay: false)

    @Argument(help: "The extract.", completion: .file()) var extract: String

    func run() throws {
        let counts = try OSMReader.count(path: extract, memory: .ofThisMachine())
        print("\(counts.nodes) nodes, \(counts.ways) ways, \(counts.relations) relations")
    }
}
