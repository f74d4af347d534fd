import Archives
package import Community
import Fairness
import FoundationEssentials
package import HereaboutsAPI
package import Logging
import Pictures

/// Carries whole guides in and out.
package struct GuideTransfer: Sendable {
    private let guide: Guide
    let gallery: PictureGallery
    /// How many at once. Only one comes in, so that the same guide cannot do so twice side by side.
    private let imports = SharedBudget(1)
    private let exports = SharedBudget(2)

    init(guide: Guide, gallery: PictureGallery) {
        self.guide = guide
        self.gallery = gallery
    }

    /// For programs that have the store to themselves.
    package init(
        store: some CommunityStore, pictures: PictureKeeping, logger: Logger,
        now: @escaping @Sendable () -> Int64 = MapServer.systemTime
    ) {
        guide = Guide(store: store, budget: .unlimited, now: now)
        gallery = PictureGallery(
            Gallery(store: store, budget: .unlimited, now: now), pictures,
            on: WorkerPool(workers: 1, waitingJobs: 64), logger)
    }

    /// The most bytes of an archive's document, and of its pictures together, unpacked.
    static let documentLength = 16 << 20
    static let picturesLength = 4 << 30
    /// Pictures that are made ready at once.
    private static let picturesAtOnce = 2

    /// Whether there is no guide yet, nor ever was one.
    package func isEmpty() async throws -> Bool { try await guide.lastChange() == HybridTime(rawValue: 0) }

    // MARK: In

    /// Adds what a file holds: a zip archive by its first bytes (APPNOTE.TXT 4.3.6, 4.3.16), all of it or nothing; of a
    /// table or GeoJSON the venues that can be taken. Throws `ErrorBody` naming what is wrong, and where.
    package func add(_ file: [UInt8], by editor: GuideEditor) async throws -> GuideImportReport {
        let isArchive = ["PK\u{3}\u{4}", "PK\u{5}\u{6}"].contains { file.starts(with: $0.utf8) }
        return isArchive ? try await add(zip: file, by: editor) : try await add(table: file, by: editor)
    }

    /// Adds the venues of a table or of GeoJSON behind those that are there; one that says the same as a venue that is
    /// there is not added again.
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

    /// Those that say something new, found on a thread: there may be ten thousand of them, and more that are there.
    private func new(_ entries: [NewGuideEntry]) async throws -> [NewGuideEntry] {
        let known = try await guide.entries(), guide = guide
        let new = try await gallery.workers.run(costing: .dear) { entries.new(beside: known, newID: guide.newID) }
        do {
            // Before its pictures are made ready.
            try guide.checkRoom(for: new.count, beside: known.count)
        } catch {
            throw ErrorBody(error)
        }
        return new
    }

    private func placeForImport() throws(ErrorBody) -> SharedBudget.Share {
        guard let place = try? imports.take(1) else {
            throw ErrorBody(.unavailable, "another guide is coming in; send this one when it is done")
        }
        return place
    }

    private func add(zip file: [UInt8], by editor: GuideEditor) async throws -> GuideImportReport {
        let (archive, json) = try await gallery.workers.run(costing: .reading(file.count)) {
            guard let archive = ZipArchive(file) else {
                throw ErrorBody(.invalidBody, "this is no zip file, or it is damaged")
            }
            guard let json = archive.content(of: "guide.json", upTo: Self.documentLength) else {
                throw ErrorBody(.invalidBody, "the archive holds no guide.json, or one that is damaged or too large")
            }
            return (archive, json)
        }
        return try await add(json: json, by: editor) { archive.content(of: $0, upTo: PictureLimits.bytes) }
    }

    /// Adds the guide that `json` describes, its pictures by the names they have in it; all of it or nothing. A guide
    /// that came in before and is not deleted since is not added again, nor is of another one what the guide says
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
        let shown = Set(new.compactMap(\.draft.content.picture?.id))
        let wanted = coming.stands.filter { shown.contains($0.value) }
        let pictures = try await add(coming.pictures.filter { wanted[$0.name] != nil }, by: editor, picture)
        let added = Dictionary(
            uniqueKeysWithValues: wanted.compactMap { name, stand in pictures[name].map { (stand, $0) } })
        do {
            _ = try await guide.add(checked: new.showing(added), by: editor)
        } catch let fault as CommunityFault {
            throw ErrorBody(fault)
        }
        func count(_ kind: GuideKind) -> Int { new.count { $0.draft.content.kind == kind } }
        return GuideImportReport(
            venues: count(.venue), works: count(.work), tours: count(.tour), pictures: pictures.count)
    }

    /// The ids for what comes in; `nil` when it is here: it came in before, and some of it is not deleted.
    private func unusedIDs(of coming: GuideImport) async throws -> ImportedIDs? {
        var ids = coming.ids
        // All of it comes in together, and nothing of it ever goes: the first tells of the rest.
        while try await guide.entry(ids[0]) != nil {
            for position in coming.outermost {
                if let entry = try await guide.entry(ids[position]), !entry.isDeleted { return nil }
            }
            ids = ids.next
        }
        return ids
    }

    /// Adds pictures, and returns their ids by name. Those that nothing shows later, because something else is wrong,
    /// are swept.
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

    // MARK: Out

    /// The whole guide, drafts too, as a zip file; throws `unavailable` when others take as many as may be at once.
    package func archive() async throws -> GuideArchive {
        guard let place = try? exports.take(1) else {
            throw ErrorBody(.unavailable, "others fetch the whole guide at the moment; ask again in a few seconds")
        }
        let entries = try await guide.entries(), gallery = gallery
        let (json, pictures) = try await gallery.workers.run {
            let (document, pictures) = Self.document(of: entries, gallery)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
            return ([UInt8](try encoder.encode(document)), pictures)
        }
        return GuideArchive(document: json, pictures: pictures, of: gallery, at: place)
    }

    /// The guide as a document, and the ids of its pictures. Looks for files: for the threads of the pool.
    private static func document(
        of entries: [GuideEntry], _ gallery: PictureGallery
    ) -> (GuideDocument, pictures: [String]) {
        var pictures: Set<String> = []
        func choice(_ picture: ShownPicture?) -> PictureChoice? {
            guard let picture, gallery.keeping.folder.holds(picture.id.text) else { return nil }
            pictures.insert(picture.id.text)
            return PictureChoice(
                id: GuideArchive.fileName(picture.id.text), text: picture.text.isEmpty ? nil : picture.text)
        }
        let works = Dictionary(grouping: entries) { $0.venue }
        var venues: [GuideDocument.Entry] = [], tours: [TourFields] = []
        for entry in entries {
            switch entry.content {
            case .venue(let venue):
                venues.append(
                    GuideDocument.Entry(
                        key: entry.id.text, venue: VenueFields(entry, venue, choice(venue.picture)),
                        works: (works[entry.id] ?? []).compactMap { entry in
                            guard case .work(let work) = entry.content else { return nil }
                            return WorkFields(entry, work, choice(work.picture))
                        }))
            case .tour(let tour): tours.append(TourFields(entry, tour))
            case .work: break
            }
        }
        let keys = Set(venues.map(\.key))
        for index in tours.indices { tours[index].venues = tours[index].venues.filter(keys.contains) }
        return (GuideDocument(venues: venues, tours: tours.filter { !$0.venues.isEmpty }), pictures.sorted())
    }

    /// The venues in a form that others read.
    func table(_ form: TableForm) async throws -> [UInt8] {
        let entries = try await guide.entries(), gallery = gallery
        return try await gallery.workers.run {
            let (document, _) = Self.document(of: entries, gallery)
            return switch form {
            case .csv: Self.csv(document)
            case .geoJSON: try Self.geoJSON(document)
            }
        }
    }

    enum TableForm {
        case csv, geoJSON
    }

    /// The venues as a table (RFC 4180).
    private static func csv(_ document: GuideDocument) -> [UInt8] {
        let head = VenueColumn.allCases.map(\.rawValue)
        let rows = document.venues.map { entry in
            let venue = entry.venue
            return [
                venue.name, venue.address ?? "", venue.location.map { "\($0.lat)" } ?? "",
                venue.location.map { "\($0.lon)" } ?? "", venue.hours ?? "", venue.link ?? "",
                venue.description ?? "", "\(entry.works.count)", venue.state.rawValue, venue.publishAt ?? "",
            ]
        }
        return ([head] + rows).flatMap { ($0.map(cell).joined(separator: ",") + "\r\n").utf8 }
    }

    private static func cell(_ text: String) -> String {
        let text = text.beginsLikeFormula && Double(text) == nil ? "'" + text : text
        // By scalars, as they are read: CRLF is one character, and so is a quote with an accent.
        guard text.unicodeScalars.contains(where: { [",", "\"", "\r", "\n"].contains($0) }) else { return text }
        return "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
    }

    /// The venues as GeoJSON (RFC 7946); of those without a location the geometry is null (§3.2).
    private static func geoJSON(_ document: GuideDocument) throws -> [UInt8] {
        struct Collection: Encodable {
            let type = "FeatureCollection"
            let features: [Feature]
        }
        struct Feature: Encodable {
            let id: String
            let geometry: Geometry?
            let properties: VenueFields

            enum CodingKeys: CodingKey { case type, id, geometry, properties }

            func encode(to encoder: any Encoder) throws {
                var members = encoder.container(keyedBy: CodingKeys.self)
                try members.encode("Feature", forKey: .type)
                try members.encode(id, forKey: .id)
                // Not left out: a feature has the member also where it says nothing.
                try members.encode(geometry, forKey: .geometry)
                try members.encode(properties, forKey: .properties)
            }
        }
        struct Geometry: Encodable {
            let type = "Point"
            let coordinates: [Double]
        }
        let features = document.venues.map { entry in
            let geometry = entry.venue.location.map { Geometry(coordinates: [$0.lon, $0.lat]) }
            var properties = entry.venue
            properties.location = nil
            return Feature(id: entry.key, geometry: geometry, properties: properties)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(Collection(features: features)))
    }
}

extension VenueFields {
    fileprivate init(_ entry: GuideEntry, _ venue: GuideContent.Venue, _ picture: PictureChoice?) {
        let wire = Venue(entry, venue, works: 0)
        self.init(
            name: wire.name, address: wire.address, location: wire.location, description: wire.description,
            hours: wire.hours, link: wire.link, picture: picture, state: wire.state, publishAt: wire.publishAt)
    }
}

extension WorkFields {
    fileprivate init(_ entry: GuideEntry, _ work: GuideContent.Work, _ picture: PictureChoice?) {
        let wire = Work(entry, work, nil)
        self.init(
            title: wire.title, artist: wire.artist, description: wire.description, medium: wire.medium,
            width: wire.width, height: wire.height, unit: wire.unit, year: wire.year, picture: picture,
            state: wire.state, publishAt: wire.publishAt)
    }
}

extension TourFields {
    fileprivate init(_ entry: GuideEntry, _ tour: GuideContent.Tour) {
        let wire = Tour(entry, tour) { _ in true }
        self.init(
            name: wire.name, description: wire.description, venues: wire.venues, state: wire.state,
            publishAt: wire.publishAt)
    }
}
