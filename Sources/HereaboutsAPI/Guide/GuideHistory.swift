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
