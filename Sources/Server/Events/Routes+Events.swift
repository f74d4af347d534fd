import Community
import Fairness
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore
import ServiceLifecycle

extension Routes {
    /// Adds the route of the event stream.
    mutating func addEvents(_ parts: ServerParts) {
        let (feed, authentication, streams) = (parts.feed, parts.authentication, parts.streams)
        on(EventsRequest.self, authentication) { request, viewer, exchange in
            try exchange.spendAnswer()
            // A reconnecting browser uses the same address, and sends its last cursor in a header.
            let cursor = try (exchange.header(.lastEventID) ?? request.after).map { text throws(ErrorBody) in
                guard let time = HybridTime(cursor: text) else {
                    throw ErrorBody(.invalidParameter, "after is not the id of an event", field: "after")
                }
                return time
            }
            let place = try exchange.takeStream(streams)
            let subscription = try await feed.listen(after: cursor, as: viewer.session)
            return Response(events: subscription.first, then: subscription.rest, holding: place) { subscription.end() }
        }
    }
}

extension Exchange {
    /// The seconds after which a client that has too many streams may try again: a stream whose client has left is
    /// noticed at the next heartbeat but one.
    private static let streamWait = 40

    /// Takes one of the streams that the client's block of addresses may have at a time, until the share is released.
    /// Throws `tooManyRequests` when it has them all.
    ///
    /// The limit of connections does not see the clients behind a proxy, whose connections are all the proxy's.
    func takeStream(_ streams: SharedBudget) throws(ErrorBody) -> SharedBudget.Share {
        do throws(SharedBudget.Fault) {
            return try streams.take(1, for: clientNetwork)
        } catch {
            throw ErrorBody(
                .tooManyRequests,
                "this network has too many streams of events; close one, or ask again in \(Self.streamWait) s",
                retryAfter: Self.streamWait)
        }
    }
}

extension Response {
    /// When a client whose stream ended comes back, in milliseconds. Each client has a time of its own: all streams end
    /// at once when a server stops, and their clients should not all come to the next server at once.
    private static let returnMilliseconds = 1000...4000

    /// Makes a stream of server-sent events: one, and then others. It holds `place` until it ends. At shutdown it calls
    /// `end`, which must end the events: the client then gets the end of the answer, and comes back with its last
    /// cursor after a pause of its own.
    init(
        events first: ByteBuffer, then others: AsyncStream<ByteBuffer>, holding place: SharedBudget.Share,
        endingBy end: @escaping @Sendable () -> Void
    ) {
        self.init(
            status: .ok,
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-store",
                // Proxies that buffer answers would hold events back.
                HTTPField.Name("x-accel-buffering")!: "no",
            ],
            body: .init { writer in
                defer { withExtendedLifetime(place) {} }
                var beginning = ByteBuffer(string: "retry: \(Int.random(in: Self.returnMilliseconds))\n")
                beginning.writeImmutableBuffer(first)
                try await writer.write(beginning)
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
