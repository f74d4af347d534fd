/// Asks for a stream of what changes, as it happens: server-sent events (html.spec.whatwg.org, "Server-sent events").
///
/// `EventName` lists the events and what their data hold. An event's id is a cursor for `after`, which browsers send on
/// their own as `Last-Event-ID`.
public struct EventsRequest: APIRequest {
    /// The id of the last event that was received; without it, the stream begins now.
    public var after: String?

    public init(after: String? = nil) { self.after = after }

    package static let endpoint = Endpoint(
        "/api/v1/events", "events",
        "What changes, as it happens, as server-sent events; the stream does not end.",
        answer: .events, access: .lookers)
    package static let blank = EventsRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(
            .text(
                "after", "The id of the last event received; else the header `Last-Event-ID`, else now.",
                maximumLength: 20),
            &after)
    }
}
