import Archives
package import Community
import Fairness
import GeoCore
package import HereaboutsAPI
package import Logging
import Pictures

/// Imports and exports whole guides.
package struct GuideTransfer: Sendable {
    let guide: Guide
    let gallery: PictureGallery
    /// The imports and exports at once. Only one import runs, so that the same guide cannot come in twice side by side.
    private let imports = SharedBudget(1)
    let exports = SharedBudget(2)

    init(guide: Guide, gallery: PictureGallery) {
        self.guide = guide
        self.gallery = gallery
    }

    /// Makes a transfer for programs that have the store to themselves.
    package init(
        store: some CommunityStore, pictures: PictureStorage, logger: Logger,
        now: @escaping @Sendable () -> Timestamp = MapServer.systemTime
    ) {
        guide = Guide(store: store, budget: .unlimited, now: now)
        gallery = PictureGallery(
            Gallery(store: store, budget: .unlimited, now: now), pictures,
            on: WorkerPool(workers: 1, waitingJobs: 64), logger)
    }

    /// The most bytes of an archive's document, and of its pictures together, decompressed.
    static let documentLength = 16 << 20
    static let picturesLength = 4 << 30
    /// The number of pictures that are prepared at once.
    private static let picturesAtOnce = 2

    /// Returns whether the guide never had an entry.
    package func isEmpty() async throws -> Bool { try await guide.lastChange() == HybridTime(rawValue: 0) }

    /// Adds the content of a file. A zip archive, known by its first bytes (APPNOTE.TXT 4.3.6, 4.3.16), comes in whole
    /// or not at all. From a table or GeoJSON, the valid venues come in. Throws `ErrorBody` naming the fault and its
    /// path.
    package func add(_ file: [UInt8], by editor: GuideEditor) async throws -> GuideImportReport {
        let isArchive = ["PK\u{3}\u{4}", "PK\u{5}\u{6}"].contains { file.starts(with: $0.utf8) }
        return isArchive ? try await add(zip: file, by: editor) : try await add(table: file, by: editor)
    }

    /// Adds the venues of a table or of GeoJSON after the existing ones. It skips a venue that equals an existing one.
    private func add(table file: [UInt8], by editor: GuideEditor) async throws -> GuideImportReport {
        let place = try placeForImport()
        defer { withExtendedLifetime(place) {} }
        let tables = try await gallery.workers.run(costing: .reading(file.count)) { try GuideTables(file) }
        do {
            let coming = tables.drafts.map { NewGuideEntry(id: guide.newID(), venue: nil, draft: $0) }
            let entries = try await new(coming)
            if !entries.isEmpty { _ = try await guide.add(checked: entries, by: editor) }
            let refused = tables.faults.prefix(RefusalLimit.mostNamed)
                .map { GuideImportReport.Refused(place: $0.place, reason: $0.reason) }
            return GuideImportReport(
                venues: entries.count, works: 0, tours: 0, pictures: 0,
                refusedCount: refused.isEmpty ? nil : tables.faults.count, refused: refused.isEmpty ? nil : refused)
        } catch let fault as CommunityFault {
            throw ErrorBody(fault)
        }
    }

    /// Returns the entries with new content, found on a worker: there may be ten thousand of them, beside even more in
    /// the guide.
    private func new(_ entries: [NewGuideEntry]) async throws -> [NewGuideEntry] {
        let known = try await guide.entries(), guide = guide
        let new = try await gallery.workers.run(costing: .expensive) { entries.new(beside: known, newID: guide.newID) }
        do {
            // Checks the budget before any picture is prepared.
            try guide.checkRoom(for: new.count, beside: known.count)
        } catch {
            throw ErrorBody(error)
        }
        return new
    }

    private func placeForImport() throws(ErrorBody) -> SharedBudget.Share {
        guard let place = try? imports.take(1) else {
            throw ErrorBody(.unavailable, "another import is running; send this guide when it is done")
        }
        return place
    }

    private func add(zip file: [UInt8], by editor: GuideEditor) async throws -> GuideImportReport {
        let (archive, json) = try await gallery.workers.run(costing: .reading(file.count)) {
            guard let archive = ZipArchive(file) else {
                throw ErrorBody(.invalidBody, "the file is not a zip file, or it is damaged")
            }
            guard let json = archive.content(of: "guide.json", upTo: Self.documentLength) else {
                throw ErrorBody(.invalidBody, "the archive holds no guide.json, or one that is damaged or too large")
            }
            return (archive, json)
        }
        return try await add(json: json, by: editor) { archive.content(of: $0, upTo: PictureLimits.bytes) }
    }

    /// Adds the guide in `json`, whole or not at all; `picture` returns pictures by their names in it. It skips a guide
    /// that was imported before and is not deleted since. From another guide it skips entries that the guide has
    /// already.
    package func add(
        json: [UInt8], by editor: GuideEditor, picture: @escaping @Sendable (String) -> [UInt8]?
    ) async throws -> GuideImportReport {
        let place = try placeForImport()
        defer { withExtendedLifetime(place) {} }
        let coming = try await gallery.workers.run(costing: .reading(json.count)) {
            try GuideImport(json: json, picture: picture)
        }
        guard let ids = try await unusedIDs(of: coming) else { return .repeated }
        let new = try await new(coming.entries(ids))
        guard !new.isEmpty else { return .repeated }
        let shown = Set(new.flatMap(\.draft.content.pictures).map(\.id))
        let wanted = coming.placeholders.filter { shown.contains($0.value) }
        let pictures = try await add(coming.pictures.filter { wanted[$0.name] != nil }, by: editor, picture)
        let added = Dictionary(
            uniqueKeysWithValues: wanted.compactMap { name, placeholder in pictures[name].map { (placeholder, $0) } })
        do {
            _ = try await guide.add(checked: new.showing(added), by: editor)
        } catch let fault as CommunityFault {
            throw ErrorBody(fault)
        }
        func count(_ kind: GuideKind) -> Int { new.count { $0.draft.content.kind == kind } }
        return GuideImportReport(
            venues: count(.venue), works: count(.work), tours: count(.tour), pictures: pictures.count)
    }

    /// Returns ids for the import; `nil` when it was imported before and some of it is not deleted.
    private func unusedIDs(of coming: GuideImport) async throws -> ImportedIDs? {
        var ids = coming.ids
        // An import adds everything together, and entries never vanish: the first entry stands for the rest.
        while try await guide.entry(ids[0]) != nil {
            for position in coming.outermost {
                if let entry = try await guide.entry(ids[position]), !entry.isDeleted { return nil }
            }
            ids = ids.next
        }
        return ids
    }

    /// Adds pictures, and returns their ids by name. When the import fails later, the sweep removes the unused
    /// pictures.
    private func add(
        _ pictures: [(name: String, path: String)], by editor: GuideEditor,
        _ file: @escaping @Sendable (String) -> [UInt8]?
    ) async throws -> [String: PictureID] {
        try await withThrowingTaskGroup(of: (String, PictureID?).self) { group in
            var ids: [String: PictureID] = [:], rest = pictures[...]
            func begin() {
                guard let (name, path) = rest.popFirst() else { return }
                group.addTask { (name, try await self.add(name, at: path, by: editor, file)) }
            }
            for _ in 0..<Self.picturesAtOnce { begin() }
            while let (name, id) = try await group.next() {
                ids[name] = id
                begin()
            }
            return ids
        }
    }

    private func add(
        _ name: String, at path: String, by editor: GuideEditor, _ file: @escaping @Sendable (String) -> [UInt8]?
    ) async throws -> PictureID? {
        do {
            let bytes = try await gallery.workers.run { file(name) }
            guard let bytes else { throw GuideImport.missing(name, at: path) }
            let kept = try await gallery.add(bytes, by: editor.account?.id, isOfGuide: true)
            return PictureID(text: kept.id)
        } catch let fault as CommunityFault {
            throw ErrorBody(fault)
        } catch let error as ErrorBody where error.code == .invalidPicture {
            throw ErrorBody(.invalidPicture, "\(path): \(error.message)", field: path)
        }
    }
}
