import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Server
import TileArchives

/// Fetches satellite pictures from the server that an operator named, over a new connection each time.
struct ImageryServer: ImageryFetching {
    private let template: ImageryTemplate
    private let tls: NIOSSLContext?

    /// The most time for a picture, the connection included.
    private static let patience = TimeAmount.seconds(10)

    /// Throws when the system's certificates cannot be read.
    init(_ template: ImageryTemplate) throws {
        self.template = template
        tls = template.isEncrypted ? try NIOSSLContext(configuration: .makeClientConfiguration()) : nil
    }

    func fetch(_ target: String) async throws -> [UInt8]? {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let promise = loop.makePromise(of: [UInt8]?.self)
        let timeout = loop.scheduleTask(in: Self.patience) {
            promise.fail(ImageryFault("\(template.host) sent no satellite picture within ten seconds"))
        }
        defer { timeout.cancel() }
        let channel: any Channel
        do {
            channel = try await connect(to: target, promise, on: loop)
        } catch {
            let fault =
                error as? ImageryFault
                ?? ImageryFault("\(template.host), which has the satellite pictures, cannot be reached (\(error))")
            promise.fail(fault)
            throw fault
        }
        defer { channel.close(promise: nil) }
        do {
            return try await promise.futureResult.get()
        } catch let fault as ImageryFault {
            throw fault
        } catch {
            throw ImageryFault("\(template.host) broke off while it sent a satellite picture (\(error))")
        }
    }

    /// Connects, and sends the request. A name with several addresses leads to several connections, of which one wins:
    /// only that one gets the request.
    private func connect(
        to target: String, _ promise: EventLoopPromise<[UInt8]?>, on loop: any EventLoop
    ) async throws -> any Channel {
        try await ClientBootstrap(group: loop).connectTimeout(Self.patience)
            .connect(host: template.host, port: template.port)
            .flatMapThrowing { channel in
                do {
                    try begin(channel, target, promise)
                } catch {
                    channel.close(promise: nil)
                    throw error
                }
                return channel
            }.get()
    }

    private func begin(_ channel: any Channel, _ target: String, _ promise: EventLoopPromise<[UInt8]?>) throws {
        // A name of the public name service may lead into an own network.
        guard template.namesOwnNetwork || AddressList.isPublic(channel.remoteAddress?.ipAddress ?? "") else {
            throw ImageryFault(
                "\(template.host) leads to an address of an own network; name that address itself if it is meant")
        }
        let pipeline = channel.pipeline.syncOperations
        if let tls {
            let isName = template.host.contains { $0.isLetter } && !template.host.contains(":")
            try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: isName ? template.host : nil))
        }
        try pipeline.addHTTPClientHandlers()
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: target)
        head.headers = [
            "host": template.authority, "user-agent": "hereabouts/\(Hereabouts.version)", "accept": "image/*",
            "accept-encoding": "identity", "connection": "close",
        ]
        try pipeline.addHandler(PictureReader(head, template.host, promise))
    }
}

/// Sends a request over an open connection and collects the picture. A class because the channel holds it.
private final class PictureReader: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let head: HTTPRequestHead
    private let host: String
    private let promise: EventLoopPromise<[UInt8]?>
    private var picture: [UInt8] = []
    /// Whether the server has no such picture.
    private var isHole = false

    init(_ head: HTTPRequestHead, _ host: String, _ promise: EventLoopPromise<[UInt8]?>) {
        self.head = head
        self.host = host
        self.promise = promise
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // The server may have closed the connection already.
        guard context.channel.isActive else { return fail("\(host) closed the connection at once", context) }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let answer):
            switch answer.status.code {
            case 200: isHole = false
            case 204, 404, 410: isHole = true
            case 300..<400: fail("\(host) redirects; name the address that it redirects to with satellite", context)
            default: fail("\(host) answered with \(answer.status.code) instead of a satellite picture", context)
            }
        case .body(let piece):
            guard !isHole else { return }
            picture.append(contentsOf: piece.readableBytesView)
            if picture.count > RasterDescription.mostBytes {
                fail("\(host) sent more than \(RasterDescription.mostBytes >> 20) MiB for one picture", context)
            }
        case .end:
            promise.succeed(isHole ? nil : picture)
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        promise.fail(ImageryFault("\(host) broke off while it sent a satellite picture"))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail("\(host) broke off while it sent a satellite picture (\(error))", context)
    }

    /// The first result counts.
    private func fail(_ text: String, _ context: ChannelHandlerContext) {
        promise.fail(ImageryFault(text))
        context.close(promise: nil)
    }
}
