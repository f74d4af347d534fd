/// Asks for the curators' changes.
public struct GuideHistoryRequest: APIRequest {
    public var before: String?
    public var limit: Int

    public init(before: String? = nil, limit: Int = 50) {
        self.before = before
        self.limit = limit
    }

    package static let endpoint = Endpoint(
        "/api/v1/guide/history", "guide_history", "The curators' changes, newest first.",
        answer: .json(GuideHistory.self), access: .curators)
    package static let blank = GuideHistoryRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.text("before", "Where the last page ended: its `next`.", maximumLength: 80), &before)
        try fields.defaulted(.integer("limit", "How many changes at most.", in: 1...200), &limit, standard: 50)
    }
}

/// The curators' changes, newest first.
public struct GuideHistory: Codable, Equatable, Sendable {
    public let changes: [Change]
    public let next: String?

    public init(changes: [Change], next: String?) {
        self.changes = changes
        self.next = next
    }

    /// A change of an entry.
    public struct Change: Codable, Equatable, Sendable {
        public let id: String
        public let kind: Kind
        public let entity: String
        public let name: String
        public let action: Action
        public let revision: Int
        public let picture: String?
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

    /// The kind of an entry.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case venue, work, tour
    }

    /// The action of a change.
    public enum Action: String, Codable, Sendable, CaseIterable {
        case added, changed, deleted
    }
}

extension GuideHistory.Kind: WireWords {}

extension GuideHistory.Action: WireWords {}

extension GuideHistory.Change: Annotated {
    package static let notes = [
        "entity": "The id of the venue, work or tour.",
        "picture": "The picture that the entry showed from then on.",
        "editor": "The curator's name; empty once their account is gone.",
        "time": "When the change was made, as ISO 8601 in UTC.",
    ]
}

extension GuideHistory: Annotated {
    package static let notes = ["next": "The value of `before` for the next page; missing on the last page."]
}

/// Undoes the last change of an entry.
public struct UndoRequest: APIRequest {
    /// The venue, work or tour.
    public var id: String
    public var revision: Int

    public init(id: String, revision: Int) {
        self.id = id
        self.revision = revision
    }

    package static let endpoint = Endpoint(
        .post, "/api/v1/guide/history/{id}/{revision}/undo", "undo",
        "Undoes the last change of an entry.",
        answer: .nothing, access: .curators,
        failures: [.invalidBody, .inTours, .notFound, .changedMeanwhile, .quotaReached])
    package static let blank = UndoRequest(id: .blankID, revision: 1)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.id, &id)
        try fields.required(
            .integer("revision", "The revision that the change led to.", in: 1...1_000_000_000), &revision)
    }
}

/// Removes a picture from the guide for good, with its files and from each version of the history.
public struct PurgePictureRequest: PlainObjectRequest {
    /// The picture.
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/guide/pictures/{id}", "purge_picture",
        "Takes a picture out of the guide and its history for good; it cannot be undone.",
        answer: .json(PictureRemoval.self), access: .curators, failures: [.notFound])
}

/// The outcome of removing a picture from the guide.
public struct PictureRemoval: Codable, Equatable, Sendable {
    public let entries: Int
    public let versions: Int

    public init(entries: Int, versions: Int) {
        self.entries = entries
        self.versions = versions
    }
}

extension PictureRemoval: Annotated {
    package static let notes = [
        "entries": "How many entries showed it until now.",
        "versions": "How many versions of the history the server removed it from.",
    ]
}
