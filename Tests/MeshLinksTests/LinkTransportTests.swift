import Crypto
import Gossip
import MeshLinks
import NIOCore
import NIOPosix
import NIOSSL
import Testing

extension LinkSettings {
    /// Settings for tests that measure no time: a busy machine may leave a reader waiting for long.
    fileprivate static var patient: LinkSettings {
        var settings = LinkSettings()
        (settings.seconds, settings.silence) = (3600, 3_600_000)
        return settings
    }
}

/// A node that listens on this machine.
private struct Listening {
    let side: Side
    let transport: LinkTransport

    init(_ settings: LinkSettings = .patient, _ change: (inout Side) -> Void = { _ in }) throws {
        var side = Side()
        change(&side)
        self.side = side
        let (secret, credentials) = (
            side.secret, LinkCredentials(nodeKey: side.key, rosterEntry: side.entry, relays: side.relays)!
        )
        let (period, policy) = (side.period, side.policy)
        transport = try LinkTransport(settings, group: MultiThreadedEventLoopGroup.singleton) {
            Handshake.Setup(secret: secret, credentials: credentials, period: period, policy: policy)
        }
    }

    /// Listens on a free port while `body` runs, which gets the address and the links that come.
    func listen<Value>(_ body: (SocketAddress, AsyncStream<Link>) async throws -> Value) async throws -> Value {
        let (links, continuation) = AsyncStream.makeStream(of: Link.self)
        return try await transport.listen(port: 0, take: { continuation.yield($0) }) { port in
            try await body(try SocketAddress(ipAddress: "127.0.0.1", port: port), links)
        }
    }
}

/// The next link that comes.
private func first(_ links: AsyncStream<Link>) async throws -> Link {
    for await link in links { return link }
    throw LinkFault.closed
}

private func text(_ link: Link) async -> String? {
    for await frame in link.frames { return String(decoding: frame, as: UTF8.self) }
    return nil
}

