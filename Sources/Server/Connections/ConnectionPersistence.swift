import NIOCore
import NIOHTTP1

/// Tells those behind it in one word whether the connection stays after a request, and the client what becomes of it.
///
/// A client says so in ways that they do not look for: with its version of HTTP, in any case of letters, in a list, in several fields (RFC
/// 9112 §9.3). What comes behind this has `Connection: close` where the connection ends, and no such field where it stays.
///
/// Another protocol is not offered (RFC 9110 §7.8): such a request is answered as it is. But the decoder takes nothing more
/// behind one, so it is the connection's last. What comes behind a last request is not read: the decoder would keep all of it.
final class ConnectionPersistence: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// What the answers that are owed say of the connection, in their order.
    private var owed: CircularBuffer<Word> = []
    /// Whether the request that arrives is the last.
    private var isLast = false
    /// Whether the last request has arrived.
    private var isDeaf = false

    private enum Word: String {
        case close
        /// For those who would else take it for closed.
        case keepAlive = "keep-alive"
        /// What HTTP/1.1 does unless told otherwise.
        case none
    }

    private static let field = "connection"

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isDeaf { return }
        guard case .head(var head) = unwrapInboundIn(data) else {
            if case .end = unwrapInboundIn(data) { isDeaf = isLast }
            return context.fireChannelRead(data)
        }
        isLast = !head.isKeepAlive || Self.asks(for: Word.close.rawValue, head) || Self.stopsDecoder(head)
        let word: Word = isLast ? .close : head.version == .http1_1 ? .none : .keepAlive
        owed.append(word)
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
            guard head.status.code >= 200, let word = owed.first, word != .none,
                !head.headers.contains(name: Self.field)
            else { break }
            head.headers.add(name: Self.field, value: word.rawValue)
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
