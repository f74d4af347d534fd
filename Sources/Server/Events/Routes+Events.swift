import Community
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore
import ServiceLifecycle

extension Routes {
    /// Adds the route of the event stream.
    mutating func addEvents(_ feed: LiveFeed, _ authentication: Authentication) {
        on(EventsRequest.self, authentication) { request, viewer, exchange in
            try exchange.spendAnswer()
            // A reconnecting browser uses the same address, and sends its last cursor in a header.
            let cursor = try (exchange.header(.lastEventID) ?? request.after).map { text throws(ErrorBody) in
                guard let time = HybridTime(cursor: text) else {
                    throw ErrorBody(.invalidParameter, "after is not the id of an event", field: "after")
                }
                return time
            }
            let subscription = try await feed.listen(after: cursor, as: viewer.session)
            return Response(events: subscription.first, then: subscription.rest) { subscription.end() }
        }
    }
}

extension Response {
    /// Makes a stream of server-sent events: one, and then others. At shutdown it calls `end`, which must end them.
    init(
        events first: ByteBuffer, then others: AsyncStream<ByteBuffer>, endingBy end: @escaping @Sendable () -> Void
    ) {
        self.init(
            status: .ok,
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-store",
                // Proxies that buffer answers would hold events back.
                HTTPField.Name("x-accel-buffering")!: "no",
            ],
            body: .init { writer in
                try await writer.write(first)
                // A sequence that ends by itself at shutdown would cost two more tasks per listener.
                try await withGracefulShutdownHandler {
                    for await events in others { try await writer.write(events) }
                } onGracefulShutdown: {
                    end()
                }
                try await writer.finish(nil)
            })
    }
}

extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("last-event-id")!
}

/// Sends all event streams their heartbeat every 20 seconds.
struct FeedHeartbeat: Service {
    let feed: LiveFeed
    let games: GameFeed

    func run() async throws {
        // Only cancellation ends this, when the server stops.
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: .seconds(20))
                await games.sendHeartbeat()
                await feed.sendHeartbeat()
            }
        }
    }
}
