import Atlas

/// Applies change files to an extract, cuts the result to a region, and imports it if an atlas is wanted.
package struct ExtractUpdater: Sendable {
    /// The atlas to make of the new extract.
    package struct AtlasTarget: Sendable {
        let path: String
        let options: ImportOptions

        package init(path: String, options: ImportOptions) {
            self.path = path
            self.options = options
        }
    }

    /// Gets the title of a step and its done share, often.
    package typealias Progress = @Sendable (_ step: String, _ fraction: Double) -> Void

    private let cut: CutRule
    private let region: Region?
    private let memory: MemoryBudget
    private let progress: Progress
    private let importProgress: ImportProgress.Sink

    /// Cuts by `cut` to `region`, or to the box that the extract's header states.
    package init(
        cut: CutRule = .smart, within region: Region? = nil, memory: MemoryBudget = .ofThisMachine(),
        progress: @escaping Progress = { _, _ in }, importProgress: @escaping ImportProgress.Sink = { _ in }
    ) {
        self.cut = cut
        self.region = region
        self.memory = memory
        self.progress = progress
        self.importProgress = importProgress
    }

    /// Applies the files at `changes`, in their order, to the extract at `extract`, and writes the result to `output`,
    /// which may be the same path.
    ///
    /// With `atlas`, the new extract gets its name after its atlas was verified, and the atlas last. Throws
    /// `ReadError`, also if another update is working on `output`, `MappedFileError`, `OutputError` and what an import
    /// throws; extract and atlas are then unchanged, unless the disk failed in the last step. The same update may then be repeated: it gives the same bytes.
    package func update(
        _ extract: String, with changes: [String], to output: String, atlas: AtlasTarget? = nil
    ) throws -> UpdateReport {
        try refuseSameFiles(extract, changes, output, atlas?.path)
        let lock = try ExtractLock(output)
        defer { withExtendedLifetime(lock) {} }
        let file = try OutputFile.create(at: output)
        progress("reading changes", 0)
        let read = try MapChanges.read(paths: changes, memory: memory)
        let kept = try MappedFile(path: extract)
        defer { withExtendedLifetime(kept) {} }
        let merged = try unsafe ChangedExtract(kept.bytes, file: extract, changes: read.sorted())
        let region = region ?? merged.statements.statedBounds.map { Region($0) }
        let selection = try select(from: merged, region, extract)
        let timestamp = [merged.statements.timestamp, read.timestamp].compactMap { $0 }.max()
        var writer = try ExtractWriter(file, box: region?.box, timestamp: timestamp)
        var report = UpdateReport()
        report.changes = try merged.forEach(hasTags: true, progress: { progress("writing the extract", $0) }) {
            object in
            if let selection, !selection.contains(object.key.kind, object.key.id) {
                report.outside += 1
                return
            }
            report.objects.add(object.key.kind)
            try writer.add(object)
        }
        guard report.objects.nodes > 0 else {
            throw ReadError(
                file: extract, problem: "no node is left of it in its region",
                remedy: "check that the region and the change files are right")
        }
        let written = try writer.finish()
        guard let atlas else {
            try written.publish()
            return report
        }
        var options = atlas.options
        // The header of the new extract states a box; import needs only an outline.
        options.region = cut != .none && region?.outline != nil ? region : nil
        let made = try Importer(options, progress: importProgress).prepare(
            [written.temporaryPath], named: [output], to: atlas.path)
        try written.publish()
        report.atlas = try made.publish()
        return report
    }

    /// Finds what belongs to the region; `nil` if everything does.
    private func select(
        from merged: ChangedExtract, _ region: Region?, _ extract: String
    ) throws -> AreaSelection? {
        guard cut != .none else { return nil }
        guard let region else {
            throw ReadError(
                file: extract, problem: "it states no box to cut to",
                remedy: "give --within west,south,east,north, or --cut none to keep everything")
        }
        var selection = AreaSelection(region, completesRelations: cut == .smart)
        // Only outlines ask for coasts, which tags tell.
        let hasTags = region.outline != nil
        try merged.forEach(hasTags: hasTags, progress: { progress("selecting", $0) }) { selection.add($0) }
        selection.addParents()
        if selection.needsMoreNodes {
            try merged.forEach(hasTags: false) { selection.addNodes(of: $0) }
        }
        return selection
    }

    /// The output may be the kept extract; otherwise no file may be written that is also read, or written twice.
    private func refuseSameFiles(_ extract: String, _ changes: [String], _ output: String, _ atlas: String?) throws {
        try FileIdentity.refuse(changes, equalTo: output)
        guard let atlas else { return }
        try FileIdentity.refuse(changes + [extract, output], equalTo: atlas)
        guard atlas != output else {
            throw ReadError(file: output, problem: "it is to be both extract and atlas", remedy: "name two files")
        }
    }
}

/// The result of an update.
package struct UpdateReport: Equatable, Sendable {
    package internal(set) var changes = AppliedChanges()
    /// The objects that do not belong to the region, and are left out.
    package internal(set) var outside = 0
    /// The objects of the new extract.
    package internal(set) var objects = ObjectCounts()
    /// The report of the import, if there was one.
    package internal(set) var atlas: ImportReport?

    /// The report as a few lines of text for people.
    package var text: String {
        let lines = [
            "created \(changes.created), modified \(changes.modified), deleted \(changes.deleted) objects; "
                + "\(changes.outdated) changes were older than the extract",
            "left out \(outside) objects that do not belong to the region",
            "extract of \(objects.nodes) nodes, \(objects.ways) ways, \(objects.relations) relations",
        ]
        return (lines + (atlas.map { [$0.text] } ?? [])).joined(separator: "\n")
    }
}

extension ObjectCounts {
    fileprivate mutating func add(_ kind: OSMData.ObjectKind) {
        switch kind {
        case .node: nodes += 1
        case .way: ways += 1
        case .relation: relations += 1
        }
    }
}
