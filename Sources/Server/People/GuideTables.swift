package import Community
import GeoCore
package import HereaboutsAPI

/// Takes venues from the tables and GeoJSON that guides go out as, or that somebody made alike.
package struct GuideTables: Sendable {
    /// Something that cannot be taken, and where it stands.
    struct Fault: Equatable {
        /// Such as `row 3, column lat`.
        let place: String
        /// The end of a sentence that begins with the place.
        let reason: String
    }

    private let guide: Guide

    package init(guide: Guide) { self.guide = guide }

    /// The most bytes of a file, and the most venues that come in at once.
    static let length = 16 << 20
    static let venues = 10_000
    /// The most faults that are told at once.
    fileprivate static let toldFaults = 5

    /// Whether a file is for `GuideTransfer`: a zip archive by its first bytes (APPNOTE.TXT 4.3.6, 4.3.16).
    package static func isArchive(_ file: [UInt8]) -> Bool {
        file.starts(with: Array("PK\u{3}\u{4}".utf8)) || file.starts(with: Array("PK\u{5}\u{6}".utf8))
    }

    /// Adds the venues of a table or of GeoJSON, behind those that are there, all of them or none; one that says the same as a venue
    /// that is there is not added again. Throws `ErrorBody` naming rows and columns, or features and members.
    package func add(_ file: [UInt8], by editor: GuideEditor) async throws -> GuideImportReport {
        let (drafts, faults) = try Self.read(file)
        guard faults.isEmpty else { throw ErrorBody(faults) }
        do {
            var known = Set(try await guide.entries().filter { $0.content.kind == .venue }.map { Key($0.draft) })
            let new = drafts.filter { known.insert(Key($0)).inserted }
            let entries = new.map { NewGuideEntry(id: guide.newID(), venue: nil, draft: $0) }
            if !entries.isEmpty { _ = try await guide.add(entries, by: editor) }
            return GuideImportReport(venues: entries.count, works: 0, tours: 0, pictures: 0)
        } catch let fault as CommunityFault {
            throw ErrorBody(fault)
        }
    }

    private static func read(_ file: [UInt8]) throws(ErrorBody) -> ([GuideDraft], [Fault]) {
        guard file.count <= length else {
            throw ErrorBody(.bodyTooLarge, "a table has at most \(length >> 20) MiB; split it")
        }
        guard let text = String(validating: file, as: UTF8.self) else {
            throw ErrorBody(
                .invalidBody, "this is neither a zip file nor text in UTF-8; save the table as “CSV UTF-8”")
        }
        let isJSON = text.first { !$0.isWhitespace && $0 != "\u{FEFF}" } == "{"
        let (drafts, faults): ([GuideDraft], [Fault])
        if isJSON {
            let features = VenueFeatures(file)
            (drafts, faults) = (features.drafts, features.faults)
        } else {
            let table = VenueTable(text)
            (drafts, faults) = (table.drafts, table.faults)
        }
        guard drafts.count + faults.count <= venues else {
            throw ErrorBody(.invalidBody, "a file has at most \(venues) venues; split it")
        }
        guard !drafts.isEmpty || !faults.isEmpty else { throw ErrorBody(.invalidBody, "the file holds no venues") }
        return (drafts, faults)
    }

    /// What makes a venue the same as another: everything that a table can say of it.
    private struct Key: Hashable {
        let texts: [String?]
        let point: [Int32]
        let isPublished: Bool
        let embargo: Int64?

        init(_ draft: GuideDraft) {
            isPublished = draft.isPublished
            embargo = draft.embargo
            guard case .venue(let venue) = draft.content else {
                (texts, point) = ([], [])
                return
            }
            texts = [venue.name, venue.address, venue.description, venue.hours, venue.link]
            point = venue.point.map { [$0.latitudeE7, $0.longitudeE7] } ?? []
        }
    }
}

extension ErrorBody {
    /// Tells what is wrong with a table: the first faults, and how many more there are.
    fileprivate init(_ faults: [GuideTables.Fault]) {
        let told = faults.prefix(GuideTables.toldFaults).map { "\($0.place) \($0.reason)" }.joined(separator: "; ")
        let rest = faults.count - GuideTables.toldFaults
        let more = rest > 0 ? "; and \(rest) more" : ""
        self.init(.invalidBody, "\(told)\(more); nothing was added", field: faults.first?.place)
    }
}
