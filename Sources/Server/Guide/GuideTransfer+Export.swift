import Community
import Fairness
import FoundationEssentials
import HereaboutsAPI
import Pictures

extension GuideTransfer {
    /// Returns the whole guide, including drafts, as a zip file; throws `unavailable` when too many exports run.
    package func archive() async throws -> GuideArchive {
        guard let place = try? exports.take(1) else {
            throw ErrorBody(.unavailable, "others are exporting the guide; ask again in a few seconds")
        }
        let (entries, held) = try await entriesAndPictures()
        let (json, pictures) = try await gallery.workers.run {
            let (document, pictures) = Self.document(of: entries, held)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
            return ([UInt8](try encoder.encode(document)), pictures)
        }
        return GuideArchive(document: json, pictures: pictures, of: gallery, at: place)
    }

    /// Returns the whole guide, and the ids of those of its pictures that are stored.
    private func entriesAndPictures() async throws -> ([GuideEntry], held: Set<String>) {
        let entries = try await guide.entries()
        let all = try await gallery.workers.run { Self.document(of: entries, nil).pictures }
        return (entries, try await gallery.store.held(among: Set(all)))
    }

    /// Returns the guide as a document, and the ids of its pictures: of those in `held`, or of all if that is `nil`.
    private static func document(
        of entries: [GuideEntry], _ held: Set<String>?
    ) -> (GuideDocument, pictures: [String]) {
        var pictures: Set<String> = []
        func choice(_ picture: HereaboutsAPI.Picture) -> PictureChoice? {
            guard held?.contains(picture.id) ?? true else { return nil }
            pictures.insert(picture.id)
            return PictureChoice(id: GuideArchive.fileName(picture.id), text: picture.text)
        }
        let works = Dictionary(grouping: entries) { $0.venue }
        var venues: [GuideDocument.Entry] = [], tours: [TourFields] = []
        for entry in entries {
            switch entry.content {
            case .venue(let venue):
                venues.append(
                    GuideDocument.Entry(
                        key: entry.id.text, venue: VenueFields(entry, venue, choice),
                        works: (works[entry.id] ?? []).compactMap { entry in
                            guard case .work(let work) = entry.content else { return nil }
                            return WorkFields(entry, work, choice)
                        }))
            case .tour(let tour): tours.append(TourFields(entry, tour))
            case .work: break
            }
        }
        let keys = Set(venues.map(\.key))
        for index in tours.indices { tours[index].venues = tours[index].venues.filter(keys.contains) }
        return (GuideDocument(venues: venues, tours: tours.filter { !$0.venues.isEmpty }), pictures.sorted())
    }

    /// Returns the venues in a form that other programs read.
    func table(_ form: TableForm) async throws -> [UInt8] {
        let (entries, held) = try await entriesAndPictures()
        return try await gallery.workers.run {
            let (document, _) = Self.document(of: entries, held)
            return switch form {
            case .csv: Self.csv(document)
            case .geoJSON: try Self.geoJSON(document)
            }
        }
    }

    enum TableForm {
        case csv, geoJSON
    }

    /// Writes the venues as a table (RFC 4180).
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
        // By scalars, as readers do: CRLF is one character, and so is a quote with an accent.
        guard text.unicodeScalars.contains(where: { [",", "\"", "\r", "\n"].contains($0) }) else { return text }
        return "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
    }

    /// Writes the venues as GeoJSON (RFC 7946); a venue without a location has the geometry null (§3.2).
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
                // Every feature has this member, even when it is null.
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
    fileprivate init(
        _ entry: GuideEntry, _ venue: GuideContent.Venue, _ choice: (HereaboutsAPI.Picture) -> PictureChoice?
    ) {
        let wire = Venue(entry, venue, works: 0)
        self.init(
            name: wire.name, address: wire.address, location: wire.location, description: wire.description,
            hours: wire.hours, link: wire.link, picture: wire.picture.flatMap(choice),
            detail: wire.detail.map { VenueDetailFields($0, choice) }, state: wire.state, publishAt: wire.publishAt)
    }
}

extension WorkFields {
    fileprivate init(
        _ entry: GuideEntry, _ work: GuideContent.Work, _ choice: (HereaboutsAPI.Picture) -> PictureChoice?
    ) {
        let wire = Work(entry, work, nil)
        self.init(
            title: wire.title, artist: wire.artist, description: wire.description, medium: wire.medium,
            width: wire.width, height: wire.height, unit: wire.unit, year: wire.year,
            picture: wire.picture.flatMap(choice),
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
