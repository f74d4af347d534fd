import MeshLinks
import NIOCore
import NIOPosix
import NIOSSL

/// What others get of a node's TLS in one period: somebody whom the node dials, and somebody who dials it. A listener
/// on the way gets less: TLS 1.3 encrypts certificates.
struct TLSTrace {
    /// What the node sends first as a dialler: the ClientHello.
    var hello: [UInt8]
    /// All that it sends as a listener to somebody who closes when the certificate has come.
    var answer: [UInt8]
    /// Its certificate (DER), which it shows in both roles.
    var certificate: [UInt8]

    var parts: [[UInt8]] { [hello, answer, certificate] }
}

/// Records real connections of `LinkTransport` on this machine.
final class TLSRecorder: Sendable {
    private let group = MultiThreadedEventLoopGroup.singleton
    private let server: any Channel
    private let hellos: AsyncStream<[UInt8]>
    private let context: NIOSSLContext

    init() async throws {
        let (hellos, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        self.hellos = hellos
        server = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Tape(endsAtOnce: true) { continuation.yield($0) })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .noHostnameVerification
        configuration.trustRoots = .certificates([])
        configuration.applicationProtocols = ["hereabouts-mesh/1"]
        context = try NIOSSLContext(configuration: configuration)
    }

    func close() async throws { try await server.close() }

    /// Lets a node dial and be dialled once.
    func trace(_ transport: LinkTransport) async throws -> TLSTrace {
        guard let address = server.localAddress else { throw LinkFault.closed }
        // The server closes after the first bytes, so no link comes about.
        _ = try? await transport.dial(address)
        let hello = try await next(hellos)
        let (answer, certificate) = try await transport.listen(port: 0, take: { $0.close() }) { port in
            try await probe(SocketAddress(ipAddress: "127.0.0.1", port: port))
        }
        return TLSTrace(hello: hello, answer: answer, certificate: certificate)
    }

    /// Dials as somebody without the place's secret; returns all that came, and the certificate.
    private func probe(_ address: SocketAddress) async throws -> (answer: [UInt8], certificate: [UInt8]) {
        let (answers, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let (certificates, certificate) = AsyncStream.makeStream(of: [UInt8].self)
        let context = context
        _ = try await ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let tls = try NIOSSLClientHandler(
                        context: context, serverHostname: nil,
                        customVerificationCallback: { shown, promise in
                            certificate.yield((try? shown.first?.toDERBytes()) ?? [])
                            promise.succeed(.failed)
                        })
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(Tape(endsAtOnce: false) { continuation.yield($0) })
                    try pipeline.addHandler(tls)
                    try pipeline.addHandler(Closing())
                }
            }
            .connect(to: address).get()
        return (try await next(answers), try await next(certificates))
    }

    private func next(_ stream: AsyncStream<[UInt8]>) async throws -> [UInt8] {
        for await bytes in stream { return bytes }
        throw LinkFault.closed
    }
}

/// Gives what came on a connection: when the connection ends, or with the first bytes, which end it.
private final class Tape: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let endsAtOnce: Bool
    private let end: ([UInt8]) -> Void
    private var bytes: [UInt8] = []

    init(endsAtOnce: Bool, _ end: @escaping ([UInt8]) -> Void) { (self.endsAtOnce, self.end) = (endsAtOnce, end) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes += unwrapInboundIn(data).readableBytesView
        context.fireChannelRead(data)
        if endsAtOnce { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(bytes)
        context.fireChannelInactive()
    }
}

/// Closes a connection whose TLS failed.
private final class Closing: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
