import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Server
import TileArchives

/// Asks the server that an operator named for satellite pictures, over a new connection each time.
struct ImageryServer: ImageryFetching {
    private let template: ImageryTemplate

    /// The most time for a picture, the connection included.
    private static let patience = TimeAmount.seconds(10)

    init(_ template: ImageryTemplate) { self.template = template }

    func fetch(_ target: String) async throws -> [UInt8]? {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let promise = loop.makePromise(of: [UInt8]?.self)
        let timeout = loop.scheduleTask(in: Self.patience) {
            promise.fail(ImageryFault("\(template.host) sent no satellite picture within ten seconds"))
        }
        defer { timeout.cancel() }
        let channel: any Channel
        do {
            let context = template.isEncrypted ? try NIOSSLContext(configuration: .makeClientConfiguration()) : nil
            channel = try await ClientBootstrap(group: loop).connectTimeout(Self.patience)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try prepare(channel, target, context, promise) }
                }
                .connect(host: template.host, port: template.port).get()
        } catch {
            let fault = ImageryFault("\(template.host), which has the satellite pictures, cannot be reached (\(error))")
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

    private func prepare(
        _ channel: any Channel, _ target: String, _ context: NIOSSLContext?, _ promise: EventLoopPromise<[UInt8]?>
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        if !template.namesOwnNetwork { try pipeline.addHandler(PublicAddressCheck(template.host, promise)) }
        if let context {
            let isName = template.host.contains { $0.isLetter } && !template.host.contains(":")
            try pipeline.addHandler(
                NIOSSLClientHandler(context: context, serverHostname: isName ? template.host : nil))
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

/// Ends a connection to an address of the own network before anything is sent over it: a name of the public name
/// service may lead there.
///
/// A class because the channel holds it.
private final class PublicAddressCheck: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let host: String
    private let promise: EventLoopPromise<[UInt8]?>

    init(_ host: String, _ promise: EventLoopPromise<[UInt8]?>) {
        self.host = host
        self.promise = promise
    }

    func channelActive(context: ChannelHandlerContext) {
        guard let address = context.remoteAddress?.ipAddress, AddressList.isPublic(address) else {
            promise.fail(
                ImageryFault("\(host) leads to an address of an own network; name that address itself if it is meant"))
            return context.close(promise: nil)
        }
        context.fireChannelActive()
    }
}

/// Sends a request once connected and collects the picture. A class because the channel holds it.
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

    func channelActive(context: ChannelHandlerContext) {
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
