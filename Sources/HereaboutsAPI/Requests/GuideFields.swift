/// What curators say of a venue.
public struct VenueFields: Codable, Equatable, Sendable {
    public var name: String
    public var address: String?
    public var location: GuideLocation?
    public var description: String?
    public var hours: String?
    public var link: String?
    public var picture: PictureChoice?
    public var state: GuideState
    public var publishAt: String?

    public init(
        name: String, address: String? = nil, location: GuideLocation? = nil, description: String? = nil,
        hours: String? = nil, link: String? = nil, picture: PictureChoice? = nil,
        state: GuideState = .draft, publishAt: String? = nil
    ) {
        self.name = name
        self.address = address
        self.location = location
        self.description = description
        self.hours = hours
        self.link = link
        self.picture = picture
        self.state = state
        self.publishAt = publishAt
    }

    enum CodingKeys: String, CodingKey {
        case name, address, location, description, hours, link, picture, state
        case publishAt = "publish_at"
    }
}

extension VenueFields: Annotated {
    package static let notes = [
        "name": "1 to 200 characters.", "hours": "As OpenStreetMap writes opening_hours.",
        "link": "Begins with http:// or https://.",
        "picture": "One that the same curator added, or that the guide has.",
        "publish_at": "Before this time, ISO 8601 in UTC, only curators see it.",
    ]
}

/// What curators say of a work.
public struct WorkFields: Codable, Equatable, Sendable {
    public var title: String
    public var artist: String?
    public var description: String?
    public var medium: String?
    public var width: Double?
    public var height: Double?
    public var unit: LengthUnitName?
    public var year: Int?
    public var picture: PictureChoice?
    public var state: GuideState
    public var publishAt: String?

    public init(
        title: String, artist: String? = nil, description: String? = nil, medium: String? = nil, width: Double? = nil,
        height: Double? = nil, unit: LengthUnitName? = nil, year: Int? = nil, picture: PictureChoice? = nil,
        state: GuideState = .draft, publishAt: String? = nil
    ) {
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
    }

    enum CodingKeys: String, CodingKey {
        case title, artist, description, medium, width, height, unit, year, picture, state
        case publishAt = "publish_at"
    }
}

extension WorkFields: Annotated {
    package static let notes = [
        "title": "1 to 200 characters.", "unit": "cm unless told.", "year": "Of the common era; negative before it.",
        "publish_at": "Before this time, ISO 8601 in UTC, only curators see it.",
    ]
}

/// What curators say of a tour.
public struct TourFields: Codable, Equatable, Sendable {
    public var name: String
    public var description: String?
    public var venues: [String]
    public var state: GuideState
    public var publishAt: String?

    public init(
        name: String, description: String? = nil, venues: [String], state: GuideState = .draft,
        publishAt: String? = nil
    ) {
        self.name = name
        self.description = description
        self.venues = venues
        self.state = state
        self.publishAt = publishAt
    }

    enum CodingKeys: String, CodingKey {
        case name, description, venues, state
        case publishAt = "publish_at"
    }
}

extension TourFields: Annotated {
    package static let notes = [
        "venues": "The ids of 1 to 200 different venues, in the order in which they are walked.",
        "publish_at": "Before this time, ISO 8601 in UTC, only curators see it.",
    ]
}

/// A change of an entry, made of what it was at `revision`.
public struct Revised<Fields: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    public var revision: Int
    public var fields: Fields

    public init(revision: Int, fields: Fields) {
        self.revision = revision
        self.fields = fields
    }
}
