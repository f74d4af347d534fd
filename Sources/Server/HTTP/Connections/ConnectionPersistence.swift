import NIOCore
import NIOHTTP1

/// Normalises `Connection` in requests, and announces in answers whether the connection stays open.
///
/// Clients express this in several forms: by the version of HTTP, in any case of letters, in a list, in several fields
/// (RFC 9112 §9.3). The handlers behind this one see `Connection: close` when the connection ends, and no such field
/// when it stays.
///
/// The client finds the end of an answer by its length or by its chunks. HTTP/1.0 has no chunks, nor has an answer to
/// HEAD: such an answer without a length ends with the connection (RFC 9112 §6.1, §6.3).
///
/// The server offers no other protocol (RFC 9110 §7.8) and answers an upgrade request as it is. But the decoder accepts
/// nothing more after one, so it is the connection's last request. The server does not read what follows a last
/// request, because the decoder would keep all of it.
final class ConnectionPersistence: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The answers that are due, in order.
    private var owed: CircularBuffer<Answer> = []
    /// Whether the arriving request is the last.
    private var isLast = false
    /// Whether the last request has arrived.
    private var isClosedToInput = false

    private struct Answer {
        /// The value of `Connection` in its head.
        var word: Word
        /// Whether its head must have a length.
        let needsLength: Bool
    }

    /// Signals that the answer whose head is written is the connection's last.
    struct LastAnswer {}

    private enum Word: String {
        case close
        /// For clients that would otherwise assume that the connection closes.
        case keepAlive = "keep-alive"
        /// The connection stays, which is the default of HTTP/1.1.
        case none
    }

    private static let field = "connection"

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isClosedToInput { return }
        guard case .head(var head) = unwrapInboundIn(data) else {
            if case .end = unwrapInboundIn(data) { isClosedToInput = isLast }
            return context.fireChannelRead(data)
        }
        guard !RequestCheck.isLongToCompare(head) else {
            // `RequestCheck` refuses it; until then no code may compare its fields.
            isLast = true
            owed.append(Answer(word: .close, needsLength: true))
            return context.fireChannelRead(data)
        }
        isLast = !head.isKeepAlive || Self.asks(for: Word.close.rawValue, head) || Self.stopsDecoder(head)
        let word: Word = isLast ? .close : head.version == .http1_1 ? .none : .keepAlive
        owed.append(Answer(word: word, needsLength: head.version != .http1_1 || head.method == .HEAD))
        switch word {
        case .close: head.headers.replaceOrAdd(name: Self.field, value: word.rawValue)
        case .keepAlive, .none:
            guard head.headers.contains(name: Self.field) else { return context.fireChannelRead(data) }
            head.headers.remove(name: Self.field)
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func read(context: ChannelHandlerContext) {
        if !isClosedToInput { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // `100 Continue` is not an answer yet.
            guard head.status.code >= 200, let answer = owed.first else { break }
            let isOpen =
                answer.needsLength && head.status.mayHaveResponseBody && !head.headers.contains(name: "content-length")
            if isOpen {
                // The encoder makes no chunks for this version.
                head.version = .http1_0
                owed[owed.startIndex].word = .close
                isClosedToInput = true
                context.fireUserInboundEventTriggered(LastAnswer())
            }
            let word = owed[owed.startIndex].word
            guard isOpen || word != .none && !head.headers.contains(name: Self.field) else { break }
            head.headers.replaceOrAdd(name: Self.field, value: word.rawValue)
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: break
        // The framework also answers input that is not HTTP, and no answer was due for that.
        case .end: _ = owed.popFirst()
        }
        context.write(data, promise: promise)
    }

    /// Whether the decoder takes the bytes after this request for another protocol.
    private static func stopsDecoder(_ head: HTTPRequestHead) -> Bool {
        guard head.method != .CONNECT else { return true }
        guard head.headers.contains(name: "upgrade") else { return false }
        return asks(for: "upgrade", head) || asks(for: "upgrade", head, in: "proxy-connection")
    }

    private static func asks(for word: String, _ head: HTTPRequestHead, in name: String = field) -> Bool {
        head.headers[canonicalForm: name].contains { $0.lowercased() == word }
    }
}
