/// Asks for a venue and its works.
public struct VenueRequest: PlainObjectRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        "/api/v1/guide/venues/{id}", "venue", "A venue and what it shows.", answer: .json(VenueAnswer.self),
        access: .readers, failures: [.notFound])
}

/// A venue with its works.
public struct VenueAnswer: Codable, Equatable, Sendable {
    public let venue: Venue
    public let works: [Work]
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

/// A place of the guide.
public struct Venue: Codable, Equatable, Sendable {
    public let id: String
    public let revision: Int
    public let name: String
    public let address: String?
    public let location: GuideLocation?
    public let description: String?
    public let hours: String?
    public let link: String?
    public let picture: Picture?
    public let detail: VenueDetail?
    public let state: GuideState
    public let publishAt: String?
    public let works: Int

    public init(
        id: String, revision: Int, name: String, address: String?, location: GuideLocation?, description: String?,
        hours: String?, link: String?, picture: Picture?, detail: VenueDetail? = nil, state: GuideState,
        publishAt: String?, works: Int
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
        self.detail = detail
        self.state = state
        self.publishAt = publishAt
        self.works = works
    }

    enum CodingKeys: String, CodingKey {
        case id, revision, name, address, location, description, hours, link, picture, detail, state, works
        case publishAt = "publish_at"
    }
}

extension Venue: Annotated {
    package static let notes = [
        "revision": "Counts the changes. A change names the revision that it is based on.",
        "location": "A venue without one is in the list, but not on the map.",
        "hours": "In the form of OpenStreetMap's `opening_hours`.",
        "detail": "Its building; missing when curators have said nothing about it.",
        "publish_at": "Until then only curators see it: ISO 8601, UTC.",
        "works": "How many of its works you may see.",
    ]
}

/// Adds a venue, last in the order.
public struct AddVenueRequest: BodyRequest, FieldlessRequest {
    package static var maximumLength: Int { guideLength }
    public var body: VenueFields

    public init(_ fields: VenueFields) { body = fields }

    package static let endpoint = Endpoint(
        .post, "/api/v1/guide/venues", "add_venue", "Adds a venue, last in the order.", answer: .created(Venue.self),
        access: .curators, failures: [.invalidBody, .notFound, .quotaReached])
    package static let blank = AddVenueRequest(VenueFields(name: ""))
}

/// A venue as curators send it.
public struct VenueFields: Codable, Equatable, Sendable {
    public var name: String
    public var address: String?
    public var location: GuideLocation?
    public var description: String?
    public var hours: String?
    public var link: String?
    public var picture: PictureChoice?
    public var detail: VenueDetailFields?
    public var state: GuideState
    public var publishAt: String?

    public init(
        name: String, address: String? = nil, location: GuideLocation? = nil, description: String? = nil,
        hours: String? = nil, link: String? = nil, picture: PictureChoice? = nil, detail: VenueDetailFields? = nil,
        state: GuideState = .draft, publishAt: String? = nil
    ) {
        self.name = name
        self.address = address
        self.location = location
        self.description = description
        self.hours = hours
        self.link = link
        self.picture = picture
        self.detail = detail
        self.state = state
        self.publishAt = publishAt
    }

    enum CodingKeys: String, CodingKey {
        case name, address, location, description, hours, link, picture, detail, state
        case publishAt = "publish_at"
    }
}

extension VenueFields: Annotated {
    package static let notes = [
        "name": "1 to 200 characters.",
        "hours": "In the form of OpenStreetMap's `opening_hours`.",
        "link": "Begins with http:// or https://.",
        "picture": "One that the same curator added, or that the guide has.",
        "detail": "Its building: further pictures, floor plans, entrances, accessibility.",
        "publish_at": "Until then only curators see it: ISO 8601, UTC.",
    ]
}

/// Changes a venue.
public struct ChangeVenueRequest: BodyRequest, EntryRequest {
    package static var maximumLength: Int { guideLength }
    public var id: String
    public var body: Revised<VenueFields>

    public init(id: String, revision: Int, _ fields: VenueFields) {
        self.id = id
        body = Revised(revision: revision, fields: fields)
    }

    package static let endpoint = Endpoint(
        .put, "/api/v1/guide/venues/{id}", "change_venue", "Changes a venue that is at the given revision.",
        answer: .json(Venue.self), access: .curators, failures: [.invalidBody, .notFound, .changedMeanwhile])
    package static let blank = ChangeVenueRequest(id: .blankID, revision: 1, VenueFields(name: ""))
}

/// Deletes a venue; it can be undone.
public struct DeleteVenueRequest: PlainObjectRequest, EntryRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/guide/venues/{id}", "delete_venue", "Deletes a venue with its works; it can be undone.",
        answer: .nothing, access: .curators, failures: [.inTours, .notFound, .changedMeanwhile])
}
