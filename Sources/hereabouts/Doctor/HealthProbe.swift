import Glibc
import LocalAuthority
import NIOCore
import NIOPosix
import NIOSSL

/// Sends one small request to a server, as a phone would, over a new connection.
struct HealthProbe: Sendable {
    /// Whether to encrypt the connection, and what to trust.
    enum Trust {
        case plain
        /// The server's certificate must come from this authority and cover the requested address.
        case authority(LocalAuthority)
        /// The server must present this certificate, in DER, for any names.
        case certificate([UInt8])
    }

    struct Answer {
        let status: Int
        let body: String
    }

    enum Fault: Error {
        case refused(String)
        case untrusted(String)
    }

    let address: IPAddress
    let port: Int
    let trust: Trust

    /// Returns the server's answer at `path`, within three seconds.
    func answer(at path: String) async -> Result<Answer, Fault> {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let promise = loop.makePromise(of: ByteBuffer.self)
        let host = address.isIPv6 ? "[\(address)]" : "\(address)"
        let request = "GET \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\nConnection: close\r\n\r\n"
        let channel: any Channel
        do {
            channel = try await ClientBootstrap(group: loop).connectTimeout(.seconds(3))
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if let encryption = try encryption(promise) {
                            try channel.pipeline.syncOperations.addHandler(encryption)
                        }
                        try channel.pipeline.syncOperations.addHandler(AnswerCollector(request, promise))
                    }
                }
                .connect(to: SocketAddress(ipAddress: address.description, port: port)).get()
        } catch {
            promise.fail(error)
            return .failure(.refused(Self.words(error)))
        }
        let timeout = loop.scheduleTask(in: .seconds(3)) { promise.fail(ChannelError.connectTimeout(.seconds(3))) }
        defer {
            timeout.cancel()
            channel.close(promise: nil)
        }
        do {
            return .success(Self.answer(in: String(buffer: try await promise.futureResult.get())))
        } catch {
            let isEncryption = error is NIOSSLError || error is BoringSSLError
            return .failure(
                error as? Fault
                    ?? (isEncryption
                        ? .untrusted("the program there does not accept it") : .refused(Self.words(error))))
        }
    }

    /// Sets up encryption; `trust` decides on the server's certificate. The library's own verification would refuse
    /// every authority with address constraints (BoringSSL, v3_ncons.cc: "unsupported constraint type"), although
    /// browsers support them.
    private func encryption(_ promise: EventLoopPromise<ByteBuffer>) throws -> NIOSSLClientHandler? {
        if case .plain = trust { return nil }
        return try NIOSSLClientHandler(
            context: NIOSSLContext(configuration: .makeClientConfiguration()), serverHostname: nil,
            customVerificationCallback: { certificates, verdict in
                let shown = certificates.compactMap { try? $0.toDERBytes() }
                verdict.completeWithTask {
                    guard let refusal = await refusal(of: shown) else { return .certificateVerified }
                    promise.fail(Fault.untrusted(refusal))
                    return .failed
                }
            })
    }

    private func refusal(of shown: [[UInt8]]) async -> String? {
        switch trust {
        case .plain: nil
        case .authority(let authority): await authority.refusal(of: shown, from: address)
        case .certificate(let certificate):
            shown.first == certificate ? nil : "the server shows another certificate than the file has"
        }
    }

    /// Parses status and body; a status of 0 means that it is not HTTP.
    private static func answer(in text: String) -> Answer {
        let line = text.split(separator: "\r\n", maxSplits: 1).first ?? ""
        let status = line.hasPrefix("HTTP/1.1 ") ? Int(line.dropFirst(9).prefix(3)) : nil
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
        return Answer(status: status ?? 0, body: parts.count == 2 ? String(parts[1]) : "")
    }

    private static func words(_ error: any Error) -> String {
        switch error {
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case ChannelError.connectTimeout: "no answer within three seconds"
        default: "\(error)"
        }
    }
}

/// Sends a request once connected and collects the answer until the server closes. A class because the channel holds
/// it.
private final class AnswerCollector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let request: String
    private let promise: EventLoopPromise<ByteBuffer>
    private var collected = ByteBuffer()

    /// A longer answer is not from our server.
    private static let maximumLength = 64 << 10

    init(_ request: String, _ promise: EventLoopPromise<ByteBuffer>) {
        self.request = request
        self.promise = promise
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var piece = unwrapInboundIn(data)
        collected.writeBuffer(&piece)
        if collected.readableBytes > Self.maximumLength { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) { promise.succeed(collected) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A server may close without a TLS goodbye after it has sent everything.
        if collected.readableBytes == 0 { promise.fail(error) }
        context.close(promise: nil)
    }
}
