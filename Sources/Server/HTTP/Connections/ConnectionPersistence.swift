import NIOCore
import NIOHTTP1

/// Tells those behind it in one word whether the connection stays after a request, and the client what becomes of it.
///
/// A client says so in ways that they do not look for: with its version of HTTP, in any case of letters, in a list, in
/// several fields (RFC 9112 §9.3). What comes behind this has `Connection: close` where the connection ends, and no
/// such field where it stays.
///
/// The client finds the end of an answer by its length or by its chunks. HTTP/1.0 has no chunks, nor has an answer to
/// HEAD: such an answer without a length ends with the connection (RFC 9112 §6.1, §6.3).
///
/// Another protocol is not offered (RFC 9110 §7.8): such a request is answered as it is. But the decoder takes nothing
/// more behind one, so it is the connection's last. What comes behind a last request is not read: the decoder would
/// keep all of it.
final class ConnectionPersistence: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The answers that are owed, in their order.
    private var owed: CircularBuffer<Answer> = []
    /// Whether the request that arrives is the last.
    private var isLast = false
    /// Whether the last request has arrived.
    private var isDeaf = false

    private struct Answer {
        /// What it says of the connection.
        var word: Word
        /// Whether its head must have its length.
        let needsLength: Bool
    }

    /// Says that the answer whose head is written is the connection's last.
    struct LastAnswer {}

    private enum Word: String {
        case close
        /// For those who would else take it for closed.
        case keepAlive = "keep-alive"
        /// The connection stays, as HTTP/1.1 has it without a word.
        case none
    }

    private static let field = "connection"

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isDeaf { return }
        guard case .head(var head) = unwrapInboundIn(data) else {
            if case .end = unwrapInboundIn(data) { isDeaf = isLast }
            return context.fireChannelRead(data)
        }
        guard !RequestCheck.isLongToCompare(head) else {
            // It is refused behind this, and until then nothing may look into it.
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
        if !isDeaf { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // Being told to go on is no answer yet.
            guard head.status.code >= 200, let answer = owed.first else { break }
            let isOpen =
                answer.needsLength && head.status.mayHaveResponseBody && !head.headers.contains(name: "content-length")
            if isOpen {
                // The encoder makes no chunks in this version.
                head.version = .http1_0
                owed[owed.startIndex].word = .close
                isDeaf = true
                context.fireUserInboundEventTriggered(LastAnswer())
            }
            let word = owed[owed.startIndex].word
            guard isOpen || word != .none && !head.headers.contains(name: Self.field) else { break }
            head.headers.replaceOrAdd(name: Self.field, value: word.rawValue)
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: break
        // What is no HTTP is answered, too, and nobody owed that.
        case .end: _ = owed.popFirst()
        }
        context.write(data, promise: promise)
    }

    /// Whether the decoder takes what follows a request for another protocol's.
    private static func stopsDecoder(_ head: HTTPRequestHead) -> Bool {
        guard head.method != .CONNECT else { return true }
        guard head.headers.contains(name: "upgrade") else { return false }
        return asks(for: "upgrade", head) || asks(for: "upgrade", head, in: "proxy-connection")
    }

    private static func asks(for word: String, _ head: HTTPRequestHead, in name: String = field) -> Bool {
        head.headers[canonicalForm: name].contains { $0.lowercased() == word }
    }
}
