import Fairness
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Server
import Testing

/// The guard alone, with parts of requests and answers and a clock that is set by hand.
@Suite struct ConnectionGuardTests {
    /// What the guard asks of the system, which does not write unless it is told to.
    ///
    /// A class because it is a handler.
    private final class Wire: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        private(set) var closings: [CloseMode] = []

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            closings.append(mode)
            if mode == .all { context.close(promise: promise) } else { promise?.succeed() }
        }
    }

    private let channel = EmbeddedChannel()
    private let wire = Wire()

    init() throws {
        try channel.pipeline.syncOperations.addHandlers([wire, Self.guarding(Room(.max, mostForOne: 9))])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 4711)).wait()
    }

    private static func guarding(_ room: Room) -> ConnectionGuard {
        ConnectionGuard(room: room, requestSeconds: 15, stallSeconds: 60) { _ in .init(bodyLength: 0, seconds: 1) }
    }

    private func ask(_ fields: HTTPFields = [:]) throws {
        let head = HTTPRequest(method: .get, scheme: nil, authority: "a", path: "/", headerFields: fields)
        try channel.writeInbound(HTTPRequestPart.head(head))
        try channel.writeInbound(HTTPRequestPart.end(nil))
    }

    private func answer() {
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
    }

    @Test func `told to stop, it closes its side once all that was asked is answered and taken, and then the other`()
        throws
    {
        for _ in 0..<3 { try ask() }
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        for _ in 0..<3 { answer() }
        // As the framework does with the last answer.
        channel.close(promise: nil)
        #expect(wire.closings.isEmpty)
        channel.flush()
        #expect(wire.closings == [.output])
        try ask()
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(wire.closings == [.output, .all] && !channel.isActive)
        var ends = 0
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) { if case .end = part { ends += 1 } }
        #expect(ends == 3)
    }

    @Test func `what is told to stop does not wait for ever for a client that takes nothing`() throws {
        try ask()
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        answer()
        channel.close(promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `what is no HTTP is told so before a last answer, not behind it`() throws {
        try ask([.connection: "close"])
        answer()
        channel.flush()
        #expect(wire.closings == [.output])
        while try channel.readOutbound(as: HTTPResponsePart.self) != nil {}
        channel.pipeline.fireErrorCaught(HTTPParserError.closedConnection)
        #expect(try channel.readOutbound(as: HTTPResponsePart.self) == nil)

        let other = try Self()
        other.channel.pipeline.fireErrorCaught(HTTPParserError.invalidMethod)
        guard case .head(let head) = try other.channel.readOutbound(as: HTTPResponsePart.self) else {
            Issue.record("no answer")
            return
        }
        #expect(head.status == .badRequest)
    }

    @Test func `a client that goes after its last answer is not waited for`() throws {
        try ask([.connection: "close"])
        answer()
        channel.flush()
        #expect(channel.isActive)
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(wire.closings == [.output, .all])
    }

    @Test func `one network cannot have all connections`() throws {
        let room = Room(.max, mostForOne: 2)
        func connect(_ address: String) throws -> EmbeddedChannel {
            let channel = EmbeddedChannel(handler: Self.guarding(room))
            let remote = try SocketAddress(ipAddress: address, port: 4711)
            channel.remoteAddress = remote
            try channel.connect(to: remote).wait()
            return channel
        }
        let first = try connect("2001:db8::1")
        let second = try connect("2001:db8::2")
        #expect(first.isActive && second.isActive)
        #expect(try !connect("2001:db8::3").isActive)
        #expect(try connect("2001:db8:1::1").isActive)
        #expect(try (0..<5).allSatisfy { _ in try connect("127.0.0.1").isActive })
        try first.close().wait()
        #expect(try connect("2001:db8::3").isActive)
    }
}
