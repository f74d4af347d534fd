/// Asks for the whole guide as a file.
public struct ExportGuideRequest: APIRequest {
    public var form: GuideFileForm

    public init(_ form: GuideFileForm) { self.form = form }

    package static let endpoint = Endpoint(
        "/api/v1/guide/export/{form}", "export_guide",
        "The guide as a file: all of it with pictures as zip, or its venues as CSV or GeoJSON.",
        answer: .bytes(["application/zip", "text/csv", "application/geo+json"]), access: .curators)
    package static let blank = ExportGuideRequest(.zip)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.word("form", "What kind of file."), &form)
    }
}

/// The files that a guide can be had as.
public enum GuideFileForm: String, Codable, Sendable, CaseIterable {
    case zip, csv, geojson
}

extension GuideFileForm: WireWords {}

/// Adds the venues, works, tours and pictures of a zip file, all of them or none, or the good venues of CSV or GeoJSON.
public struct ImportGuideRequest: UploadRequest, FieldlessRequest {
    public var content: [UInt8]

    public init(_ content: [UInt8]) { self.content = content }

    package static let mediaTypes = ["application/zip", "text/csv", "application/geo+json", "application/octet-stream"]
    package static let maximumLength = 64 << 20
    package static let endpoint = Endpoint(
        .post, "/api/v1/guide/import", "import_guide",
        """
        Adds the content of an exported zip, CSV or GeoJSON file of at most 64 MiB. Of CSV or GeoJSON the server \
        adds the good venues and refuses the others by row or feature.
        """,
        answer: .created(GuideImportReport.self), access: .curators,
        failures: [.invalidBody, .invalidPicture, .pictureBudget, .quotaReached])
    package static let blank = ImportGuideRequest([])
}

/// The outcome of an import.
public struct GuideImportReport: Codable, Equatable, Sendable {
    public let venues: Int
    public let works: Int
    public let tours: Int
    public let pictures: Int
    public let repeated: Bool?
    public let refusedCount: Int?
    public let refused: [Refused]?

    enum CodingKeys: String, CodingKey {
        case venues, works, tours, pictures, repeated, refused
        case refusedCount = "refused_count"
    }

    /// A venue that the server refused.
    public struct Refused: Codable, Equatable, Sendable {
        public let place: String
        public let reason: String

        public init(place: String, reason: String) {
            self.place = place
            self.reason = reason
        }
    }

    public init(
        venues: Int, works: Int, tours: Int, pictures: Int, repeated: Bool? = nil, refusedCount: Int? = nil,
        refused: [Refused]? = nil
    ) {
        self.refusedCount = refusedCount ?? refused?.count
        self.refused = refused
        self.venues = venues
        self.works = works
        self.tours = tours
        self.pictures = pictures
        self.repeated = repeated
    }

    package static let repeated = GuideImportReport(venues: 0, works: 0, tours: 0, pictures: 0, repeated: true)
}

extension GuideImportReport: Annotated {
    package static let notes = [
        "repeated": "True when the guide has all of it already, so that the server added nothing.",
        "refused_count":
            "How many venues of a table or of GeoJSON the server refused; missing when it refused none.",
        "refused": "The first \(RefusalLimit.mostNamed) of those, by row or feature, with the reason.",
    ]
}

extension GuideImportReport.Refused: Annotated {
    package static let notes = [
        "place": "Where in the file, such as `row 3, column lat`.",
        "reason": "The end of a sentence that begins with the place.",
    ]
}

/// A whole guide as a file: `guide.json` of the archive, beside which its pictures lie.
public struct GuideDocument: Codable, Equatable, Sendable {
    /// The format of the file, and its version.
    public var format: String
    public var version: Int
    /// In the curators' order.
    public var venues: [Entry]
    /// Their venues are named by key.
    public var tours: [TourFields]

    public static let format = "hereabouts-guide"
    public static let version = 1

    public init(venues: [Entry], tours: [TourFields]) {
        format = Self.format
        version = Self.version
        self.venues = venues
        self.tours = tours
    }

    /// A venue with its works. Pictures are named by their file in the archive, such as `pictures/a.webp`.
    public struct Entry: Codable, Equatable, Sendable {
        /// The name by which tours refer to it: any text, different for each venue.
        public var key: String
        public var venue: VenueFields
        public var works: [WorkFields]

        public init(key: String, venue: VenueFields, works: [WorkFields]) {
            self.key = key
            self.venue = venue
            self.works = works
        }
    }
}
