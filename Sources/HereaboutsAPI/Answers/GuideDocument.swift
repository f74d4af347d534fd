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

    public init(venues: Int, works: Int, tours: Int, pictures: Int) {
        self.venues = venues
        self.works = works
        self.tours = tours
        self.pictures = pictures
    }
}
