/// Asks for a stream of what changes, as it happens: server-sent events (html.spec.whatwg.org, "Server-sent events").
///
/// `EventName` lists the events and what their data hold. An event's id is a cursor for `after`, which browsers send on
/// their own as `Last-Event-ID`.
public struct EventsRequest: APIRequest {
    public var after: String?

    public init(after: String? = nil) { self.after = after }

    package static let endpoint = Endpoint(
        "/api/v1/events", "events",
        "All changes, as they happen, as server-sent events. The stream ends with the session that asked for it.",
        answer: .events(EventName.ofTheMap), access: .readers)
    package static let blank = EventsRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(
            .text(
                "after",
                """
                The id of the last event that you received; without it the header `Last-Event-ID` counts, and without \
                both the stream begins now.
                """,
                maximumLength: 20),
            &after)
    }
}

/// The names of the events in streams.
package enum EventName: String, CaseIterable, Sendable {
    case ready, post, removed, people, queues, guide, imprint, overlay, mesh, account, reload
    /// Only in the stream of a game of bocce.
    case game

    /// The events in the stream of what changes on the map.
    package static let ofTheMap = allCases.filter { $0 != .game }

    /// The meaning of the event, in one sentence.
    package var summary: String {
        switch self {
        case .ready: "The stream begins here. Read again what you read before these cursors."
        case .post: "A post was added or changed."
        case .removed: "A post is no longer shown."
        case .people: "People moved, or are no longer visible."
        case .queues: "A queue was reported: read the queues again."
        case .guide: "The guide has changed: read it again."
        case .imprint: "The imprint has changed: read it again."
        case .overlay: "The overlay has changed: read it again."
        case .mesh: "A room of the mesh has a new line, or links to other nodes changed."
        case .account: "Something happened to your account. A session gets no event for what it did itself."
        case .reload: "Too much has changed since `after`: read everything again."
        case .game: "The game as it is now: at the beginning, after each change, and every 20 seconds."
        }
    }

    /// The type of the event's data, as JSON.
    package var data: any (Codable & Sendable).Type {
        switch self {
        case .ready: StreamStart.self
        case .post: Post.self
        case .removed: RemovedPost.self
        case .people: PeopleChange.self
        case .account: AccountEvent.self
        case .mesh: MeshNews.self
        case .game: SharedBocceGame.self
        case .queues, .guide, .imprint, .overlay, .reload: NoEventData.self
        }
    }
}

/// Where a stream of events begins.
public struct StreamStart: Codable, Equatable, Sendable {
    public let guide: String
    public let posts: String

    public init(guide: String, posts: String) { (self.guide, self.posts) = (guide, posts) }
}

extension StreamStart: Annotated {
    package static let notes = [
        "guide": "The cursor of the guide's last change.",
        "posts": "The cursor of the last change of a post.",
    ]
}

/// A post that is no longer shown.
public struct RemovedPost: Codable, Equatable, Sendable {
    public let id: String

    public init(id: String) { self.id = id }
}

/// The data of an event whose name says everything: an empty object.
public struct NoEventData: Codable, Equatable, Sendable {
    public init() {}
}
