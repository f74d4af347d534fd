package import Fairness
package import HTTPTypes
import HereaboutsAPI
import Hummingbird
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes

/// Enforces the limits of one connection: how many its network has open, how long a request may take to arrive, how
/// large its body may be, and how long a client may leave an answer unread. It closes a connection that exceeds them. A
/// client that does not send HTTP gets an error answer first.
///
/// The server framework limits the size of headers and the wait between requests. This handler adds what the framework
/// leaves open: requests that trickle or never end, readers that stop reading, clients that wait for permission to go
/// on, and answers that are a connection's last. The client gets those in full, also when the server stops.
///
/// A request has `requestSeconds` to arrive. If its first bytes come with the end of the request before, or while that
/// is being answered, the framework's `idleSeconds` hold until more of it comes.
package final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// The limits of a request: bytes of its body, and seconds to arrive.
    package struct Allowance: Sendable {
        let bodyLength: Int
        let seconds: Int

        package init(bodyLength: Int, seconds: Int) {
            self.bodyLength = bodyLength
            self.seconds = seconds
        }
    }

    /// Runs the tasks of this connection.
    package private(set) var executor: EventLoopExecutor?
    /// Reports when the client has left.
    package let departure = Departure()
    /// Holds back bodies that may be large until a handler asks for them.
    package let gate = BodyGate()
    private var isHeldBack = false
    /// Whether a handler wants to read while the connection is held back.
    private var wantsRead = false
    /// Whether the client waits for `100 Continue` before it sends its body (RFC 9110 §10.1.1).
    private var waitsForContinue = false
    private let budget: SharedBudget
    /// Proxies, whose connections belong to many clients.
    private let proxies: AddressList
    /// This connection's share of the budget.
    private var place: SharedBudget.Share?
    private let allowance: @Sendable (HTTPRequest) -> Allowance
    private var bodyLength = 0
    private var requestTime: TimeAmount
    private let headTime: TimeAmount
    private let stallTime: TimeAmount
    /// Closes the connection when the rest of a request does not arrive in time.
    private var arrival: Scheduled<Void>?
    /// Closes the connection when the client does not read an answer.
    private var stall: Scheduled<Void>?
    private var writtenBytes = 0
    private var isArriving = false
    /// Whether the last read brought the end of a request.
    private var hasEnded = false
    /// Whether the announced length of the arriving body exceeds its limit.
    private var isRefused = false
    /// Whether the latest request asks to close the connection after its answer.
    private var isLastAsked = false
    private var bodyBytes = 0
    private var answersOwed = 0
    /// Whether the answer in progress announces that it is the last.
    private var isLast = false
    /// The error for an unreadable head, sent once the requests before it are answered.
    private var laterRefusal: ErrorBody?
    /// Whether the last answer is written: the handler ignores what still arrives.
    private var isOver = false
    /// Whether the head of an answer is written, but not its end.
    private var isWriting = false
    /// The number of answers that the system has not sent yet.
    private var unsent = 0
    /// Whether the server began to stop while answers were in progress.
    private var isStopping = false
    /// Whether the server has closed its side. It discards what the client still sends, until the client leaves.
    private var isLeaving = false

    /// The readers of a body refuse one that is too long. When it exceeds its limit by this many bytes, the connection
    /// closes.
    private static let slack = 64 << 10
    /// The bytes that a client must read within the stall time: half of what a connection gets at once.
    private static let leastTaken = ResponseBody.pieceLength / 2
    /// How long a refused client may go on sending. A client that sends everything before it reads would otherwise miss
    /// the answer.
    private static let lingerTime = TimeAmount.seconds(2)

    /// Guards a connection that takes one unit of `budget`. The connections of one network may take a share of it,
    /// those of `proxies` all of it.
    package init(
        budget: SharedBudget, proxies: AddressList = .loopback, requestSeconds: Int, stallSeconds: Int,
        allowance: @escaping @Sendable (HTTPRequest) -> Allowance
    ) {
        self.budget = budget
        self.proxies = proxies
        self.allowance = allowance
        headTime = .seconds(Int64(requestSeconds))
        requestTime = headTime
        stallTime = .seconds(Int64(stallSeconds))
    }

    package func handlerAdded(context: ChannelHandlerContext) { executor = EventLoopExecutor(context.eventLoop) }

    package func channelActive(context: ChannelHandlerContext) {
        let peer = InternetAddress(ofPeer: context.remoteAddress)
        do {
            place = try budget.take(1, for: peer.map { proxies.contains($0) } == true ? nil : Network(of: peer))
        } catch {
            return context.close(promise: nil)
        }
        context.fireChannelActive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) { stopTimers() }

    package func channelInactive(context: ChannelHandlerContext) {
        stopTimers()
        departure.leave()
        place = nil
        context.fireChannelInactive()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if isOver { return }
        switch part {
        case .head(let head):
            // Behind `ConnectionPersistence` the field has this form only.
            isLastAsked = head.headerFields[.connection] == "close"
            let allowance = allowance(head)
            bodyLength = allowance.bodyLength + Self.slack
            requestTime = .seconds(Int64(allowance.seconds))
            isArriving = true
            arrival?.cancel()
            arrival = nil
            bodyBytes = 0
            isRefused = head.headerFields[.contentLength].map { Int($0) ?? .max } ?? 0 > allowance.bodyLength
            waitsForContinue =
                answersOwed == 0 && !isRefused && head.headerFields[.expect]?.lowercased() == "100-continue"
            answersOwed += 1
            if !isRefused, BodyGate.holds(head) { holdBack(context) } else { letIn(context) }
        case .body(let bytes):
            // Nobody reads it, and the answer may not be written yet.
            if isRefused { return }
            bodyBytes += bytes.readableBytes
            if bodyBytes > bodyLength {
                guard answersOwed > 1 else { return context.close(promise: nil) }
                // Closing the connection now would cut off the answers to earlier requests. The reader of this body
                // refuses it for these bytes, and the rest is discarded.
                isRefused = true
            }
        case .end:
            isArriving = false
            hasEnded = true
            requestTime = headTime
            arrival?.cancel()
            arrival = nil
        }
        context.fireChannelRead(data)
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        if isLeaving { return context.read() }
        // Most requests arrive whole and need no timer; then the framework limits the wait for the next. Bytes that do
        // not form a request are the beginning of one. After the end of a request, they are the same as no bytes.
        if arrival == nil, isArriving || answersOwed == 0 && !hasEnded {
            arrival = closing(context, after: requestTime)
        }
        hasEnded = false
        context.fireChannelReadComplete()
    }

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        stall = nil
        if !context.channel.isWritable { awaitProgress(context) }
        context.fireChannelWritabilityChanged()
    }

    /// Closes the connection when its client reads almost nothing for a while, however long the answer is.
    private func awaitProgress(_ context: ChannelHandlerContext) {
        let taken = taken(context)
        let connection = NIOLoopBound((guard: self, context: context), eventLoop: context.eventLoop)
        stall = context.eventLoop.scheduleTask(in: stallTime) {
            let (guarding, context) = connection.value
            guard guarding.taken(context) - taken >= Self.leastTaken else { return context.close(promise: nil) }
            guarding.awaitProgress(context)
        }
    }

    /// Returns the bytes of bodies that the system has sent.
    private func taken(_ context: ChannelHandlerContext) -> Int {
        let waiting = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
        return writtenBytes - (waiting ?? 0)
    }

    package func read(context: ChannelHandlerContext) {
        if isHeldBack { wantsRead = true } else { context.read() }
    }

    /// Stops reading until the gate opens.
    private func holdBack(_ context: ChannelHandlerContext) {
        isHeldBack = true
        let connection = NIOLoopBound((guard: self, context: context), eventLoop: context.eventLoop)
        let loop = context.eventLoop
        gate.close {
            if loop.inEventLoop {
                connection.value.guard.letInIfWanted(connection.value.context)
            } else {
                loop.execute { connection.value.guard.letInIfWanted(connection.value.context) }
            }
        }
    }

    /// Lets a body in for the handler of its request. While an earlier request is being answered, its handler wants
    /// that request's body, which has arrived already.
    private func letInIfWanted(_ context: ChannelHandlerContext) {
        if isHeldBack, answersOwed <= 1 { letIn(context) }
    }

    private func letIn(_ context: ChannelHandlerContext) {
        isHeldBack = false
        gate.stayOpen()
        if waitsForContinue, context.channel.isActive {
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        waitsForContinue = false
        guard wantsRead else { return }
        wantsRead = false
        context.read()
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        if case .head(var head) = part {
            isLast = head.headerFields[.connection] == "close"
            isWriting = true
            if waitsForContinue, answersOwed == 1 {
                // The client may send the body or not: the bytes that follow are ambiguous.
                waitsForContinue = false
                isLast = true
                head.headerFields[.connection] = "close"
                return context.write(wrapOutboundOut(.head(head)), promise: promise)
            }
        }
        if case .body(let bytes) = part { writtenBytes += bytes.readableBytes }
        guard case .end = part else { return context.write(data, promise: promise) }
        answersOwed -= 1
        isWriting = false
        // Reads and discards a body that nobody wanted, so that its sender sees the answer.
        if answersOwed == 0 { gate.open() }
        unsent += 1
        isOver = isOver || isLast || isLastAsked && answersOwed == 0
        let connection = NIOLoopBound((guard: self, context: context), eventLoop: context.eventLoop)
        let written = promise ?? context.eventLoop.makePromise()
        written.futureResult.whenComplete { _ in connection.value.guard.wasSent(connection.value.context) }
        context.write(data, promise: written)
        if answersOwed == 0, !isOver, let refusal = laterRefusal { refuse(refusal, context) }
    }

    private func wasSent(_ context: ChannelHandlerContext) {
        unsent -= 1
        if isOver, unsent == 0 { leave(context) }
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ConnectionPersistence.LastAnswer:
            isLast = true
            return
        case is ChannelShouldQuiesceEvent: isStopping = answersOwed > 0 || unsent > 0 || isLeaving
        case ChannelEvent.inputClosed where isLeaving: return context.close(promise: nil)
        case ChannelEvent.inputClosed: probe(context)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Finds out whether a client that has finished sending still waits for its answer or has left; both look alike
    /// until the server sends something. A waiting client skips a `100 Continue` (RFC 9110 §15.2.1). The system of a
    /// client that has left resets the connection.
    private func probe(_ context: ChannelHandlerContext) {
        guard answersOwed > 0, unsent == 0, !isWriting, !isOver, !isArriving else { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    /// Closes the connection. The framework closes it when the last answer is written, though the system may not have
    /// sent that, and when it cannot answer the requests behind the last answer. This waits until the client has
    /// the answers, but only as long as for a client that reads nothing.
    package func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard isStopping || isOver, mode == .all else { return context.close(mode: mode, promise: promise) }
        isOver = true
        if let promise { context.channel.closeFuture.cascade(to: promise) }
        guard unsent > 0 else { return leave(context) }
        arrival?.cancel()
        arrival = closing(context, after: stallTime)
    }

    /// Closes the sending side, and waits a while for the client to leave. If the connection closed with requests
    /// unread, the system would discard what the client has not read yet (RFC 9112 §9.6).
    private func leave(_ context: ChannelHandlerContext) {
        guard !isLeaving else { return }
        isLeaving = true
        arrival?.cancel()
        arrival = closing(context, after: Self.lingerTime)
        let connection = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.close(mode: .output).whenFailure { error in
            // The framework may have closed the sending side already.
            if error as? ChannelError != .outputClosed { connection.value.close(promise: nil) }
        }
        context.read()
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isOver || laterRefusal != nil { return }
        // A request whose body cannot be read waits for the rest of it, and gets no answer.
        guard let refusal = Self.refusal(of: error), !isArriving else { return context.fireErrorCaught(error) }
        // Closing the connection now would cut off the answers to earlier requests.
        if answersOwed == 0 { refuse(refusal, context) } else { laterRefusal = refusal }
    }

    private func refuse(_ refusal: ErrorBody, _ context: ChannelHandlerContext) {
        let body = ByteBuffer(bytes: refusal.json)
        let head = HTTPResponse(
            status: .init(code: refusal.code.status),
            headerFields: [
                .contentType: "application/json", .contentLength: "\(body.readableBytes)", .connection: "close",
            ])
        // It counts as an answer like others: what the client still sends must not keep it from reading this one.
        answersOwed += 1
        write(context: context, data: wrapOutboundOut(.head(head)), promise: nil)
        write(context: context, data: wrapOutboundOut(.body(body)), promise: nil)
        write(context: context, data: wrapOutboundOut(.end(nil)), promise: nil)
        context.flush()
    }

    /// Returns the answer to an unreadable request; `nil` for other errors.
    private static func refusal(of error: any Error) -> ErrorBody? {
        switch error {
        case HTTPParserError.headerOverflow:
            ErrorBody(.headersTooLarge, "the request's headers are larger than this server accepts")
        case is HTTPParserError: ErrorBody(.badRequest, "the request is not HTTP/1.1")
        case let fault as RequestCheck.Fault: ErrorBody(.badRequest, fault.reason)
        default: nil
        }
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