/// A client that says `greeting` over TCP, or over TLS, and waits until the other side closes.
private func bytesHeard(
    _ address: SocketAddress, tls: TLSConfiguration? = nil, saying greeting: [UInt8] = []
) async throws -> Int {
    let closed = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(to: address) { channel in
            channel.eventLoop.makeCompletedFuture {
                let closed = channel.eventLoop.makePromise(of: Int.self)
                if let tls {
                    let handler = try NIOSSLClientHandler(
                        context: NIOSSLContext(configuration: tls), serverHostname: nil,
                        customVerificationCallback: { _, promise in promise.succeed(.certificateVerified) })
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
                try channel.pipeline.syncOperations.addHandler(Counter(closed))
                if !greeting.isEmpty {
                    channel.writeAndFlush(ByteBuffer(bytes: greeting), promise: nil)
                }
                return closed.futureResult
            }
        }
    return try await closed.get()
}

private final class Counter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let closed: EventLoopPromise<Int>
    private var count = 0

    init(_ closed: EventLoopPromise<Int>) { self.closed = closed }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { count += unwrapInboundIn(data).readableBytes }
    func channelInactive(context: ChannelHandlerContext) { closed.succeed(count) }
    func handlerRemoved(context: ChannelHandlerContext) { closed.succeed(count) }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

@Suite struct LinkTransportTests {
    @Test func `two nodes link, and frames pass both ways`() async throws {
        let one = try Listening(), other = try Listening { ($0.entry, $0.relays) = ([], false) }
        try await one.listen { address, links in
            let dialled = try await other.transport.dial(address)
            let came = try await first(links)
            #expect(dialled.facts.key == one.side.signer && dialled.facts.role == .dialler)
            #expect(came.facts.key == other.side.signer && came.facts.role == .listener)
            #expect(dialled.facts.rosterEntry == one.side.entry && came.facts.rosterEntry.isEmpty)
            #expect(dialled.facts.relays && !came.facts.relays)
            #expect(came.address == NodeAddress("127.0.0.1"))
            came.send(Array("from the listener".utf8))
            dialled.send(Array("from the dialler".utf8))
            let (first, second) = (await text(dialled), await text(came))
            #expect(first == "from the listener" && second == "from the dialler")
        }
    }

    @Test func `many frames arrive whole and in order, also while nobody reads for a while`() async throws {
        let one = try Listening(), other = try Listening()
        try await one.listen { address, links in
            let dialled = try await other.transport.dial(address)
            let came = try await first(links)
            // More than the reader is given ahead, less than the sender may keep.
            for number in 0..<60 {
                dialled.send([UInt8(number)] + [UInt8](repeating: 7, count: 60_000 + number))
            }
            var numbers: [UInt8] = []
            for await frame in came.frames {
                #expect(frame.count == 60_001 + numbers.count)
                numbers.append(frame[0])
                if numbers.count == 60 { break }
            }
            #expect(numbers == Array(0..<60))
        }
    }

    @Test func `frames that are sent together arrive one by one, however long they are`() async throws {
        let one = try Listening(), other = try Listening()
        try await one.listen { address, links in
            let dialled = try await other.transport.dial(address)
            let came = try await first(links)
            let lengths = [1, 330, 60_000, 5, 60_001, LinkSettings.patient.longestFrame, 1, 1]
            dialled.send(lengths.enumerated().map { [UInt8](repeating: UInt8($0.offset), count: $0.element) })
            var read: [[UInt8]] = []
            for await frame in came.frames {
                read.append(frame)
                if read.count == lengths.count { break }
            }
            #expect(read.map(\.count) == lengths && read.map { Int($0[0]) } == Array(lengths.indices))
        }
    }

    @Test func `a side that takes nothing loses the link`() async throws {
        var settings = LinkSettings.patient
        settings.mostUnsent = 1 << 20
        let one = try Listening(), other = try Listening(settings)
        try await one.listen { address, links in
            let dialled = try await other.transport.dial(address)
            let came = try await first(links)
            // What the systems between the two keep is less.
            for _ in 0..<2000 { dialled.send([UInt8](repeating: 7, count: 60_000)) }
            await dialled.closed()
            var count = 0
            for await _ in came.frames { count += 1 }
            #expect(count < 2000)
        }
    }

    @Test func `a frame that is too long ends the link`() async throws {
        var settings = LinkSettings.patient
        settings.longestFrame = 100
        let one = try Listening(settings), other = try Listening()
        try await one.listen { address, links in
            let dialled = try await other.transport.dial(address)
            let came = try await first(links)
            dialled.send([UInt8](repeating: 1, count: 100))
            dialled.send([UInt8](repeating: 1, count: 101))
            var lengths: [Int] = []
            for await frame in came.frames { lengths.append(frame.count) }
            #expect(lengths == [100])
            await dialled.closed()
        }
    }

    @Test func `a link that nobody reads any more closes`() async throws {
        let one = try Listening(), other = try Listening()
        try await one.listen { address, links in
            let dialled = try await other.transport.dial(address)
            let came = try await first(links)
            came.send([1])
            for await _ in dialled.frames { break }
            await came.closed()
            await dialled.closed()
        }
    }

    @Test func `a new certificate leaves links alone, and serves the next ones`() async throws {
        let one = try Listening(), other = try Listening()
        try await one.listen { address, links in
            let old = try await other.transport.dial(address)
            let came = try await first(links)
            try one.transport.renewIdentity()
            try other.transport.renewIdentity()
            let second = try await other.transport.dial(address)
            #expect(second.facts == old.facts)
            came.send([5])
            for await frame in old.frames {
                #expect(frame == [5])
                break
            }
        }
    }

    @Test func `nobody links to himself, to a stranger, to a blocked node or to nobody`() async throws {
        let one = try Listening()
        let stranger = try Listening { $0.secret = PlaceSecret(Array("another secret of a place".utf8))! }
        let blocked = try Listening()
        let key = blocked.side.signer
        let careful = try Listening { $0.policy = { other, _ in other != key } }
        try await one.listen { address, _ in
            await #expect(throws: LinkFault.handshake(.ownKey)) { try await one.transport.dial(address) }
            // The listener closes without a word.
            _ = await #expect(throws: LinkFault.rejected) { try await stranger.transport.dial(address) }
        }
        try await blocked.listen { address, _ in
            _ = await #expect(throws: LinkFault.handshake(.refused)) { try await careful.transport.dial(address) }
        }
        let nobody = try await one.listen { address, _ in address }
        await #expect(throws: LinkFault.closed) { try await one.transport.dial(nobody) }
    }

    @Test func `who speaks no TLS, an old one, another protocol, or shows no certificate is told nothing`() async throws
    {
        let one = try Listening()
        try await one.listen { address, _ in
            let alert = try await bytesHeard(address, saying: [UInt8](repeating: 0, count: 100))
            #expect(alert < 8, "an alert of TLS")
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.applicationProtocols = ["hereabouts-mesh/1"]
            let withoutCertificate = try await bytesHeard(address, tls: configuration, saying: [1])
            #expect(withoutCertificate == 0)
            configuration.maximumTLSVersion = .tlsv12
            let old = try await bytesHeard(address, tls: configuration, saying: [1])
            #expect(old == 0)
        }
    }

    @Test func `who says nothing is let go`() async throws {
        var settings = LinkSettings.patient
        settings.seconds = 1
        let one = try Listening(settings)
        let heard = try await one.listen { address, _ in try await bytesHeard(address) }
        #expect(heard == 0)
        // A listener that says nothing.
        let mute = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let address = try #require(mute.localAddress)
        await #expect(throws: LinkFault.late) { try await one.transport.dial(address) }
        try await mute.close()
    }

    @Test func `one address does not hold more than its share of places`() async throws {
        let one = try Listening(), other = try Listening()
        try await one.listen { address, links in
            var silent: [any Channel] = []
            for _ in 0..<4 {
                silent.append(
                    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(to: address).get())
            }
            // The fifth is closed, though the time of none has ended.
            let heard = try await bytesHeard(address)
            #expect(heard == 0)
            #expect(silent.allSatisfy { $0.isActive })
            for channel in silent { try await channel.close() }
            // A place is free when its connection has ended, which the other side may learn a little later.
            var link: Link?
            while link == nil { link = try? await other.transport.dial(address) }
            let came = try await first(links)
            #expect(came.facts.key == other.side.signer)
        }
    }
}
