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
    package static let notes = ["venues": "The ids of the venues that you may see."]
}

/// Adds a tour, last in the order.
public struct AddTourRequest: BodyRequest, FieldlessRequest {
    package static var maximumLength: Int { guideLength }
    public var body: TourFields

    public init(_ fields: TourFields) { body = fields }

    package static let endpoint = Endpoint(
        .post, "/api/v1/guide/tours", "add_tour", "Adds a tour, last in the order.", answer: .created(Tour.self),
        access: .curators, failures: [.invalidBody, .notFound, .quotaReached])
    package static let blank = AddTourRequest(TourFields(name: "", venues: []))
}

/// A tour as curators send it.
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
        "venues": "The ids of 1 to 200 different venues, in the order of the walk.",
        "publish_at": "Until then only curators see it: ISO 8601, UTC.",
    ]
}

/// Changes a tour.
public struct ChangeTourRequest: BodyRequest, EntryRequest {
    package static var maximumLength: Int { guideLength }
    public var id: String
    public var body: Revised<TourFields>

    public init(id: String, revision: Int, _ fields: TourFields) {
        self.id = id
        body = Revised(revision: revision, fields: fields)
    }

    package static let endpoint = Endpoint(
        .put, "/api/v1/guide/tours/{id}", "change_tour", "Changes a tour that is at the given revision.",
        answer: .json(Tour.self), access: .curators, failures: [.invalidBody, .notFound, .changedMeanwhile])
    package static let blank = ChangeTourRequest(id: .blankID, revision: 1, TourFields(name: "", venues: []))
}

/// Deletes a tour; it can be undone.
public struct DeleteTourRequest: PlainObjectRequest, EntryRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/guide/tours/{id}", "delete_tour", "Deletes a tour; it can be undone.",
        answer: .nothing, access: .curators, failures: [.notFound, .changedMeanwhile])
}
