package import Hummingbird
import NIOCore

/// What Hummingbird hands along with a request: we need the connection, for the client's address.
package struct SiteContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The client's address without its port; `nil` for local sockets and in tests without a network.
    var clientAddress: String? { channel.remoteAddress?.ipAddress }
}
