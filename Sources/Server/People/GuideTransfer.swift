import Archives
package import Community
import FoundationEssentials
package import HereaboutsAPI
package import Pictures

/// Carries whole guides in and out.
package struct GuideTransfer: Sendable {
    private let guide: Guide
    private let gallery: PictureGallery

    init(guide: Guide, gallery: PictureGallery) {
        self.guide = guide
        self.gallery = gallery
    }

    /// For programs that have the store to themselves.
    package init(
        store: some CommunityStore, pictures: PictureKeeping,
        now: @escaping @Sendable () -> Int64 = MapServer.systemTime
    ) {
        guide = Guide(store: store, now: now)
        gallery = PictureGallery(
            rules: Gallery(store: store, now: now), keeping: pictures,
            workers: WorkerPool(workers: 1, waitingJobs: 64))
    }

    /// The most bytes of an archive's document.
    static let documentLength = 16 << 20

    /// Whether there is no guide yet, nor ever was one.
    package func isEmpty() async throws -> Bool { try await guide.lastChange() == HybridTime(rawValue: 0) }

    // MARK: In

    /// Adds what a zip file holds, all of it or nothing; throws `ErrorBody` naming what is wrong.
    package func add(zip file: [UInt8], by editor: GuideEditor) async throws -> GuideImportReport {
        guard let archive = ZipArchive(file) else {
            throw ErrorBody(.invalidBody, "this is no zip file, or it is damaged")
        }
        guard let json = archive.content(of: "guide.json", upTo: Self.documentLength) else {
            throw ErrorBody(.invalidBody, "the archive holds no guide.json, or one that is damaged or too large")
        }
        return try await add(json: json, by: editor) { archive.content(of: $0, upTo: PictureLimits.bytes) }
    }

    /// Adds the guide that `json` describes, its pictures by the names they have in it; all of it or nothing.
    package func add(
        json: [UInt8], by editor: GuideEditor, picture: (String) -> [UInt8]?
    ) async throws -> GuideImportReport {
        let document = try Self.document(json)
        do {
            // Pictures that nothing shows, because something is wrong with the rest, are swept.
            var pictures: [String: PictureID] = [:]
            for name in Self.pictureNames(of: document) {
                guard let file = picture(name) else {
                    throw ErrorBody(.invalidBody, "the picture \(name.prefix(80)) is not in the archive, or is damaged")
                }
                let kept = try await gallery.add(file, by: editor.account?.id)
                pictures[name] = PictureID(text: kept.id)
            }
            let entries = try entries(of: document, pictures)
            _ = try await guide.add(entries, by: editor)
            return GuideImportReport(
                venues: document.venues.count, works: entries.count { $0.draft.content.kind == .work },
                tours: document.tours.count, pictures: pictures.count)
        } catch let fault as CommunityFault {
            throw ErrorBody(fault)
        }
    }

    /// The entries that a document describes, with new ids.
    private func entries(
        of document: GuideDocument, _ pictures: [String: PictureID]
    ) throws(CommunityFault) -> [NewGuideEntry] {
        var entries: [NewGuideEntry] = [], venues: [String: GuideID] = [:]
        for entry in document.venues {
            let id = guide.newID()
            venues[entry.key] = id
            entries.append(NewGuideEntry(id: id, venue: nil, draft: try GuideDraft(entry.venue.with(pictures))))
            for work in entry.works {
                entries.append(
                    NewGuideEntry(id: guide.newID(), venue: id, draft: try GuideDraft(work.with(pictures))))
            }
        }
        for tour in document.tours {
            var tour = tour
            tour.venues = tour.venues.compactMap { venues[$0]?.text }
            entries.append(NewGuideEntry(id: guide.newID(), venue: nil, draft: try GuideDraft(tour)))
        }
        return entries
    }

    private static func document(_ json: [UInt8]) throws(ErrorBody) -> GuideDocument {
        let document: GuideDocument
        do {
            document = try JSONDecoder().decode(GuideDocument.self, from: Data(json))
        } catch let error as DecodingError {
            throw ErrorBody(error)
        } catch {
            throw ErrorBody(.invalidBody, "guide.json is not as it should be")
        }
        guard document.format == GuideDocument.format, document.version == GuideDocument.version else {
            throw ErrorBody(
                .invalidBody, "guide.json is no guide of version \(GuideDocument.version)", field: "format")
        }
        let keys = Set(document.venues.map(\.key))
        guard keys.count == document.venues.count else {
            throw ErrorBody(.invalidBody, "two venues have the same key", field: "venues")
        }
        guard document.tours.allSatisfy({ $0.venues.allSatisfy(keys.contains) }) else {
            throw ErrorBody(.invalidBody, "a tour names a venue that is not in the guide", field: "tours")
        }
        return document
    }

    private static func pictureNames(of document: GuideDocument) -> [String] {
        let names = document.venues.flatMap { entry in
            [entry.venue.picture?.id] + entry.works.map { $0.picture?.id }
        }
        return Set(names.compactMap { $0 }).sorted()
    }

    // MARK: Out

    /// The whole guide, drafts too, as a zip file; throws `unavailable` when it cannot be made.
    package func zip() async throws -> [UInt8] {
        let (document, pictures) = try await document()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        var files = [(name: "guide.json", content: [UInt8](try encoder.encode(document)))]
        for id in pictures {
            // A file that is lost is left out; the guide is still worth having.
            guard let bytes = gallery.keeping.folder.bytes(of: id, .large) else { continue }
            files.append((Self.fileName(id), bytes))
        }
        guard let zip = ZipMaking.zip(files) else {
            throw ErrorBody(.unavailable, "the archive could not be made; ask again later")
        }
        return zip
    }

    /// The whole guide as a document, and the ids of its pictures.
    func document() async throws -> (GuideDocument, pictures: [String]) {
        let entries = try await guide.entries()
        var pictures: Set<String> = []
        func choice(_ picture: ShownPicture?) -> PictureChoice? {
            guard let picture, gallery.keeping.folder.bytes(of: picture.id.text, .small) != nil else { return nil }
            pictures.insert(picture.id.text)
            return PictureChoice(
                id: Self.fileName(picture.id.text), text: picture.text.isEmpty ? nil : picture.text)
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

    private static func fileName(_ id: String) -> String { "pictures/\(id).webp" }

    /// The venues as a table (RFC 4180).
    func csv() async throws -> String {
        let (document, _) = try await document()
        let head = VenueColumn.allCases.map(\.rawValue)
        let rows = document.venues.map { entry in
            let venue = entry.venue
            return [
                venue.name, venue.address ?? "", venue.location.map { "\($0.lat)" } ?? "",
                venue.location.map { "\($0.lon)" } ?? "", venue.hours ?? "", venue.link ?? "",
                venue.description ?? "", "\(entry.works.count)", venue.state.rawValue, venue.publishAt ?? "",
            ]
        }
        return ([head] + rows).map { $0.map(Self.cell).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func cell(_ text: String) -> String {
        // A cell that begins like a formula is one to spreadsheets.
        let start = text.drop { $0 == "'" }.first ?? "x"
        let text = "=+-@\t\r".contains(start) && Double(text) == nil ? "'" + text : text
        guard text.contains(where: { ",\"\r\n".contains($0) || $0 == "\r\n" }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// The venues that have a place, as GeoJSON (RFC 7946).
    func geoJSON() async throws -> [UInt8] {
        struct Collection: Encodable {
            let type = "FeatureCollection"
            let features: [Feature]
        }
        struct Feature: Encodable {
            let type = "Feature"
            let id: String
            let geometry: Geometry
            let properties: VenueFields
        }
        struct Geometry: Encodable {
            let type = "Point"
            let coordinates: [Double]
        }
        let (document, _) = try await document()
        let features = document.venues.compactMap { entry -> Feature? in
            guard let location = entry.venue.location else { return nil }
            var properties = entry.venue
            properties.location = nil
            return Feature(
                id: entry.key, geometry: Geometry(coordinates: [location.lon, location.lat]), properties: properties)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(Collection(features: features)))
    }
}

extension VenueFields {
    /// The same with pictures by the ids they have here.
    fileprivate func with(_ pictures: [String: PictureID]) -> VenueFields {
        var fields = self
        fields.picture = picture?.named(pictures)
        return fields
    }

    fileprivate init(_ entry: GuideEntry, _ venue: GuideContent.Venue, _ picture: PictureChoice?) {
        let wire = Venue(entry, venue, works: 0)
        self.init(
            name: wire.name, address: wire.address, location: wire.location, description: wire.description,
            hours: wire.hours, link: wire.link, picture: picture, state: wire.state, publishAt: wire.publishAt)
    }
}

extension WorkFields {
    fileprivate func with(_ pictures: [String: PictureID]) -> WorkFields {
        var fields = self
        fields.picture = picture?.named(pictures)
        return fields
    }

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

extension PictureChoice {
    fileprivate func named(_ pictures: [String: PictureID]) -> PictureChoice {
        PictureChoice(id: pictures[id]?.text ?? "", text: text)
    }
}
