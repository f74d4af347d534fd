import Fairness
package import Hummingbird
import NIOCore

/// What Hummingbird hands along with a request: we need the connection, for the client's address and whether it is still
/// there.
package struct SiteContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// `nil` in tests without a network, as the next.
    let departure: Departure?
    let gate: BodyGate?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        let connection =
            channel.eventLoop.inEventLoop
            ? try? channel.pipeline.syncOperations.handler(type: ConnectionGuard.self) : nil
        departure = connection?.departure
        gate = connection?.gate
    }

    /// The other end of the connection.
    var peer: InternetAddress? { InternetAddress(ofPeer: channel.remoteAddress) }
}
