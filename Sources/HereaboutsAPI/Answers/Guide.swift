/// The guide as the reader may see it, in the curators' order.
public struct GuideAnswer: Codable, Equatable, Sendable {
    public let venues: [Venue]
    public let tours: [Tour]
    /// All changes of the guide up to this one are in it; `ready` of the live stream tells the newest.
    public let changed: String

    public init(venues: [Venue], tours: [Tour], changed: String) {
        self.venues = venues
        self.tours = tours
        self.changed = changed
    }
}

extension GuideAnswer: Annotated {
    package static let notes = ["changed": GuideNote.changed]
}

enum GuideNote {
    static let changed =
        "All changes of the guide up to this one are in it; `ready` of the live stream tells the newest."
}

/// Whether an entry of the guide is shown.
public enum GuideState: String, Codable, Sendable, CaseIterable {
    case draft, published
}

extension GuideState: WireWords {}

/// A point of the map.
public struct GuideLocation: Codable, Equatable, Sendable {
    public var lat: Double
    public var lon: Double

    public init(lat: Double, lon: Double) {
        self.lat = lat
        self.lon = lon
    }
}

extension GuideLocation: Annotated {
    package static let notes = [
        "lat": "Latitude in degrees, WGS 84.", "lon": "Longitude in degrees, WGS 84.",
    ]
}

/// A place of the guide.
public struct Venue: Codable, Equatable, Sendable {
    public let id: String
    /// Counts the changes; told again when one changes it.
    public let revision: Int
    public let name: String
    public let address: String?
    /// Without one it is listed, not mapped.
    public let location: GuideLocation?
    public let description: String?
    /// As OpenStreetMap writes them.
    public let hours: String?
    public let link: String?
    public let picture: Picture?
    public let state: GuideState
    /// Before this time, ISO 8601 in UTC, only curators see it.
    public let publishAt: String?
    /// The number of works that the reader may see.
    public let works: Int

    public init(
        id: String, revision: Int, name: String, address: String?, location: GuideLocation?, description: String?,
        hours: String?, link: String?, picture: Picture?, state: GuideState, publishAt: String?, works: Int
    ) {
        self.id = id
        self.revision = revision
        self.name = name
        self.address = address
        self.location = location
        self.description = description
        self.hours = hours
        self.link = link
        self.picture = picture
        self.state = state
        self.publishAt = publishAt
        self.works = works
    }

    enum CodingKeys: String, CodingKey {
        case id, revision, name, address, location, description, hours, link, picture, state, works
        case publishAt = "publish_at"
    }
}

extension Venue: Annotated {
    package static let notes = [
        "revision": "Counts the changes; told again when one changes it.",
        "location": "Without one it is listed, not mapped.", "hours": "As OpenStreetMap writes opening_hours.",
        "publish_at": "Before this time, ISO 8601 in UTC, only curators see it.",
        "works": "The number of works that the reader may see.",
    ]
}

/// Something that a venue shows.
public struct Work: Codable, Equatable, Sendable {
    public let id: String
    /// Where it is shown.
    public let venue: String
    public let revision: Int
    public let title: String
    public let artist: String?
    public let description: String?
    public let medium: String?
    /// In `unit`s.
    public let width: Double?
    public let height: Double?
    public let unit: LengthUnitName
    public let year: Int?
    public let picture: Picture?
    public let state: GuideState
    public let publishAt: String?
    public let votes: Int
    /// Whether who asks has voted for it; left out when not.
    public let myVote: Bool?

    public init(
        id: String, venue: String, revision: Int, title: String, artist: String?, description: String?,
        medium: String?, width: Double?, height: Double?, unit: LengthUnitName, year: Int?, picture: Picture?,
        state: GuideState, publishAt: String?, votes: Int, myVote: Bool?
    ) {
        self.id = id
        self.venue = venue
        self.revision = revision
        self.title = title
        self.artist = artist
        self.description = description
        self.medium = medium
        self.width = width
        self.height = height
        self.unit = unit
        self.year = year
        self.picture = picture
        self.state = state
        self.publishAt = publishAt
        self.votes = votes
        self.myVote = myVote
    }

