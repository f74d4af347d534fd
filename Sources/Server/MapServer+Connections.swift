import HTTPTypes
import HereaboutsAPI
package import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

extension ProcessParts {
    /// Returns the application of the places behind `front`, at the process's port.
    func application(
        _ front: Front, onRunning: @escaping @Sendable (Int) async -> Void
    ) throws -> Application<Front> {
        var builder = connections(to: front)
        if let identity { builder = try .tls(builder, tlsConfiguration: identity.configuration) }
        return application(front, builder, at: settings.port) { [port] number in
            port.number.withLock { $0 = number }
            await onRunning(number)
        }
    }

    /// Returns the application that serves the authority's certificate at `port`, in plain text.
    package func trustPages(
        _ handouts: TrustPages.Handouts, at port: Int, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> Application<TrustPages> {
        let builder = connections { [settings] _ in
            ConnectionGuard.Allowance(
                bodyLength: ServerSettings.maximumBodyLength, seconds: settings.requestSeconds)
        }
        return application(TrustPages(handouts: handouts, process: self), builder, at: port, onRunning: onRunning)
    }

    /// Builds plain-text connections to the map.
    func connections(to front: Front) -> HTTPServerBuilder {
        connections(briefly: front) { [front, settings] head in
            let length = front.maximumBodyLength(head)
            // An upload gets as much time per byte as a picture.
            let uploads = (length + AddPictureRequest.maximumLength - 1) / AddPictureRequest.maximumLength
            let isUpload = length > ServerSettings.maximumBodyLength
            return ConnectionGuard.Allowance(
                bodyLength: length, seconds: isUpload ? uploads * settings.uploadSeconds : settings.requestSeconds)
        }
    }

    /// Builds plain-text connections that enforce the limits on clients. `front` answers brief requests on them.
    func connections(
        briefly front: Front? = nil, _ allowance: @escaping @Sendable (HTTPRequest) -> ConnectionGuard.Allowance
    ) -> HTTPServerBuilder {
        let limits = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: ServerSettings.maximumHeaderLength,
            maxHeaderListSize: ServerSettings.maximumHeaderLength, maxHeaderFieldCount: 100)
        let (request, stall) = (settings.requestSeconds, settings.idleSeconds)
        let (budget, proxies) = (openConnections, settings.proxies)
        let idle = Int64(settings.idleSeconds), date = DateHeader()
        return HTTPServerBuilder { responder in
            EventLoopTasks(
                HTTP1Channel(
                    responder: responder,
                    configuration: .init(
                        additionalChannelHandlers: [
                            ConnectionGuard(
                                budget: budget, proxies: proxies, requestSeconds: request, stallSeconds: stall,
                                allowance: allowance)
                        ],
                        idleTimeout: .seconds(idle), httpDecoderConfiguration: limits))
            ) { channel in
                // One read brings the head and what follows it, not four reads: a large body comes only when a handler
                // asks for it.
                try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
                let pipeline = channel.pipeline.syncOperations
                let persistence = ConnectionPersistence()
                try pipeline.addHandler(
                    persistence,
                    position: .after(pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)))
                try pipeline.addHandler(RequestCheck(), position: .after(persistence))
                let guarding = try pipeline.handler(type: ConnectionGuard.self)
                guard let executor = guarding.executor else { throw ChannelError.ioOnClosedChannel }
                guard let front else { return executor }
                try pipeline.addHandler(
                    BriefAnswers(front, date, executor, guarding.departure),
                    position: .after(pipeline.handler(type: HTTPConnectionStateHandler.self)))
                return executor
            }
        }
    }

    func application<Responder: HTTPResponder>(
        _ responder: Responder, _ builder: HTTPServerBuilder, at port: Int,
        onRunning: @escaping @Sendable (Int) async -> Void
    ) -> Application<Responder> where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        Application(
            responder: responder, server: builder,
            configuration: .init(
                address: .hostname(settings.host, port: port), backlog: 1024,
                availableConnectionsDelegate: MaximumAvailableConnections(settings.maximumConnections, logger: logger)),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? 0) },
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.watched), logger: logger)
    }
}
