import HereaboutsAPI
import LocalAuthority
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// The address of a server, as people write it: `https://map.example.org`.
struct ServerAddress: Equatable {
    let isEncrypted: Bool
    let host: String
    let port: Int

    /// Returns `nil` for text that is not the address of exactly one server.
    init?(_ text: String) {
        let isEncrypted = text.hasPrefix("https://")
        guard isEncrypted || text.hasPrefix("http://") else { return nil }
        var rest = text.dropFirst(isEncrypted ? 8 : 7)
        if rest.last == "/" { rest.removeLast() }
        guard !rest.isEmpty, !rest.contains(where: { "/?#@".contains($0) }) else { return nil }
        // An IPv6 address has brackets.
        let colon = rest.last == "]" ? nil : rest.lastIndex(of: ":")
        let name = colon.map { rest[..<$0] } ?? rest
        guard let port = colon.map({ Int(rest[rest.index(after: $0)...]) }) ?? (isEncrypted ? 443 : 80),
            (1...65535).contains(port), !name.isEmpty
        else { return nil }
        (self.isEncrypted, self.port) = (isEncrypted, port)
        host = name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : String(name)
    }

    /// Makes the address of a server on this machine.
    init(localPort port: Int) { (isEncrypted, host, self.port) = (false, "127.0.0.1", port) }

    /// The value of the header `Host`.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isEncrypted ? 443 : 80) ? name : "\(name):\(port)"
    }
}

/// A connection to a server, reused for many requests, one at a time.
struct ServerConnection: Transport {
    private let channel: any Channel

    /// Connects; throws if there is no server. Where this machine does not trust the server, the first request throws.
    ///
    /// - Parameter authority: The authority to trust, in the place of those of this machine.
    init(to address: ServerAddress, trusting authority: LocalAuthority? = nil) async throws {
        let context = address.isEncrypted ? try NIOSSLContext(configuration: .makeClientConfiguration()) : nil
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(10))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let context { try pipeline.addHandler(Self.encryption(context, of: address, authority)) }
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(AnswerReader(address.authority))
                }
            }
            .connect(host: address.host, port: address.port).get()
    }

    /// The library's own verification refuses authorities with address constraints; see `HealthProbe`.
    private static func encryption(
        _ context: NIOSSLContext, of address: ServerAddress, _ authority: LocalAuthority?
    ) throws -> NIOSSLClientHandler {
        let ip = IPAddress(address.host), name = ip == nil ? address.host : nil
        guard let authority else { return try NIOSSLClientHandler(context: context, serverHostname: name) }
        return try NIOSSLClientHandler(context: context, serverHostname: name) { certificates, verdict in
            let shown = certificates.compactMap { try? $0.toDERBytes() }
            verdict.completeWithTask {
                let refusal =
                    if let ip { await authority.refusal(of: shown, from: ip) } else {
                        await authority.refusal(of: shown, fromHost: address.host)
                    }
                return refusal == nil ? .certificateVerified : .failed
            }
        }
    }

    func send(_ request: TransportRequest) async throws -> TransportAnswer {
        let promise = channel.eventLoop.makePromise(of: TransportAnswer.self)
        channel.writeAndFlush(Call(request: request, answer: promise)).cascadeFailure(to: promise)
        return try await promise.futureResult.get()
    }

    func close() async { try? await channel.close() }
}

/// A request, and the promise of its answer.
private struct Call: Sendable {
    let request: TransportRequest
    let answer: EventLoopPromise<TransportAnswer>
}

/// Sends a request and collects its answer. A class because the channel holds it.
private final class AnswerReader: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = Call
    typealias OutboundOut = HTTPClientRequestPart

    /// A longer answer is not from our server.
    private static let mostBytes = 64 << 20

    private let authority: String
    private var waiting: EventLoopPromise<TransportAnswer>?
    private var status = 0
    private var body: [UInt8] = []

    init(_ authority: String) { self.authority = authority }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let call = unwrapOutboundIn(data), request = call.request
        waiting = call.answer
        var head = HTTPRequestHead(version: .http1_1, method: .init(rawValue: request.method), uri: request.target)
        head.headers.add(name: "host", value: authority)
        for (name, value) in request.headers { head.headers.add(name: name, value: value) }
        if !request.body.isEmpty { head.headers.replaceOrAdd(name: "content-length", value: "\(request.body.count)") }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !request.body.isEmpty {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: request.body)))), promise: nil)
        }
        context.write(wrapOutboundOut(.end(nil)), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            status = Int(head.status.code)
            body = []
        case .body(let piece):
            body.append(contentsOf: piece.readableBytesView)
            if body.count > Self.mostBytes { errorCaught(context: context, error: ChannelError.operationUnsupported) }
        case .end:
            waiting?.succeed(TransportAnswer(status: status, body: body))
            waiting = nil
        }
    }

    func channelInactive(context: ChannelHandlerContext) { fail(ChannelError.eof) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(error)
        context.close(promise: nil)
    }

    private func fail(_ error: any Error) {
        waiting?.fail(error)
        waiting = nil
    }
}
