/// Asks to be told what changes, as it happens: server-sent events (html.spec.whatwg.org, "Server-sent events").
///
/// `post` brings a post that was added or changed, `removed` the id of one that is no longer shown, `reload` says that too much
/// happened since to tell it all; `people` brings a `PeopleChange`; `queues` says that somebody told of one. Each event's id is a cursor for `after`, which browsers send on their own as `Last-Event-ID`.
public struct EventsRequest: APIRequest {
    /// The id of the last event that was received; without it, the stream begins now.
    public var after: String?

    public init(after: String? = nil) { self.after = after }

    package static let endpoint = Endpoint(
        "/api/v1/events", "events",
        "What changes, as it happens, as server-sent events `post`, `removed`, `people`, `queues` and `reload`.",
        answer: .text(mediaType: "text/event-stream"), access: .lookers)
    package static let blank = EventsRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(
            .text(
                "after", "The id of the last event received; else the header `Last-Event-ID`, else now.",
                maximumLength: 20),
            &after)
    }
}
