import Atlas
import Glibc

/// Compiles extracts into an atlas file: reads, builds, writes, verifies the written file, and only then gives it its
/// name.
package struct Importer: Sendable {
    private let options: ImportOptions
    private let progress: ImportProgress.Sink

    /// Makes an importer that reports to `progress`, often and from any thread.
    package init(_ options: ImportOptions = ImportOptions(), progress: @escaping ImportProgress.Sink = { _ in }) {
        self.options = options
        self.progress = progress
    }

    /// Compiles the extracts at `inputs` into an atlas at `output`.
    ///
    /// Throws if the output cannot be made (`OutputError`), if an input cannot be read or is too large for the memory
    /// (`MappedFileError`, `ReadError`), and if a builder cannot continue. The file at `output` is then unchanged,
    /// unless the disk itself failed in the last step: then the new atlas may exist, but a power cut may destroy it.
    package func `import`(_ inputs: [String], to output: String) throws -> ImportReport {
        let stopwatch = Stopwatch()
        let sink: ImportProgress.Sink = { [progress] step in
            stopwatch.note(step.phase)
            progress(step)
        }
        try refuse(inputs, equalTo: output)
        let file = try OutputFile.create(at: output)
        let reading = try OSMReader.read(paths: inputs, memory: options.memory, progress: sink)
        guard reading.data.nodes.count > 0 else {
            throw ReadError(
                file: inputs.joined(separator: ", "),
                problem: "there is no map in it: no way, relation or tag with a place",
                remedy: "give an extract that holds nodes")
        }
        var issues = reading.issues
        let lost = LostWays(reading.data)
        if options.isStrict, lost.areTooMany {
            throw ReadError(file: inputs.joined(separator: ", "), problem: lost.problem, remedy: LostWays.remedy)
        }
        let writer = try AtlasBuilder(options, progress: sink).build(
            reading.data, objects: reading.objects, fileStem: Self.stem(of: inputs[0]), issues: &issues)
        sink(ImportProgress(.write, fraction: 0))
        try writer.write { (piece) throws(OutputError) in try file.write(piece) }
        sink(ImportProgress(.verify, fraction: 0))
        let verified = try AtlasVerifier.verify(path: file.temporaryPath)
        try file.publish()
        sink(ImportProgress(.verify, fraction: 1))
        return report(reading, lost, issues, verified, stopwatch.finish())
    }

    /// An output that is also an input would be replaced by its own atlas.
    private func refuse(_ inputs: [String], equalTo output: String) throws(ReadError) {
        func identity(_ path: String) -> (device: UInt, file: UInt)? {
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return nil }
            return (status.st_dev, status.st_ino)
        }
        guard let existing = identity(output) else { return }
        for input in inputs {
            guard let read = identity(input), read == existing else { continue }
            throw ReadError(file: input, problem: "it is also the output", remedy: "name another output")
        }
    }

    /// Returns the file's name without its folder and extensions: `data/helsinki.osm.pbf` is `helsinki`.
    static func stem(of path: String) -> String {
        var name = path.split(separator: "/").last ?? path[...]
        while let dot = name.lastIndex(of: "."), dot != name.startIndex,
            ["pbf", "osm", "xml", "gz", "bz2"].contains(name[dot...].dropFirst())
        {
            name = name[..<dot]
        }
        return String(name)
    }

    private func report(
        _ reading: Reading, _ lost: LostWays, _ issues: IssueLog, _ verified: VerifiedAtlas, _ seconds: [String: Double]
    ) -> ImportReport {
        var report = ImportReport()
        report.nodes = reading.objects.nodes
        report.ways = reading.objects.ways
        report.relations = reading.objects.relations
        report.tagged = reading.data.taggedObjects()
        report.named = reading.data.objects(withKey: "name")
        report.seconds = seconds
        report.atlas.bytes = verified.bytes
        for section in verified.sections { report.atlas.sections[section.name] = section.bytes }
        report.indoor = verified.indoor
        report.add(issues)
        if lost.areTooMany { report.warnings.append("\(lost.problem); \(LostWays.remedy)") }
        return report
    }
}
