import Glibc
package import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// Listens for links and dials them: TCP, TLS 1.3, then the handshake of the place.
///
/// A class because the listener's and the diallers' connections share its certificate and its counts.
package final class LinkTransport: Sendable {
    private let settings: LinkSettings
    private let setup: @Sendable () -> Handshake.Setup
    private let group: any EventLoopGroup
    private let identity: Mutex<LinkIdentity>
    private let pending: Mutex<PendingLinks>

    /// - Parameter setup: Gives this side's part of a link that begins now.
    package init(
        _ settings: LinkSettings = LinkSettings(), group: any EventLoopGroup,
        setup: @escaping @Sendable () -> Handshake.Setup
    ) throws {
        (self.settings, self.group, self.setup) = (settings, group, setup)
        identity = Mutex(try LinkIdentity())
        pending = Mutex(PendingLinks(settings))
    }

    /// Takes a new key and certificate for the links that begin from now on; those that are there stay.
    package func renewIdentity() throws {
        let new = try LinkIdentity()
        identity.withLock { $0 = new }
    }

    /// Listens on `port` of all addresses until `body` returns, which gets the port (another one where 0 was asked
    /// for). Each link that comes goes to `take`.
    package func listen<Value>(
        port: Int, take: @escaping @Sendable (Link) -> Void, while body: (Int) async throws -> Value
    ) async throws -> Value {
        let channel = try await bind(port, take)
        do {
            let value = try await body(channel.localAddress?.port ?? port)
            try? await channel.close()
            return value
        } catch {
            try? await channel.close()
            throw error
        }
    }

    private func bind(_ port: Int, _ take: @escaping @Sendable (Link) -> Void) async throws -> any Channel {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: 64)
            .childChannelInitializer { [self] channel in
                let address = channel.remoteAddress.flatMap { NodeAddress($0) }
                guard pending.withLock({ $0.enter(address) }) else {
                    return channel.eventLoop.makeFailedFuture(LinkFault.closed)
                }
                let outcome = channel.eventLoop.makePromise(of: Link.self)
                outcome.futureResult.whenComplete { [self] result in
                    switch result {
                    case .success(let link):
                        pending.withLock { $0.leave(address) }
                        take(link)
                    case .failure:
                        channel.closeFuture.whenComplete { [self] _ in pending.withLock { $0.leave(address) } }
                    }
                }
                return prepare(channel, .listener, outcome)
            }
        do {
            // Takes IPv4, too, with the system's usual setting (ipv6(7), IPV6_V6ONLY). A host's name would be looked
            // up, which fails where no interface has IPv6.
            return try await bootstrap.bind(to: SocketAddress(ipAddress: "::", port: port)).get()
        } catch let error as IOError where [EAFNOSUPPORT, EADDRNOTAVAIL].contains(error.errnoCode) {
            return try await bootstrap.bind(host: "0.0.0.0", port: port).get()
        }
    }

    /// Dials a node. Throws `LinkFault` if no link comes about in time.
    package func dial(_ address: SocketAddress) async throws(LinkFault) -> Link {
        let loop = group.next()
        let outcome = loop.makePromise(of: Link.self)
        let connection = ClientBootstrap(group: loop)
            .connectTimeout(.seconds(settings.seconds))
            .channelInitializer { [self] channel in prepare(channel, .dialler, outcome) }
            .connect(to: address)
        // Where no handler was there to say so.
        connection.whenFailure { _ in outcome.fail(LinkFault.closed) }
        do { return try await outcome.futureResult.get() } catch { throw error as? LinkFault ?? .closed }
    }

    private func prepare(
        _ channel: any Channel, _ role: LinkRole, _ outcome: EventLoopPromise<Link>
    ) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture { [self] in
            let handler = LinkHandler(
                role, identity.withLock { $0 }, setup(), settings, outcome: outcome)
            do {
                try channel.pipeline.syncOperations.addHandlers([handler.tlsHandler(), handler])
            } catch {
                outcome.fail(LinkFault.tls)
                throw error
            }
        }.flatMap { [self] in setOptions(of: channel) }
    }

    /// Small frames go at once, and a node that walks away is noticed.
    private func setOptions(of channel: any Channel) -> EventLoopFuture<Void> {
        let options: [(ChannelOptions.Types.SocketOption, Int)] = [
            (.tcpOption(.tcp_nodelay), 1),
            (.socketOption(.so_keepalive), 1),
            (.tcpOption(.init(rawValue: TCP_KEEPIDLE)), 10),
            (.tcpOption(.init(rawValue: TCP_KEEPINTVL)), 5),
            (.tcpOption(.init(rawValue: TCP_USER_TIMEOUT)), settings.silence),
        ]
        return EventLoopFuture.andAllSucceed(
            options.map { channel.setOption($0.0, value: $0.1) }, on: channel.eventLoop)
    }
}
