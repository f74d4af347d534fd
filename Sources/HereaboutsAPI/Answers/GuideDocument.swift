/// A whole guide as a file: `guide.json` of the archive, beside which its pictures lie.
public struct GuideDocument: Codable, Equatable, Sendable {
    /// What the file is, and the version of its form.
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
        /// What tours call it; any text, different for each.
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

/// What an import added.
public struct GuideImportReport: Codable, Equatable, Sendable {
    public let venues: Int
    public let works: Int
    public let tours: Int
    public let pictures: Int
    /// `true` when all of it is in the guide: nothing was added.
    public let repeated: Bool?
    /// How many venues of a table or of GeoJSON were not added; `nil` when all were.
    public let refusedCount: Int?
    /// The first of those, in the file's order.
    public let refused: [Refused]?

    enum CodingKeys: String, CodingKey {
        case venues, works, tours, pictures, repeated, refused
        case refusedCount = "refused_count"
    }

    /// A venue of a file that was not taken.
    public struct Refused: Codable, Equatable, Sendable {
        /// Such as `row 3, column lat`.
        public let place: String
        /// The end of a sentence that begins with the place.
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
        "repeated": "True when all of it is in the guide: nothing was added.",
        "refused_count": "How many venues of a table or of GeoJSON were not added.",
        "refused": "The first \(RefusalLimit.mostNamed) of those, by row or feature, and why.",
    ]
}

/// What was done to take a picture out of the guide.
public struct PictureRemoval: Codable, Equatable, Sendable {
    /// Entries that showed it until now.
    public let entries: Int
    /// Versions of the history that it was taken out of.
    public let versions: Int

    public init(entries: Int, versions: Int) {
        self.entries = entries
        self.versions = versions
    }
}

extension PictureRemoval: Annotated {
    package static let notes = [
        "entries": "How many entries showed it until now.",
        "versions": "How many versions of the history it was taken out of.",
    ]
}
