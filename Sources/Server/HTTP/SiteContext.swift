import Fairness
package import Hummingbird
import NIOCore

/// The request's context from Hummingbird. It carries the connection, for the client's address and departure.
package struct SiteContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// Runs the tasks of the connection.
    let executor: EventLoopExecutor
    /// `nil` in tests without a network, like `gate`.
    let departure: Departure?
    let gate: BodyGate?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        let connection =
            channel.eventLoop.inEventLoop
            ? try? channel.pipeline.syncOperations.handler(type: ConnectionGuard.self) : nil
        executor = connection?.executor ?? EventLoopExecutor(channel.eventLoop)
        departure = connection?.departure
        gate = connection?.gate
    }

    /// The address of the other end of the connection.
    var peer: InternetAddress? { InternetAddress(ofPeer: channel.remoteAddress) }
}
