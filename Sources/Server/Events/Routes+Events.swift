import Community
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import ServiceLifecycle

extension Routes {
    /// Adds the stream of what changes.
    mutating func addEvents(_ feed: LiveFeed, _ authentication: Authentication) {
        on(EventsRequest.self, authentication) { request, viewer, exchange in
            try exchange.spendAnswer()
            // A browser that comes back by itself asks for the same address, and says in a header how far it got.
            let cursor = try (exchange.header(.lastEventID) ?? request.after).map { text throws(ErrorBody) in
                guard let time = HybridTime(cursor: text) else {
                    throw ErrorBody(.invalidParameter, "after is not the id of an event", field: "after")
                }
                return time
            }
            let subscription = try await feed.listen(after: cursor, as: viewer.session)
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/event-stream", .cacheControl: "no-store",
                    // Proxies that collect answers would hold events back.
                    HTTPField.Name("x-accel-buffering")!: "no",
                ],
                body: .init { writer in
                    try await writer.write(subscription.first)
                    // A sequence that ends itself at the shutdown would cost each listener two tasks more.
                    try await withGracefulShutdownHandler {
                        for await events in subscription.rest { try await writer.write(events) }
                    } onGracefulShutdown: {
                        subscription.end()
                    }
                    try await writer.finish(nil)
                })
        }
    }
}

extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("last-event-id")!
}

/// Tends the streams of all who listen, now and then.
struct FeedBeating: Service {
    let feed: LiveFeed

    func run() async throws {
        // It only ends by being cancelled, with the server.
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: .seconds(20))
                await feed.tend()
            }
        }
    }
}
