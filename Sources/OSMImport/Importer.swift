import Atlas

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
        try FileIdentity.refuse(inputs, equalTo: output)
        return try prepare(inputs, to: output).publish()
    }

    /// Does the same without giving the verified atlas its name. `names` are those of the inputs in messages and for
    /// the place's name, if they have other paths.
    func prepare(_ inputs: [String], named names: [String]? = nil, to output: String) throws -> PreparedAtlas {
        let names = names ?? inputs
        let stopwatch = Stopwatch()
        let sink: ImportProgress.Sink = { [progress] step in
            stopwatch.note(step.phase)
            progress(step)
        }
        let file = try OutputFile.create(at: output)
        var report = try write(inputs, named: names, to: file.atlasOutput(), sink)
        // What was read has served; the pages of the new file need the room.
        FreedMemory.giveBack()
        sink(ImportProgress(.verify, fraction: 0))
        let verified = try AtlasVerifier.verify(path: file.temporaryPath)
        sink(ImportProgress(.verify, fraction: 1))
        report.add(verified)
        report.seconds = stopwatch.finish()
        (report.peakBytes, report.addressBytes) = ProcessMemory.peaks()
        return PreparedAtlas(file, report)
    }

    /// Reads the inputs and writes the atlas; returns a report of what was read.
    private func write(
        _ inputs: [String], named names: [String], to output: AtlasFile, _ sink: @escaping ImportProgress.Sink
    ) throws -> ImportReport {
        let reading = try OSMReader.read(
            paths: inputs, named: names, within: options.region, memory: options.memory, progress: sink)
        guard reading.data.nodes.count > 0 else {
            throw ReadError(
                file: names.joined(separator: ", "),
                problem: "there is no map in it: no way, relation or tag with a place",
                remedy: "give an extract that holds nodes")
        }
        FreedMemory.giveBack()
        var issues = reading.issues
        let lost = LostWays(reading.data)
        if options.isStrict, lost.areTooMany {
            throw ReadError(file: names.joined(separator: ", "), problem: lost.problem, remedy: LostWays.remedy)
        }
        let writer = try AtlasBuilder(options, progress: sink).build(
            reading.data, objects: reading.objects, fileStem: Self.stem(of: names[0]), into: output, issues: &issues)
        sink(ImportProgress(.write, fraction: 0))
        writer.complete()
        try output.check()
        return report(reading, lost, issues)
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

    private func report(_ reading: Reading, _ lost: LostWays, _ issues: IssueLog) -> ImportReport {
        var report = ImportReport()
        report.nodes = reading.objects.nodes
        report.ways = reading.objects.ways
        report.relations = reading.objects.relations
        report.tagged = reading.data.taggedObjects()
        report.named = reading.data.objects(withKey: "name")
        report.add(issues)
        if lost.areTooMany { report.warnings.append("\(lost.problem); \(LostWays.remedy)") }
        return report
    }
}

/// A verified atlas that does not have its name yet; without `publish` it is removed.
struct PreparedAtlas: ~Copyable {
    private let file: OutputFile
    private let report: ImportReport

    fileprivate init(_ file: consuming OutputFile, _ report: ImportReport) {
        self.file = file
        self.report = report
    }

    /// Gives the atlas its name; throws `OutputError` if the disk fails. Returns the report of the import.
    consuming func publish() throws(OutputError) -> ImportReport {
        let report = report
        try file.publish()
        return report
    }
}
