import Fairness
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Answers brief requests on the event loop that reads them, and passes everything else on to the server framework.
///
/// The framework passes each request and each answer between tasks through a stream. Uploads and endless answers need
/// that, and it costs as much as finding the nearest street. Answers leave in the order of their requests. While the
/// framework owes an answer, this handler makes none. While this handler makes one, everything that arrives waits:
/// requests, errors and the end. Arrivals also wait while the client does not read its answers, and while something
/// waits the connection reads nothing more. So one connection holds one answer, and the bytes of one read.
final class BriefAnswers: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// A request that this handler answers when its end arrives.
    private struct Question {
        let head: HTTPRequest
        let site: Site
        let target: Site.Target
        let match: Routes.Match
        var body = ByteBuffer()
    }

    private enum Arrival {
        case part(HTTPRequestPart)
        case event(ChannelEvent)
        case error(any Error)
    }

    private let front: Front
    private let date: DateHeader
    private let executor: EventLoopExecutor
    private let departure: Departure
    /// The address of the other end of the connection.
    private var peer: InternetAddress?
    private var question: Question?
    private var isAnswering = false
    /// The arrivals that wait, in order.
    private var arrivals: CircularBuffer<Arrival> = []
    private var isTaking = false
    private var wantsRead = false
    /// The number of answers that the framework owes.
    private var owed = 0
    /// The number of this handler's answers that the system has not sent yet.
    private var unsent = 0
    /// The number of answers since other connections had their turn.
    private var answersInTurn = 0
    private var isGone = false
    /// The task that writes an answer while it waits for the client to read.
    private var writer: CheckedContinuation<Void, any Error>?

    /// The most bytes of a body that this handler keeps until its end arrives.
    private static let mostBody = 32 << 10
    /// After this many pipelined requests of one client, the event loop's other connections get their turn.
    private static let mostInTurn = 16

    /// - Parameters:
    ///   - front: Finds the site of each request.
    ///   - executor: Runs the tasks of this connection.
    ///   - departure: Whether the client has left, as `ConnectionGuard` sees it.
    init(_ front: Front, _ date: DateHeader, _ executor: EventLoopExecutor, _ departure: Departure) {
        self.front = front
        self.executor = executor
        self.departure = departure
        self.date = date
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        isGone = true
        arrivals.removeAll()
        writer?.resume(throwing: ChannelError.ioOnClosedChannel)
        writer = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        peer = InternetAddress(ofPeer: context.remoteAddress)
        context.fireChannelActive()
    }

    // MARK: Arrivals

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { arrive(.part(unwrapInboundIn(data)), context) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { arrive(.error(error), context) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent {
            arrive(.event(event), context)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if arrivals.isEmpty { answersInTurn = 0 }
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            writer?.resume()
            writer = nil
            goOn(context)
        }
        context.fireChannelWritabilityChanged()
    }

    func read(context: ChannelHandlerContext) {
        // While an answer is in progress, one more read may happen: preventing it would cost two system calls per
        // request.
        if !arrivals.isEmpty || !context.channel.isWritable { wantsRead = true } else { context.read() }
    }

    private func arrive(_ arrival: Arrival, _ context: ChannelHandlerContext) {
        if arrivals.isEmpty, mayTake(arrival, context) {
            take(arrival, context)
        } else {
            arrivals.append(arrival)
        }
    }

    private func mayTake(_ arrival: Arrival, _ context: ChannelHandlerContext) -> Bool {
        guard !isAnswering, answersInTurn < Self.mostInTurn, context.channel.isWritable else { return false }
        // When the framework learns that the client has finished, it may close the connection.
        if case .event = arrival { return unsent == 0 }
        return true
    }

    /// Processes the waiting arrivals as far as possible. Immediate answers return here, so that one loop processes
    /// all.
    private func goOn(_ context: ChannelHandlerContext) {
        guard !isTaking, !isGone else { return }
        isTaking = true
        let hasWaited = !arrivals.isEmpty
        while let arrival = arrivals.first, mayTake(arrival, context) {
            arrivals.removeFirst()
            take(arrival, context)
        }
        isTaking = false
        if hasWaited { context.fireChannelReadComplete() }
        guard wantsRead, arrivals.isEmpty, context.channel.isWritable else { return }
        wantsRead = false
        context.read()
    }

    private func take(_ arrival: Arrival, _ context: ChannelHandlerContext) {
        switch arrival {
        case .part(let part): take(part, context)
        case .event(let event): context.fireUserInboundEventTriggered(event)
        case .error(let error): context.fireErrorCaught(error)
        }
    }

    private func take(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let head):
            if let question = briefQuestion(head) { return self.question = question }
            owed += 1
        case .body(let bytes):
            if question != nil {
                question?.body.writeImmutableBuffer(bytes)
                return
            }
        case .end:
            guard let question else { break }
            self.question = nil
            return answer(question, context)
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    private func briefQuestion(_ head: HTTPRequest) -> Question? {
        let fields = head.headerFields
        // Behind `ConnectionPersistence` only a request that ends its connection has this field.
        guard owed == 0, fields[.connection] == nil, fields[.transferEncoding] == nil else { return nil }
        let length = fields[.contentLength]
        switch head.method {
        case .get: guard length == nil else { return nil }
        case .post: guard length.flatMap({ Int($0) }).map({ $0 <= Self.mostBody }) ?? false else { return nil }
        default: return nil
        }
        guard let site = front.site(for: head, from: peer) else { return nil }
        let target = site.target(of: head)
        guard let match = site.match(target, head.method), match.route.isBrief else { return nil }
        return Question(head: head, site: site, target: target, match: match)
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // The framework also answers input that is not HTTP, and `owed` does not count that.
        if case .end = unwrapOutboundIn(data), owed > 0 { owed -= 1 }
        context.write(data, promise: promise)
    }

    private func answer(_ question: Question, _ context: ChannelHandlerContext) {
        isAnswering = true
        answersInTurn += 1
        let connection = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        let (executor, peer, departure) = (executor, peer, departure)
        // Runs here until it has to wait for a worker, and continues here afterwards.
        Task.immediate(executorPreference: executor) {
            var response = await question.site.respond(
                to: Request(head: question.head, body: .init(buffer: question.body)), question.target, question.match,
                on: executor, from: peer, departure: departure)
            let (handler, context) = connection.value
            response.headers[.date] = handler.date.now
            context.write(handler.wrapOutboundOut(.head(response.head)), promise: nil)
            do {
                try await response.body.write(BriefWriter(connection: connection))
                connection.value.handler.answered(connection)
            } catch {
                // Half an answer cannot be repaired.
                connection.value.context.close(promise: nil)
            }
        }
    }

    /// Returns when the client reads again; throws when it has left.
    fileprivate func untilWritable() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            if isGone { continuation.resume(throwing: ChannelError.ioOnClosedChannel) } else { writer = continuation }
        }
    }

    fileprivate func end(_ trailingHeaders: HTTPFields?, _ connection: Connection) {
        let context = connection.value.context, sent = context.eventLoop.makePromise(of: Void.self)
        unsent += 1
        sent.futureResult.whenComplete { _ in
            let (handler, context) = connection.value
            handler.unsent -= 1
            if handler.unsent == 0 { handler.goOn(context) }
        }
        context.write(wrapOutboundOut(.end(trailingHeaders)), promise: sent)
    }

    private func answered(_ connection: Connection) {
        isAnswering = false
        let context = connection.value.context
        context.flush()
        guard answersInTurn >= Self.mostInTurn else { return goOn(context) }
        context.eventLoop.execute {
            let (handler, context) = connection.value
            handler.answersInTurn = 0
            handler.goOn(context)
        }
    }

    fileprivate typealias Connection = NIOLoopBound<(handler: BriefAnswers, context: ChannelHandlerContext)>
}

/// Writes a body to the connection in its parts.
private struct BriefWriter: ResponseBodyWriter {
    let connection: BriefAnswers.Connection

    func write(_ buffer: ByteBuffer) async throws {
        let (handler, context) = connection.value
        context.write(handler.wrapOutboundOut(.body(buffer)), promise: nil)
        guard !context.channel.isWritable else { return }
        context.flush()
        // After the flush, the system may have sent it already.
        if !context.channel.isWritable { try await handler.untilWritable() }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        connection.value.handler.end(trailingHeaders, connection)
    }
}
