extension BodyRequest {
    /// Of a body of the guide: long descriptions, and the ids of all its entries.
    fileprivate static var guideLength: Int { 1 << 20 }
}

/// A request about one entry of the guide.
package protocol EntryRequest: APIRequest {
    var id: String { get }
}

/// Asks for the guide.
public struct GuideRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/guide", "guide", "Venues and tours in the curators' order; curators see drafts too.",
        answer: .json(GuideAnswer.self), access: .lookers)
    package static let blank = GuideRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Asks for a venue and what it shows.
public struct VenueRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        "/api/v1/guide/venues/{id}", "venue", "A venue and what it shows.", answer: .json(VenueAnswer.self),
        access: .lookers, failures: [.notFound])
    package static let blank = VenueRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Adds a venue, last in the order.
public struct AddVenueRequest: BodyRequest {
    package static var maximumLength: Int { guideLength }
    public var body: VenueFields

    public init(_ fields: VenueFields) { body = fields }

    package static let endpoint = Endpoint(
        .post, "/api/v1/guide/venues", "add_venue", "Adds a venue, last in the order.", answer: .created(Venue.self),
        access: .curators, failures: [.invalidBody, .notFound, .quotaReached])
    package static let blank = AddVenueRequest(VenueFields(name: ""))
    package func visit(_ fields: inout some FieldVisitor) {}
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
        .put, "/api/v1/guide/venues/{id}", "change_venue", "Changes a venue that is at the revision told.",
        answer: .json(Venue.self), access: .curators, failures: [.invalidBody, .notFound, .changedMeanwhile])
    package static let blank = ChangeVenueRequest(id: .blankID, revision: 1, VenueFields(name: ""))

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Deletes a venue; it can be undone.
public struct DeleteVenueRequest: EntryRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/guide/venues/{id}", "delete_venue", "Deletes a venue with its works; it can be undone.",
        answer: .nothing, access: .curators, failures: [.inTours, .notFound, .changedMeanwhile])
    package static let blank = DeleteVenueRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
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
        .put, "/api/v1/guide/works/{id}", "change_work", "Changes a work that is at the revision told.",
        answer: .json(Work.self), access: .curators, failures: [.invalidBody, .notFound, .changedMeanwhile])
    package static let blank = ChangeWorkRequest(id: .blankID, revision: 1, WorkFields(title: ""))

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Deletes a work; it can be undone.
public struct DeleteWorkRequest: EntryRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/guide/works/{id}", "delete_work", "Deletes a work; it can be undone.",
        answer: .nothing, access: .curators, failures: [.notFound, .changedMeanwhile])
    package static let blank = DeleteWorkRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Adds a tour, last in the order.
public struct AddTourRequest: BodyRequest {
    package static var maximumLength: Int { guideLength }
    public var body: TourFields

    public init(_ fields: TourFields) { body = fields }

    package static let endpoint = Endpoint(
        .post, "/api/v1/guide/tours", "add_tour", "Adds a tour, last in the order.", answer: .created(Tour.self),
        access: .curators, failures: [.invalidBody, .notFound, .quotaReached])
    package static let blank = AddTourRequest(TourFields(name: "", venues: []))
    package func visit(_ fields: inout some FieldVisitor) {}
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
        .put, "/api/v1/guide/tours/{id}", "change_tour", "Changes a tour that is at the revision told.",
        answer: .json(Tour.self), access: .curators, failures: [.invalidBody, .notFound, .changedMeanwhile])
    package static let blank = ChangeTourRequest(id: .blankID, revision: 1, TourFields(name: "", venues: []))

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Deletes a tour; it can be undone.
public struct DeleteTourRequest: EntryRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/guide/tours/{id}", "delete_tour", "Deletes a tour; it can be undone.",
        answer: .nothing, access: .curators, failures: [.notFound, .changedMeanwhile])
    package static let blank = DeleteTourRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Puts entries of the guide in another order.
public struct OrderRequest: BodyRequest {
    package static var maximumLength: Int { guideLength }
    public var body: Order

    public struct Order: Codable, Equatable, Sendable {
        public var ids: [String]

        public init(ids: [String]) { self.ids = ids }
    }

