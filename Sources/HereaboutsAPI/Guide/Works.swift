/// A work that a venue shows.
public struct Work: Codable, Equatable, Sendable {
    public let id: String
    public let venue: String
    public let revision: Int
    public let title: String
    public let artist: String?
    public let description: String?
    public let medium: String?
    public let width: Double?
    public let height: Double?
    public let unit: LengthUnitName
    public let year: Int?
    public let picture: Picture?
    public let state: GuideState
    public let publishAt: String?
    public let votes: Int
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
        "width": "In units of `unit`.",
        "height": "In units of `unit`.",
        "year": "Of the common era; negative before it.",
        "my_vote": "True when you have voted for it; else missing.",
        "venue": "The id of the venue that shows it.",
    ]
}

/// Adds a work to a venue, last in the order.
public struct AddWorkRequest: BodyRequest {
    package static var maximumLength: Int { guideLength }
    public var venue: String
    public var body: WorkFields

    public init(to venue: String, _ fields: WorkFields) {
        self.venue = venue
        body = fields
    }

    package static let endpoint = Endpoint(
        .post, "/api/v1/guide/venues/{id}/works", "add_work", "Adds a work to a venue, last in the order.",
        answer: .created(Work.self), access: .curators, failures: [.invalidBody, .notFound, .quotaReached])
    package static let blank = AddWorkRequest(to: .blankID, WorkFields(title: ""))

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.id, &venue)
    }
}

/// A work as curators send it.
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
        "title": "1 to 200 characters.",
        "unit": "`cm` when this is missing.",
        "year": "Of the common era; negative before it.",
        "publish_at": "Until then only curators see it: ISO 8601, UTC.",
    ]
}

/// The unit of a work's size.
public enum LengthUnitName: String, Codable, Sendable, CaseIterable {
    case centimetres = "cm"
    case inches = "in"
}

extension LengthUnitName: WireWords {}

/// Changes a work.
public struct ChangeWorkRequest: BodyRequest, EntryRequest {
    package static var maximumLength: Int { guideLength }
    public var id: String
    public var body: Revised<WorkFields>

    public init(id: String, revision: Int, _ fields: WorkFields) {
        self.id = id
        body = Revised(revision: revision, fields: fields)
    }

    package static let endpoint = Endpoint(
        .put, "/api/v1/guide/works/{id}", "change_work", "Changes a work that is at the given revision.",
        answer: .json(Work.self), access: .curators, failures: [.invalidBody, .notFound, .changedMeanwhile])
    package static let blank = ChangeWorkRequest(id: .blankID, revision: 1, WorkFields(title: ""))
}

/// Deletes a work; it can be undone.
public struct DeleteWorkRequest: PlainObjectRequest, EntryRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/guide/works/{id}", "delete_work", "Deletes a work; it can be undone.",
        answer: .nothing, access: .curators, failures: [.notFound, .changedMeanwhile])
}

/// Votes for a work, once.
public struct VoteRequest: KeyedObjectRequest {
    public var id: String
    public var key: String?

    public init(id: String, key: String? = nil) {
        self.id = id
        self.key = key
    }

    package static let endpoint = Endpoint(
        .put, "/api/v1/guide/works/{id}/vote", "vote", "Votes for a work, once.", answer: .json(Votes.self),
        access: .users, failures: [.notFound, .keyUsed])
}

/// Takes a vote back.
public struct TakeBackVoteRequest: KeyedObjectRequest {
    public var id: String
    public var key: String?

    public init(id: String, key: String? = nil) {
        self.id = id
        self.key = key
    }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/guide/works/{id}/vote", "take_back_vote", "Takes a vote back.", answer: .json(Votes.self),
        access: .users, failures: [.notFound, .keyUsed])
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
