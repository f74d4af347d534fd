package import Fairness
package import HTTPTypes
import HereaboutsAPI
import Hummingbird
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes

/// Holds one connection to its limits: how many its network has open, how long a request may take to arrive, how much
/// body it may carry, how long a client may not take what it asked for. What breaks them is closed; what is not HTTP
/// gets the error form first.
///
/// The server framework limits the size of headers and the wait between requests; this adds what it leaves open:
/// requests that trickle or do not end, readers that stop reading, clients that wait to be told to go on, and answers
/// that are a connection's last, which a client gets in full: also when the server is told to stop.
///
/// A request has `requestSeconds` to arrive. One whose first bytes come together with the end of the one before, or
/// while that is answered, has the framework's `idleSeconds`, as if it had not begun, until more of it comes.
package final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// What a request may take, in bytes of body and in time to arrive.
    package struct Allowance: Sendable {
        let bodyLength: Int
        let seconds: Int

        package init(bodyLength: Int, seconds: Int) {
            self.bodyLength = bodyLength
            self.seconds = seconds
        }
    }

    /// Learns when the client has gone.
    package let departure = Departure()
    /// Holds back bodies that may be large until somebody asks for them.
    package let gate = BodyGate()
    private var isHeldBack = false
    /// Whether somebody wants to read what is held back.
    private var wantsRead = false
    /// Whether the client waits to be told that its body may come (RFC 9110 §10.1.1).
    private var waitsForContinue = false
    private let budget: SharedBudget
    /// Whose connections are those of many clients.
    private let proxies: AddressList
    /// This connection's place in the budget.
    private var place: SharedBudget.Share?
    private let allowance: @Sendable (HTTPRequest) -> Allowance
    private var bodyLength = 0
    private var requestTime: TimeAmount
    private let headTime: TimeAmount
    private let stallTime: TimeAmount
    /// Closes the connection when the rest of a request does not come.
    private var arrival: Scheduled<Void>?
    /// Closes the connection when the client does not take an answer.
    private var stall: Scheduled<Void>?
    private var writtenBytes = 0
    private var isArriving = false
    /// Whether the end of a request was among what was read last.
    private var hasEnded = false
    /// Whether the body that comes is announced as longer than it may be.
    private var isRefused = false
    /// Whether the request that came last asks for the connection to end with its answer.
    private var isLastAsked = false
    private var bodyBytes = 0
    private var answersOwed = 0
    /// Whether the answer that is being written says that it is the last.
    private var isLast = false
    /// What is said of a head that cannot be read, once the requests before it are answered.
    private var laterRefusal: ErrorBody?
    /// Whether the last answer is written: what still comes is not read any more.
    private var isOver = false
    /// Whether the head of an answer is written, and its end is not.
    private var isWriting = false
    /// How many answers the system has not taken yet.
    private var unsent = 0
    /// Whether the server was told to stop while answers were under way.
    private var isStopping = false
    /// Whether the client was told that nothing more comes, and what it still sends is thrown away until it has gone.
    private var isLeaving = false

    /// A body that is too long is refused by those who read it; beyond that by this much, the connection is closed.
    private static let slack = 64 << 10
    /// A client has to take so much while the server is patient: half of what is handed to a connection at once.
    private static let leastTaken = ResponseBody.pieceLength / 2
    /// How long a client that is told no may go on sending: one that sends all before it reads would else not see the
    /// answer.
    private static let farewell = TimeAmount.seconds(2)

    /// Guards a connection that needs a place in `budget`, of which the connections of one network may have a share, and
    /// those of `proxies` all.
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
            // In this form alone, behind `ConnectionPersistence`.
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
            guard bodyBytes <= bodyLength else { return context.close(promise: nil) }
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
        // Most requests arrive whole, and need no timer: then the framework limits the wait for the next. Bytes that
        // become no request are the beginning of one; behind the end of another they cannot be told from none.
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

    /// Closes the connection when its client takes next to nothing for a while, however much is still to come.
    private func awaitProgress(_ context: ChannelHandlerContext) {
        let taken = taken(context)
        let connection = NIOLoopBound((guard: self, context: context), eventLoop: context.eventLoop)
        stall = context.eventLoop.scheduleTask(in: stallTime) {
            let (guarding, context) = connection.value
            guard guarding.taken(context) - taken >= Self.leastTaken else { return context.close(promise: nil) }
            guarding.awaitProgress(context)
        }
    }

    /// How much of the bodies that were written the system has taken, in bytes.
    private func taken(_ context: ChannelHandlerContext) -> Int {
        let waiting = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
        return writtenBytes - (waiting ?? 0)
    }

    package func read(context: ChannelHandlerContext) {
        if isHeldBack { wantsRead = true } else { context.read() }
    }

    /// Reads nothing more until the gate is opened.
    private func holdBack(_ context: ChannelHandlerContext) {
        isHeldBack = true
        let connection = NIOLoopBound((guard: self, context: context), eventLoop: context.eventLoop)
        let loop = context.eventLoop
        gate.close {
            if loop.inEventLoop {
                connection.value.guard.letWantedIn(connection.value.context)
            } else {
                loop.execute { connection.value.guard.letWantedIn(connection.value.context) }
            }
        }
    }

    /// Lets a body in for those who answer its request. While an earlier request is answered, that one's body is wanted,
    /// which has come already.
    private func letWantedIn(_ context: ChannelHandlerContext) {
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
                // Whether the body still comes is the client's to choose now: what follows could be either.
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
        // What nobody asked for is read and thrown away, so that its sender sees the answer.
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

    /// Finds out whether a client that says no more still waits for its answer, or has gone: both look alike until
    /// something is sent. A client that waits leaves this out (RFC 9110 §15.2.1); the system of one that has gone resets
    /// the connection.
    private func probe(_ context: ChannelHandlerContext) {
        guard answersOwed > 0, unsent == 0, !isWriting, !isOver, !isArriving else { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    /// The framework closes when the last answer is written, which the system may not have taken; while the server
    /// stops, it waits for that, but no longer than for a client that does not take anything.
    package func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard isStopping, mode == .all else { return context.close(mode: mode, promise: promise) }
        isOver = true
        if let promise { context.channel.closeFuture.cascade(to: promise) }
        guard unsent > 0 else { return leave(context) }
        arrival?.cancel()
        arrival = closing(context, after: stallTime)
    }

    /// Tells the client that nothing more comes, and waits a while for it to go: closed with requests unread, the
    /// system would throw away what the client has not read either (RFC 9112 §9.6).
    private func leave(_ context: ChannelHandlerContext) {
        guard !isLeaving else { return }
        isLeaving = true
        arrival?.cancel()
        arrival = closing(context, after: Self.farewell)
        let connection = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.close(mode: .output).whenFailure { error in
            // The framework may have said so already.
            if error as? ChannelError != .outputClosed { connection.value.close(promise: nil) }
        }
        context.read()
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isOver || laterRefusal != nil { return }
        // A request whose body cannot be read waits for the rest of it, and gets no answer.
        guard let refusal = Self.refusal(of: error), !isArriving else { return context.fireErrorCaught(error) }
        // To end the connection now would cut off the answers to what was asked before.
        if answersOwed == 0 { refuse(refusal, context) } else { laterRefusal = refusal }
    }

    private func refuse(_ refusal: ErrorBody, _ context: ChannelHandlerContext) {
        let body = ByteBuffer(bytes: refusal.json)
        let head = HTTPResponse(
            status: .init(code: refusal.code.status),
            headerFields: [
                .contentType: "application/json", .contentLength: "\(body.readableBytes)", .connection: "close",
            ])
        // It is an answer like others: what the client still sends must not keep it from reading this.
        answersOwed += 1
        write(context: context, data: wrapOutboundOut(.head(head)), promise: nil)
        write(context: context, data: wrapOutboundOut(.body(body)), promise: nil)
        write(context: context, data: wrapOutboundOut(.end(nil)), promise: nil)
        context.flush()
    }

    /// The answer to a client whose request cannot be read; `nil` for other errors.
    private static func refusal(of error: any Error) -> ErrorBody? {
        switch error {
        case HTTPParserError.headerOverflow:
            ErrorBody(.headersTooLarge, "the request's headers are larger than this server takes")
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