    public init(ids: [String]) { body = Order(ids: ids) }

    package static let endpoint = Endpoint(
        .put, "/api/v1/guide/order", "order_guide",
        "Puts all venues, all works of one venue, or all tours in the order told.", answer: .nothing,
        access: .curators, failures: [.invalidBody, .changedMeanwhile])
    package static let blank = OrderRequest(ids: [])
    package func visit(_ fields: inout some FieldVisitor) {}
}

extension OrderRequest.Order: Annotated {
    package static let notes = ["ids": "All of them, in their new order."]
}

/// Votes for a work, once.
public struct VoteRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .put, "/api/v1/guide/works/{id}/vote", "vote", "Votes for a work, once.", answer: .json(Votes.self),
        access: .users,
        failures: [.notFound])
    package static let blank = VoteRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Takes a vote back.
public struct TakeBackVoteRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/guide/works/{id}/vote", "take_back_vote", "Takes a vote back.", answer: .json(Votes.self),
        access: .users,
        failures: [.notFound])
    package static let blank = TakeBackVoteRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Asks what curators changed.
public struct GuideHistoryRequest: APIRequest {
    /// Where a page ended: `next` of that page.
    public var before: String?
    public var limit: Int

    public init(before: String? = nil, limit: Int = 50) {
        self.before = before
        self.limit = limit
    }

    package static let endpoint = Endpoint(
        "/api/v1/guide/history", "guide_history", "What curators changed, newest first.",
        answer: .json(GuideHistory.self), access: .curators)
    package static let blank = GuideHistoryRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.text("before", "Where the last page ended: its `next`.", maximumLength: 80), &before)
        try fields.defaulted(.integer("limit", "How many changes at most.", in: 1...200), &limit, standard: 50)
    }
}

/// Makes an entry what it was before a change.
public struct UndoRequest: APIRequest {
    /// The venue, work or tour.
    public var id: String
    /// The revision that the change led to.
    public var revision: Int

    public init(id: String, revision: Int) {
        self.id = id
        self.revision = revision
    }

    package static let endpoint = Endpoint(
        .post, "/api/v1/guide/history/{id}/{revision}/undo", "undo",
        "Makes an entry what it was before its last change.",
        answer: .nothing, access: .curators,
        failures: [.invalidBody, .inTours, .notFound, .changedMeanwhile, .quotaReached])
    package static let blank = UndoRequest(id: .blankID, revision: 1)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.id, &id)
        try fields.required(
            .integer("revision", "The revision that the change led to.", in: 1...1_000_000_000), &revision)
    }
}

/// Takes a picture out of the guide for good: its files, and each version of the history that shows it, lose it.
public struct PurgePictureRequest: APIRequest {
    /// The picture.
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/guide/pictures/{id}", "purge_picture",
        "Takes a picture out of the guide and its history for good; it cannot be undone.",
        answer: .json(PictureRemoval.self), access: .curators, failures: [.notFound])
    package static let blank = PurgePictureRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Asks for the whole guide as a file.
public struct ExportGuideRequest: APIRequest {
    public var form: GuideFileForm

    public init(_ form: GuideFileForm) { self.form = form }

    package static let endpoint = Endpoint(
        "/api/v1/guide/export/{form}", "export_guide",
        "The whole guide: all of it with pictures as a zip file, its venues as CSV or GeoJSON.",
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
public struct ImportGuideRequest: UploadRequest {
    public var content: [UInt8]

    public init(_ content: [UInt8]) { self.content = content }

    package static let mediaTypes = ["application/zip", "text/csv", "application/geo+json", "application/octet-stream"]
    package static let maximumLength = 64 << 20
    package static let endpoint = Endpoint(
        .post, "/api/v1/guide/import", "import_guide",
        "Adds what a zip file, CSV or GeoJSON of at most 64 MiB holds, as it was exported. Of a table or GeoJSON the good venues are added, others refused by row or feature.",
        answer: .created(GuideImportReport.self), access: .curators,
        failures: [.invalidBody, .invalidPicture, .pictureBudget, .quotaReached])
    package static let blank = ImportGuideRequest([])
    package func visit(_ fields: inout some FieldVisitor) {}
}
