import Crypto
import NIOCore
import NIOSSL
import NIOTLS

/// Turns a TLS connection into a link, then its bytes into frames. It closes the connection at the first fault, without
/// a word.
///
/// A class because a channel's pipeline holds it; it lives on the channel's event loop.
final class LinkHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let role: LinkRole
    private let identity: LinkIdentity
    private let setup: Handshake.Setup
    private let settings: LinkSettings
    private let longestTime: TimeAmount
    /// What becomes of the connection; `nil` when it is decided.
    private var outcome: EventLoopPromise<Link>?
    /// The certificate that TLS showed; its key signed the handshake of TLS.
    private var peer: CertificateHash?
    private var handshake: Handshake?
    private var reader = FrameReader(longest: Handshake.longestFrame)
    private var inbox: Link.Frames.Source?
    private var deadline: Scheduled<Void>?
    private var fault: LinkFault?
    private var isHeldBack = false
    private var wantsRead = false
    private var unsent = 0

    init(
        _ role: LinkRole, _ identity: LinkIdentity, _ setup: Handshake.Setup, _ settings: LinkSettings,
        outcome: EventLoopPromise<Link>
    ) {
        (self.role, self.identity, self.setup, self.settings) = (role, identity, setup, settings)
        self.outcome = outcome
        longestTime = .seconds(settings.seconds)
    }

    /// The handler of TLS that belongs before this one.
    func tlsHandler() throws -> any ChannelHandler {
        let verify: NIOSSLCustomVerificationCallback = { [weak self] certificates, promise in
            // One certificate, of which only the key counts.
            guard let self, certificates.count == 1, let bytes = try? certificates[0].toDERBytes() else {
                return promise.succeed(.failed)
            }
            peer = CertificateHash(ofCertificate: bytes)
            promise.succeed(.certificateVerified)
        }
        return switch role {
        case .dialler:
            try NIOSSLClientHandler(
                context: identity.dialler, serverHostname: nil, customVerificationCallback: verify)
        case .listener: NIOSSLServerHandler(context: identity.listener, customVerificationCallback: verify)
        }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: longestTime) {
            bound.value.handler.fail(.late, bound.value.context)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        deadline?.cancel()
        deadline = nil
        inbox?.finish()
        inbox = nil
        let promise = outcome.take()
        promise?.fail(fault ?? ending)
    }

    /// What the end of the connection means now.
    private var ending: LinkFault { handshake == nil ? .closed : .rejected }

    private func fail(_ fault: LinkFault, _ context: ChannelHandlerContext) {
        self.fault = self.fault ?? fault
        let promise = outcome.take()
        promise?.fail(fault)
        context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(error is NIOSSLError || error is BoringSSLError ? .tls : ending, context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .handshakeCompleted(let agreed)? = event as? TLSUserEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        // Without the callback the certificate would be one of an earlier connection.
        guard agreed == LinkIdentity.applicationProtocol, let peer else { return fail(.otherProtocol, context) }
        var handshake = Handshake(setup, role: role, own: identity.hash, other: peer)
        do throws(HandshakeFault) {
            let first = try handshake.begin()
            self.handshake = handshake
            if let first { send(first, context) }
        } catch {
            fail(.handshake(error), context)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Faults end the connection, but what had arrived may still come.
        guard fault == nil else { return }
        reader.append(unwrapInboundIn(data).readableBytesView)
        do {
            while let frame = try reader.next() { try take(frame, context) }
        } catch {
            fail((error as? HandshakeFault).map { .handshake($0) } ?? .frameLength, context)
        }
    }

    private func take(_ frame: [UInt8], _ context: ChannelHandlerContext) throws(HandshakeFault) {
        if let inbox {
            if case .stopProducing = inbox.yield(frame) { isHeldBack = true }
            return
        }
        guard var handshake else { throw .unexpected }
        let step = try handshake.receive(frame)
        self.handshake = handshake
        if let answer = step.send { send(answer, context) }
        if let facts = step.established { establish(facts, context) }
    }

    private func establish(_ facts: LinkEstablished, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = nil
        handshake = nil
        reader.longest = settings.longestFrame
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        let loop = context.eventLoop
        let channel = context.channel
        let new = Link.Frames.makeSequence(
            backPressureStrategy: .init(lowWatermark: 1, highWatermark: settings.mostUnread), finishOnDeinit: true,
            delegate: LinkInbox(
                wanted: { loop.execute { bound.value.handler.letIn(bound.value.context) } },
                ended: { channel.close(promise: nil) }))
        inbox = new.source
        let promise = outcome.take()
        promise?.succeed(Link(facts, new.sequence, channel))
    }

    // MARK: Back-pressure

    func read(context: ChannelHandlerContext) {
        if isHeldBack { wantsRead = true } else { context.read() }
    }

    private func letIn(_ context: ChannelHandlerContext) {
        isHeldBack = false
        guard wantsRead else { return }
        wantsRead = false
        context.read()
    }

    private func send(_ frame: [UInt8], _ context: ChannelHandlerContext) {
        let bytes = ByteBuffer(bytes: FrameReader.prefix(frame.count) + frame)
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let count = unwrapOutboundIn(data).readableBytes
        unsent += count
        guard unsent <= settings.mostUnsent else {
            promise?.fail(LinkFault.unsent)
            return fail(.unsent, context)
        }
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let written = promise ?? context.eventLoop.makePromise()
        written.futureResult.whenComplete { _ in bound.value.unsent -= count }
        context.write(data, promise: written)
    }
}
