import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Holds one connection to its limits: how long a request may take to arrive, how much body it may carry, how long a client
/// may not take what it asked for. What breaks them is closed; what is not HTTP gets the error form first.
///
/// The server framework limits the size of headers and the wait between requests; this adds what it leaves open: requests
/// that trickle or do not end, and readers that stop reading.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// What a request may take, in bytes of body and in time to arrive.
    struct Allowance: Sendable {
        let bodyLength: Int
        let seconds: Int
    }

    private let allowance: @Sendable (HTTPRequest) -> Allowance
    private var bodyLength = 0
    private var requestTime: TimeAmount
    private let headTime: TimeAmount
    private let stallTime: TimeAmount
    /// Closes the connection when the rest of a request does not come.
    private var arrival: Scheduled<Void>?
    /// Closes the connection when the client does not take an answer.
    private var stall: Scheduled<Void>?
    private var isArriving = false
    private var bodyBytes = 0
    private var answersOwed = 0

    /// A body that is too long is refused by those who read it; beyond that by this much, the connection is closed.
    private static let slack = 64 << 10

    init(
        requestSeconds: Int, stallSeconds: Int, allowance: @escaping @Sendable (HTTPRequest) -> Allowance
    ) {
        self.allowance = allowance
        headTime = .seconds(Int64(requestSeconds))
        requestTime = headTime
        stallTime = .seconds(Int64(stallSeconds))
    }

    func handlerRemoved(context: ChannelHandlerContext) { stopTimers() }

    func channelInactive(context: ChannelHandlerContext) {
        stopTimers()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            let allowance = allowance(head)
            bodyLength = allowance.bodyLength + Self.slack
            requestTime = .seconds(Int64(allowance.seconds))
            isArriving = true
            arrival?.cancel()
            arrival = nil
            bodyBytes = 0
            answersOwed += 1
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            guard bodyBytes <= bodyLength else { return context.close(promise: nil) }
        case .end:
            isArriving = false
            requestTime = headTime
            arrival?.cancel()
            arrival = nil
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most requests arrive whole, and need no timer. Bytes that have not yet become a request are the beginning of one.
        if arrival == nil, isArriving || answersOwed == 0 { arrival = closing(context, after: requestTime) }
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        stall = context.channel.isWritable ? nil : closing(context, after: stallTime)
        context.fireChannelWritabilityChanged()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { answersOwed -= 1 }
        context.write(data, promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let fault = error as? HTTPParserError, answersOwed == 0 else { return context.fireErrorCaught(error) }
        let refusal =
            fault == .headerOverflow
            ? ErrorBody(.headersTooLarge, "the request's headers are larger than this server takes")
            : ErrorBody(.badRequest, "the request is not HTTP/1.1")
        let body = ByteBuffer(bytes: refusal.json)
        let head = HTTPResponse(
            status: .init(code: refusal.code.status),
            headerFields: [
                .contentType: "application/json", .contentLength: "\(body.readableBytes)", .connection: "close",
            ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        let connection = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.end(nil)))
            .whenComplete { _ in connection.value.close(promise: nil) }
    }

    private func closing(_ context: ChannelHandlerContext, after time: TimeAmount) -> Scheduled<Void> {
        let connection = NIOLoopBound(context, eventLoop: context.eventLoop)
        return context.eventLoop.scheduleTask(in: time) { connection.value.close(promise: nil) }
    }

    private func stopTimers() {
        arrival?.cancel()
        stall?.cancel()
    }
}
