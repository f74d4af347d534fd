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
    /// The guard's calls to the system, which writes only on command.
    ///
    /// A class because it is a handler.
    private final class Wire: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        private(set) var closings: [CloseMode] = []
        private(set) var readings = 0

        func read(context: ChannelHandlerContext) {
            readings += 1
            context.read()
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            closings.append(mode)
            if mode == .all { context.close(promise: promise) } else { promise?.succeed() }
        }
    }

    private let channel = EmbeddedChannel()
    private let wire = Wire()

    init() throws {
        try channel.pipeline.syncOperations.addHandlers([wire, Self.guarding(SharedBudget(.max, maximumPerHolder: 9))])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 4711)).wait()
    }

    private static func guarding(_ budget: SharedBudget) -> ConnectionGuard {
        ConnectionGuard(budget: budget, requestSeconds: 15, stallSeconds: 60) { _ in .init(bodyLength: 0, seconds: 1) }
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

    @Test func `a stopping guard closes its side after all answers are received, and then the other side`()
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

    @Test func `a guard that is asked to stop does not wait for ever for a client that receives nothing`() throws {
        try ask()
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        answer()
        channel.close(promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `an error about a request that is not HTTP comes before a last answer, not behind it`() throws {
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

    @Test func `the server does not wait for a client that leaves after its last answer`() throws {
        try ask([.connection: "close"])
        answer()
        channel.flush()
        #expect(channel.isActive)
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(wire.closings == [.output, .all])
    }

    @Test func `a client receives its last answer in full, though the server has read requests behind it`() throws {
        for _ in 0..<3 { try ask() }
        channel.write(
            HTTPResponsePart.head(HTTPResponse(status: .contentTooLarge, headerFields: [.connection: "close"])),
            promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
        // As the framework does when it cannot write the next answer.
        channel.close(promise: nil)
        #expect(wire.closings.isEmpty)
        channel.flush()
        #expect(wire.closings == [.output])
        channel.close(promise: nil)
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(wire.closings == [.output, .all] && !channel.isActive)
    }

    @Test func `the server probes a silent client`()
        throws
    {
        try ask()
        try ask()
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        channel.flush()
        guard case .head(let head) = try channel.readOutbound(as: HTTPResponsePart.self) else {
            Issue.record("nothing was sent")
            return
        }
        #expect(head.status == .continue)
        let departure = try channel.pipeline.syncOperations.handler(type: ConnectionGuard.self).departure
        #expect(!departure.hasLeft)
        answer()
        // An answer that the system has not taken yet says as much.
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        channel.flush()
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            if case .head(let head) = part { #expect(head.status == .ok) }
        }
        try channel.close().wait()
        #expect(departure.hasLeft)
    }

    @Test func `one block of addresses cannot have all connections`() throws {
        let budget = SharedBudget(.max, maximumPerHolder: 2)
        func connect(_ address: String) throws -> EmbeddedChannel {
            let channel = EmbeddedChannel(handler: Self.guarding(budget))
            let remote = try SocketAddress(ipAddress: address, port: 4711)
            channel.remoteAddress = remote
            try channel.connect(to: remote).wait()
            return channel
        }
        let first = try connect("2001:db8::1")
        let second = try connect("2001:db8:0:1::1")
        #expect(first.isActive && second.isActive)
        #expect(try !connect("2001:db8:0:2::1").isActive)
        #expect(try connect("2001:db8:1::1").isActive)
        #expect(try (0..<5).allSatisfy { _ in try connect("127.0.0.1").isActive })
        try first.close().wait()
        #expect(try connect("2001:db8::3").isActive)
    }

    // MARK: Bodies

    private static func large(_ fields: HTTPFields = [:]) -> HTTPRequestPart {
        var fields = fields
        fields[.contentLength] = "100000"
        return .head(HTTPRequest(method: .post, scheme: nil, authority: "a", path: "/", headerFields: fields))
    }

    private static func taking(_ bytes: Int) -> ConnectionGuard {
        ConnectionGuard(budget: SharedBudget(.max), requestSeconds: 15, stallSeconds: 60) { _ in
            .init(bodyLength: bytes, seconds: 1)
        }
    }

    /// Counts the bytes of bodies that reach the handlers of requests.
    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart
        private(set) var bytes = 0

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .body(let body) = unwrapInboundIn(data) { bytes += body.readableBytes }
        }
    }

    private static func connection(_ guarding: ConnectionGuard) throws -> (EmbeddedChannel, Wire) {
        let channel = EmbeddedChannel(), wire = Wire()
        try channel.pipeline.syncOperations.addHandlers([wire, guarding])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 4711)).wait()
        return (channel, wire)
    }

    @Test func `nothing more is read behind the head of a large body until somebody asks for it`() throws {
        let guarding = Self.taking(100_000)
        let (channel, wire) = try Self.connection(guarding)
        let before = wire.readings
        try channel.writeInbound(Self.large())
        for _ in 0..<3 { channel.read() }
        #expect(wire.readings == before)
        guarding.gate.open()
        #expect(wire.readings == before + 1)
        channel.read()
        #expect(wire.readings == before + 2)
    }

    @Test func `a body waits for its own request's answer, not for that of an earlier request`() throws {
        let guarding = Self.taking(100_000)
        let (channel, wire) = try Self.connection(guarding)
        try channel.writeInbound(
            HTTPRequestPart.head(HTTPRequest(method: .post, scheme: nil, authority: "a", path: "/")))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.writeInbound(Self.large())
        let before = wire.readings
        channel.read()
        guarding.gate.open()
        #expect(wire.readings == before)
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
        #expect(wire.readings == before)
        guarding.gate.open()
        #expect(wire.readings == before + 1)
    }

    @Test func `a body that is too long does not cut off the answer to an earlier request`() throws {
        let (channel, wire) = try Self.connection(Self.taking(1)), reader = Reader()
        try channel.pipeline.syncOperations.addHandler(reader)
        let head = HTTPRequestPart.head(HTTPRequest(method: .post, scheme: nil, authority: "a", path: "/"))
        let piece = HTTPRequestPart.body(ByteBuffer(repeating: 0, count: 40_000))
        try channel.writeInbound(head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.writeInbound(head)
        for _ in 0..<4 { try channel.writeInbound(piece) }
        #expect(wire.closings.isEmpty)
        // The handler of the request gets more than its limit, so it refuses the request, and not the rest.
        #expect(reader.bytes == 80_000)
    }

    @Test func `a large body that nobody asked for is read once its request is answered`() throws {
        let (channel, wire) = try Self.connection(Self.taking(100_000))
        let before = wire.readings
        try channel.writeInbound(Self.large())
        channel.read()
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .unauthorized)), promise: nil)
        channel.read()
        #expect(wire.readings == before)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
        #expect(wire.readings == before + 1)
    }

    @Test func `a client that waits with a large body may continue once a handler asks for the body`() throws {
        let guarding = Self.taking(100_000)
        let (channel, _) = try Self.connection(guarding)
        try channel.writeInbound(Self.large([.expect: "100-continue"]))
        #expect(try channel.readOutbound(as: HTTPResponsePart.self) == nil)
        guarding.gate.open()
        #expect(
            try channel.readOutbound(as: HTTPResponsePart.self) == .head(HTTPResponse(status: .continue)))
    }

    @Test func `a large body is waited for no longer while it is held back`() throws {
        let (channel, _) = try Self.connection(Self.taking(100_000))
        try channel.writeInbound(Self.large())
        channel.pipeline.fireChannelReadComplete()
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    // MARK: Slow readers

    /// Makes bytes of bodies, which is what a channel counts as waiting.
    private final class Encoder: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = ByteBuffer

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard case .body(let bytes) = unwrapOutboundIn(data) else { return }
            context.write(wrapOutboundOut(bytes), promise: promise)
        }
    }

    private static func slowReader(waiting bytes: Int) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers([Encoder(), taking(0)])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 4711)).wait()
        channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: bytes)), promise: nil)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        return channel
    }

    @Test func `a client that takes a little of a long answer all the time gets all of it, however long that is`()
        throws
    {
        let channel = try Self.slowReader(waiting: 100_000)
        for _ in 0..<10 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(59))
            // It took all of that, and more was written meanwhile: there is always as much waiting.
            channel.flush()
            channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: 100_000)), promise: nil)
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            #expect(channel.isActive)
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(!channel.isActive)
    }

    @Test func `a client that takes a byte now and then is not waited for`() throws {
        let channel = try Self.slowReader(waiting: 1)
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        channel.flush()
        channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: 100_000)), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }
}
