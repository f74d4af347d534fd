import Community
import FoundationEssentials
import HereaboutsAPI

/// A guide that is being imported: read, and checked as far as possible without adding it.
struct GuideImport: Sendable {
    let document: GuideDocument
    /// Each picture once, by its file's name, with the path of its first mention.
    let pictures: [(name: String, path: String)]
    /// Placeholder ids of the pictures by name, until the pictures are added.
    let placeholders: [String: PictureID]
    /// The ids of its entries, by index: venues, each before its works, then tours.
    let ids: ImportedIDs
    /// The indices of venues and tours.
    let outermost: [Int]

    /// Reads a document; `picture` returns a picture's bytes by name. Throws naming the fault and its path. It takes
    /// long, so call it on a worker.
    init(json: [UInt8], picture: (String) -> [UInt8]?) throws {
        let document = try Self.document(json)
        let pictures = try Self.pictures(of: document)
        let placeholders = Dictionary(
            uniqueKeysWithValues: pictures.enumerated().map { ($0.element.name, Self.placeholder($0.offset)) })
        // Checks the rules and the tours' references before any picture is decompressed.
        let entries = try Self.entries(of: document, ImportedIDs(of: []), placeholders)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var parts = [[UInt8](try encoder.encode(document))], length = 0
        for (name, path) in pictures {
            guard let file = picture(name) else { throw Self.missing(name, at: path) }
            length += file.count
            guard length <= GuideTransfer.picturesLength else {
                throw ErrorBody(
                    .invalidBody,
                    "the pictures have more than \(GuideTransfer.picturesLength >> 30) GiB; send fewer")
            }
            parts.append(ImportedIDs.digest(of: file))
        }
        self.document = document
        self.pictures = pictures
        self.placeholders = placeholders
        ids = ImportedIDs(of: parts)
        outermost = entries.indices.filter { entries[$0].venue == nil }
    }

    /// Returns the entries with these ids, and with placeholders for pictures.
    func entries(_ ids: ImportedIDs) throws(ErrorBody) -> [NewGuideEntry] {
        try Self.entries(of: document, ids, placeholders)
    }

    private static func placeholder(_ position: Int) -> PictureID {
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: position >> (8 * min($0, 7))) }
        guard let id = PictureID(bytes: bytes) else { preconditionFailure("an id has sixteen bytes") }
        return id
    }

    private static func entries(
        of document: GuideDocument, _ ids: ImportedIDs, _ pictures: [String: PictureID]
    ) throws(ErrorBody) -> [NewGuideEntry] {
        var entries: [NewGuideEntry] = [], venues: [String: GuideID] = [:]
        for (number, entry) in document.venues.enumerated() {
            let path = "venues[\(number)]", id = ids[entries.count]
            guard venues.updateValue(id, forKey: entry.key) == nil else {
                throw ErrorBody(.invalidBody, "\(path).key: another venue has this key, too", field: "\(path).key")
            }
            let draft = try draft(at: "\(path).venue") { () throws(CommunityFault) in
                try GuideDraft(entry.venue.with(pictures))
            }
            entries.append(NewGuideEntry(id: id, venue: nil, draft: draft))
            for (number, work) in entry.works.enumerated() {
                let draft = try Self.draft(at: "\(path).works[\(number)]") { () throws(CommunityFault) in
                    try GuideDraft(work.with(pictures))
                }
                entries.append(NewGuideEntry(id: ids[entries.count], venue: id, draft: draft))
            }
        }
        for (number, tour) in document.tours.enumerated() {
            var named = tour
            named.venues = []
            for (stop, key) in tour.venues.enumerated() {
                guard let venue = venues[key] else {
                    let path = "tours[\(number)].venues[\(stop)]"
                    throw ErrorBody(.invalidBody, "\(path): no venue of this guide has this key", field: path)
                }
                named.venues.append(venue.text)
            }
            let draft = try draft(at: "tours[\(number)]") { () throws(CommunityFault) in try GuideDraft(named) }
            entries.append(NewGuideEntry(id: ids[entries.count], venue: nil, draft: draft))
        }
        return entries
    }

    /// Makes a draft and checks the rules; throws naming the member at fault below `path`.
    private static func draft(
        at path: String, _ make: () throws(CommunityFault) -> GuideDraft
    ) throws(ErrorBody) -> GuideDraft {
        do throws(CommunityFault) {
            let draft = try make()
            try Guide.check(draft.content)
            return draft
        } catch {
            guard case .invalid(let field, let reason) = error else { throw ErrorBody(error) }
            throw ErrorBody(.invalidBody, "\(path).\(field): \(reason)", field: "\(path).\(field)")
        }
    }

    private static func document(_ json: [UInt8]) throws(ErrorBody) -> GuideDocument {
        let document: GuideDocument
        do {
            document = try JSONDecoder().decode(sent: GuideDocument.self, from: json)
        } catch let error as ErrorBody {
            throw error
        } catch let error as DecodingError {
            throw ErrorBody(error, of: "guide.json")
        } catch {
            throw ErrorBody(.invalidBody, "guide.json is not readable")
        }
        guard document.format == GuideDocument.format, document.version == GuideDocument.version else {
            throw ErrorBody(
                .invalidBody, "guide.json is not a guide of version \(GuideDocument.version)", field: "format")
        }
        let works = document.venues.reduce(0) { $0 + $1.works.count }
        for (count, kind) in [(document.venues.count, "venues"), (works, "works"), (document.tours.count, "tours")] {
            guard count <= GuideTables.venues else {
                throw ErrorBody(.invalidBody, "a file has at most \(GuideTables.venues) \(kind); split it", field: kind)
            }
        }
        return document
    }

    private static func pictures(of document: GuideDocument) throws(ErrorBody) -> [(name: String, path: String)] {
        var paths: [String: String] = [:]
        for (number, entry) in document.venues.enumerated() {
            let places =
                [("venues[\(number)].venue.picture", entry.venue.picture)]
                + entry.works.enumerated().map { ("venues[\(number)].works[\($0.offset)].picture", $0.element.picture) }
            for (path, picture) in places {
                if let name = picture?.id, paths[name] == nil { paths[name] = path }
            }
        }
        return paths.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    static func missing(_ name: String, at path: String) -> ErrorBody {
        ErrorBody(
            .invalidBody, "\(path): there is no file '\(name.prefix(80))', or it is damaged or too large", field: path)
    }
}

extension VenueFields {
    /// Returns the fields with the ids of pictures on this server.
    fileprivate func with(_ pictures: [String: PictureID]) -> VenueFields {
        var fields = self
        fields.picture = picture?.named(pictures)
        return fields
    }
}

extension WorkFields {
    fileprivate func with(_ pictures: [String: PictureID]) -> WorkFields {
        var fields = self
        fields.picture = picture?.named(pictures)
        return fields
    }
}

extension PictureChoice {
    fileprivate func named(_ pictures: [String: PictureID]) -> PictureChoice {
        PictureChoice(id: pictures[id]?.text ?? "", text: text)
    }
}
