import Community
import GeoCore
import HereaboutsAPI

/// Reads venues from a table or GeoJSON, in the form of the guide's export.
struct GuideTables: Sendable {
    /// A row or feature that the import refuses.
    struct Fault: Equatable {
        /// Such as `row 3, column lat`.
        let place: String
        /// The end of a sentence that begins with `place`.
        let reason: String
    }

    /// The venues, each once; never empty.
    let drafts: [GuideDraft]
    /// The refused rows or features, in the file's order.
    let faults: [Fault]

    /// The most bytes of a file, and the most venues in one import; an archive may have as many works and as many
    /// tours, too.
    static let length = 16 << 20
    static let venues = 10_000
    /// The most faults that one error names.
    fileprivate static let namedFaults = 5

    /// Reads a file. Throws `ErrorBody` naming rows and columns, or features and members, when no venue is valid. It
    /// takes long, so call it on a worker.
    init(_ file: [UInt8]) throws(ErrorBody) {
        let (drafts, faults) = try Self.read(file)
        guard !drafts.isEmpty else { throw ErrorBody(faults) }
        self.faults = faults
        var seen: Set<GuideDraft> = []
        self.drafts = drafts.filter { seen.insert($0).inserted }
    }

    private static func read(_ file: [UInt8]) throws(ErrorBody) -> ([GuideDraft], [Fault]) {
        guard file.count <= length else {
            throw ErrorBody(.bodyTooLarge, "a table has at most \(length >> 20) MiB; split it")
        }
        let file = TextBytes.utf8(file)
        guard let text = String(validating: file, as: UTF8.self) else {
            throw ErrorBody(
                .invalidBody, "this is neither a zip file nor text in UTF-8 or UTF-16; save the table as “CSV UTF-8”")
        }
        guard !CombiningMarks.areTooMany(in: file) else { throw .tooManyMarks }
        let isJSON = text.first { !$0.isWhitespace } == "{"
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
}

extension ErrorBody {
    /// Names the first faults of a table, and counts the rest.
    fileprivate init(_ faults: [GuideTables.Fault]) {
        let named = faults.prefix(GuideTables.namedFaults).map { "\($0.place) \($0.reason)" }.joined(separator: "; ")
        let rest = faults.count - GuideTables.namedFaults
        let more = rest > 0 ? "; and \(rest) more" : ""
        self.init(.invalidBody, "\(named)\(more); nothing was added", field: faults.first?.place)
    }
}
