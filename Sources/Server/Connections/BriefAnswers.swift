import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Answers what is answered briefly where it is read, on the connection's event loop; everything else goes on to the server framework.
///
/// The framework hands each request and each answer through a stream of its own between tasks, which uploads and endless answers need and
/// which costs as much as finding the nearest street. Answers leave in the order of their requests: while one is owed by the framework
/// nothing is answered here, and while one is made here nothing is handed on.
final class BriefAnswers: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// A request that is answered here unless a body follows.
    private struct Question {
        let head: HTTPRequest
        let target: Site.Target
        let match: Routes.Match
    }

    /// What came while an answer was made.
    private enum Held {
        case part(HTTPRequestPart)
        case event(any Sendable)
    }

    private let site: Site
    private let date: DateHeader
    private var executor: EventLoopExecutor?
    private var clientNetwork: String?
    private var question: Question?
    private var isAnswering = false
    private var held: [Held] = []
    private var wantsRead = false
    /// How many answers the framework owes.
    private var owed = 0

    init(_ site: Site, _ date: DateHeader) {
        self.site = site
        self.date = date
    }

    func handlerAdded(context: ChannelHandlerContext) { executor = EventLoopExecutor(context.eventLoop) }

    func channelActive(context: ChannelHandlerContext) {
        clientNetwork = context.remoteAddress?.ipAddress.flatMap { ClientNetwork.name($0) }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if isAnswering { held.append(.part(part)) } else { take(part, context) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Who has said all may still wait for an answer: the framework would close the connection.
        if isAnswering, let event = event as? ChannelEvent {
            held.append(.event(event))
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func read(context: ChannelHandlerContext) {
        if isAnswering { wantsRead = true } else { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { owed -= 1 }
        context.write(data, promise: promise)
    }

    private func take(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let head):
            if let question = briefQuestion(head) { return self.question = question }
            owed += 1
        case .body:
            guard let question else { break }
            self.question = nil
            owed += 1
            context.fireChannelRead(wrapInboundOut(.head(question.head)))
        case .end:
            guard let question else { break }
            self.question = nil
            return answer(question, context)
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    private func briefQuestion(_ head: HTTPRequest) -> Question? {
        guard owed == 0, head.method == .get,
            head.headerFields[.connection].map({ $0.lowercased() == "keep-alive" }) ?? true
        else { return nil }
        let target = Site.Target(head)
        guard let match = site.match(target, .get), match.route.isBrief else { return nil }
        return Question(head: head, target: target, match: match)
    }

    private func answer(_ question: Question, _ context: ChannelHandlerContext) {
        isAnswering = true
        let connection = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        let (site, loop, network) = (site, context.eventLoop, clientNetwork)
        // Runs here until it has to wait for a worker, and goes on here afterwards.
        Task.immediate(executorPreference: executor) {
            var response = await site.respond(
                to: Request(head: question.head, body: .init(buffer: ByteBuffer())), question.target, question.match,
                on: loop, clientNetwork: network)
            let (handler, context) = connection.value
            response.headers[.date] = handler.date.now
            context.write(handler.wrapOutboundOut(.head(response.head)), promise: nil)
            do {
                try await response.body.write(BriefWriter(connection: connection))
                connection.value.handler.answered(connection.value.context)
            } catch {
                // Half an answer cannot be mended.
                connection.value.context.close(promise: nil)
            }
        }
    }

    private func answered(_ context: ChannelHandlerContext) {
        context.flush()
        isAnswering = false
        guard !held.isEmpty || wantsRead else { return }
        while !isAnswering, !held.isEmpty {
            switch held.removeFirst() {
            case .part(let part): take(part, context)
            case .event(let event): context.fireUserInboundEventTriggered(event)
            }
        }
        context.fireChannelReadComplete()
        guard !isAnswering, wantsRead else { return }
        wantsRead = false
        context.read()
    }
}

/// Writes a body to the connection as it comes.
private struct BriefWriter: ResponseBodyWriter {
    let connection: NIOLoopBound<(handler: BriefAnswers, context: ChannelHandlerContext)>

    func write(_ buffer: ByteBuffer) async throws { write(.body(buffer)) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws { write(.end(trailingHeaders)) }

    private func write(_ part: HTTPResponsePart) {
        let (handler, context) = connection.value
        context.write(handler.wrapOutboundOut(part), promise: nil)
    }
}
