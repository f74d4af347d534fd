import NIOCore
import NIOHTTP1

/// Tells those behind it in one word whether the connection stays after a request, and the client what becomes of it.
///
/// A client says so in ways that they do not look for: with its version of HTTP, in any case of letters, in a list, in several fields (RFC
/// 9112 §9.3). What comes behind this has `Connection: close` where the connection ends, and no such field where it stays.
///
/// Another protocol is not offered (RFC 9110 §7.8): such a request is answered as it is. But the decoder reads nothing more
/// behind one, so it is the connection's last.
final class ConnectionPersistence: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// What the answers that are owed say of the connection, in their order.
    private var owed: CircularBuffer<Word> = []

    private enum Word: String {
        case close
        /// For those who would else take it for closed.
        case keepAlive = "keep-alive"
        /// What HTTP/1.1 does unless told otherwise.
        case none
    }

    private static let field = "connection"

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let word: Word =
            !head.isKeepAlive || Self.stopsDecoder(head) ? .close : head.version == .http1_1 ? .none : .keepAlive
        owed.append(word)
        switch word {
        case .close: head.headers.replaceOrAdd(name: Self.field, value: word.rawValue)
        case .keepAlive, .none:
            guard head.headers.contains(name: Self.field) else { return context.fireChannelRead(data) }
            head.headers.remove(name: Self.field)
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
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
        return [field, "proxy-connection"].contains { name in
            head.headers[canonicalForm: name].contains { $0.lowercased() == "upgrade" }
        }
    }
}