    enum CodingKeys: String, CodingKey {
        case id, venue, revision, title, artist, description, medium, width, height, unit, year, picture, state, votes
        case publishAt = "publish_at"
        case myVote = "my_vote"
    }
}

extension Work: Annotated {
    package static let notes = [
        "width": "In units of `unit`.", "height": "In units of `unit`.",
        "year": "Of the common era; negative before it.",
        "my_vote": "Whether who asks has voted for it; left out when not.",
    ]
}

/// What works are measured in.
public enum LengthUnitName: String, Codable, Sendable, CaseIterable {
    case centimetres = "cm"
    case inches = "in"
}

extension LengthUnitName: WireWords {}

/// Venues in the order in which they are walked.
public struct Tour: Codable, Equatable, Sendable {
    public let id: String
    public let revision: Int
    public let name: String
    public let description: String?
    public let venues: [String]
    public let state: GuideState
    public let publishAt: String?

    public init(
        id: String, revision: Int, name: String, description: String?, venues: [String], state: GuideState,
        publishAt: String?
    ) {
        self.id = id
        self.revision = revision
        self.name = name
        self.description = description
        self.venues = venues
        self.state = state
        self.publishAt = publishAt
    }

    enum CodingKeys: String, CodingKey {
        case id, revision, name, description, venues, state
        case publishAt = "publish_at"
    }
}

extension Tour: Annotated {
    package static let notes = ["venues": "The ids of the venues that the reader may see."]
}

/// A venue with what it shows.
public struct VenueAnswer: Codable, Equatable, Sendable {
    public let venue: Venue
    public let works: [Work]
    /// All changes of the guide up to this one are in it; `ready` of the live stream tells the newest.
    public let changed: String

    public init(venue: Venue, works: [Work], changed: String) {
        self.venue = venue
        self.works = works
        self.changed = changed
    }
}

extension VenueAnswer: Annotated {
    package static let notes = ["changed": GuideNote.changed]
}

/// The votes for a work.
public struct Votes: Codable, Equatable, Sendable {
    public let votes: Int
    public let myVote: Bool?

    public init(votes: Int, myVote: Bool?) {
        self.votes = votes
        self.myVote = myVote
    }

    enum CodingKeys: String, CodingKey {
        case votes
        case myVote = "my_vote"
    }
}

/// What curators changed, newest first.
public struct GuideHistory: Codable, Equatable, Sendable {
    public let changes: [Change]
    /// Asks for the page behind this one, as `before`.
    public let next: String?

    public init(changes: [Change], next: String?) {
        self.changes = changes
        self.next = next
    }

    public struct Change: Codable, Equatable, Sendable {
        public let id: String
        public let kind: Kind
        /// The venue, work or tour.
        public let entity: String
        public let name: String
        public let action: Action
        public let revision: Int
        /// The picture that it showed from then on.
        public let picture: String?
        /// Empty when their account has gone.
        public let editor: String
        public let time: String

        public init(
            id: String, kind: Kind, entity: String, name: String, action: Action, revision: Int,
            picture: String? = nil, editor: String, time: String
        ) {
            self.id = id
            self.kind = kind
            self.entity = entity
            self.name = name
            self.action = action
            self.revision = revision
            self.picture = picture
            self.editor = editor
            self.time = time
        }
    }

    public enum Kind: String, Codable, Sendable, CaseIterable {
        case venue, work, tour
    }

    public enum Action: String, Codable, Sendable, CaseIterable {
        case added, changed, deleted
    }
}

extension GuideHistory.Kind: WireWords {}
extension GuideHistory.Action: WireWords {}

extension GuideHistory.Change: Annotated {
    package static let notes = [
        "entity": "The venue, work or tour.", "picture": "The picture that it showed from then on.",
        "editor": "Empty when their account has gone.",
        "time": "ISO 8601 in UTC.",
    ]
}
