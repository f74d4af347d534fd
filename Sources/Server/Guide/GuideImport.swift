import Community
import FoundationEssentials
import HereaboutsAPI

/// A guide from a file, before it is imported. It is read and checked, but nothing is stored yet.
///
/// It holds venues with their works, which are artworks, and tours. Messages name the faulty member by its JSON path,
/// such as `venues[2].works[0].title`.
struct GuideImport: Sendable {
    let document: GuideDocument
    /// Each picture once, ordered by its file's name, with the JSON path of its first mention.
    let pictures: [(name: String, path: String)]
    /// An id for each picture's name that stands in the entries until the picture is added and has its own id.
    let placeholders: [String: PictureID]
    /// The ids of its entries. The index of an entry counts venues, each followed by its works, and then tours.
    let ids: ImportedIDs
    /// The indices of venues and tours. They show whether an earlier import of this guide is deleted: a work goes with
    /// its venue.
    let outermost: [Int]

    /// Reads a document; `picture` returns a picture's bytes by its file's name, or `nil` if there is none.
    ///
    /// Throws `ErrorBody`, which names the fault and its JSON path. It takes long, so call it on a worker thread.
    init(json: [UInt8], picture: (String) -> [UInt8]?) throws {
        let document = try Self.document(json)
        let pictures = try Self.pictures(of: document)
        let placeholders = Dictionary(
            uniqueKeysWithValues: pictures.enumerated().map { ($0.element.name, Self.placeholder($0.offset)) })
        // Checks the rules and the tours' references before any picture is decompressed. The ids serve only this check:
        // the real ones derive from the pictures, too.
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

    /// Returns the entries in the order of `ids`, with these ids and with the placeholder ids of pictures.
    func entries(_ ids: ImportedIDs) throws(ErrorBody) -> [NewGuideEntry] {
        try Self.entries(of: document, ids, placeholders)
    }

    /// Returns the placeholder id of the picture at `position` in `pictures`.
    private static func placeholder(_ position: Int) -> PictureID {
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: position >> (8 * min($0, 7))) }
        guard let id = PictureID(bytes: bytes) else { preconditionFailure("an id has sixteen bytes") }
        return id
    }

    /// Makes the entries of a document, and checks them. A tour names its venues by their keys in the document, and its
    /// entry names them by id.
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
            // The tour with its venues named by id.
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

    /// Makes a draft and checks the rules; the error names the faulty member, below the JSON path `path`.
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

    /// Decodes `guide.json`, and checks its format and how many entries it has.
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

    /// Returns the names of all pictures in order, each with the JSON path of its first mention.
    private static func pictures(of document: GuideDocument) throws(ErrorBody) -> [(name: String, path: String)] {
        var paths: [String: String] = [:]
        for (number, entry) in document.venues.enumerated() {
            let detail = entry.venue.detail?.pictureChoices ?? []
            let places: [(String, PictureChoice?)] =
                [("venues[\(number)].venue.picture", entry.venue.picture)]
                + detail.map { ("venues[\(number)].venue.detail.\($0.path)", $0.picture) }
                + entry.works.enumerated().map { ("venues[\(number)].works[\($0.offset)].picture", $0.element.picture) }
            for (path, picture) in places {
                if let name = picture?.id, paths[name] == nil { paths[name] = path }
            }
        }
        return paths.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The error for a picture without a readable file; `path` is the JSON path of its mention.
    static func missing(_ name: String, at path: String) -> ErrorBody {
        ErrorBody(
            .invalidBody, "\(path): there is no file '\(name.prefix(80))', or it is damaged or too large", field: path)
    }
}

extension VenueFields {
    /// Returns the fields with the ids in `pictures` in place of the names of the pictures' files.
    fileprivate func with(_ pictures: [String: PictureID]) -> VenueFields {
        var fields = self
        fields.picture = picture?.named(pictures)
        fields.detail = detail?.mapPictures { $0.named(pictures) }
        return fields
    }
}

extension WorkFields {
    /// The same for an artwork.
    fileprivate func with(_ pictures: [String: PictureID]) -> WorkFields {
        var fields = self
        fields.picture = picture?.named(pictures)
        return fields
    }
}

extension PictureChoice {
    /// Returns the choice with the picture's id in `pictures` in place of its file's name.
    fileprivate func named(_ pictures: [String: PictureID]) -> PictureChoice {
        PictureChoice(id: pictures[id]?.text ?? "", text: text)
    }
}
