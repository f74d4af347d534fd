import Glibc
import NIOCore
import NIOPosix

/// A socket in the group of multicast DNS of one family on one interface.
struct MulticastSocket: Sendable {
    static let port = 5353

    let segment: Segment
    private let group: SocketAddress
    private let channel: any Channel

    /// Opens the socket beside those of other programs. What arrives goes to `take`.
    static func open(
        _ interface: MeshInterface, _ family: AddressFamily, on loop: any EventLoop,
        take: @escaping @Sendable (DiscoveryEvent) -> Void
    ) async throws -> MulticastSocket {
        let segment = Segment(interface.id, family)
        // RFC 6762 §3.
        let group = try SocketAddress(ipAddress: family == .ipv4 ? "224.0.0.251" : "ff02::fb", port: port)
        let device = try System.enumerateDevices().first {
            $0.interfaceIndex == interface.id.rawValue
                && $0.address?.protocol == (family == .ipv4 ? .inet : .inet6)
        }
        guard let device else { throw ChannelError.operationUnsupported }
        let channel = try await DatagramBootstrap(group: loop)
            .channelOption(.socketOption(.so_reuseaddr), value: 1)
            .channelOption(.socketOption(.init(rawValue: SO_REUSEPORT)), value: 1)
            .channelOption(.receivePacketInfo, value: true)
            .channelOption(
                .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: DNSMessage.longest + 1)
            )
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Ears(segment, group, take))
                }
            }
            .bind(host: family == .ipv4 ? "0.0.0.0" : "::", port: port).get()
        do {
            try await prepare(channel, interface, family)
            guard let multicast = channel as? any MulticastChannel else { throw ChannelError.operationUnsupported }
            try await multicast.joinGroup(group, device: device).get()
        } catch {
            try? await channel.close()
            throw error
        }
        return MulticastSocket(segment: segment, group: group, channel: channel)
    }

    /// Packets leave by the interface, which needs no route then, and with the highest hop limit (RFC 6762 §11).
    private static func prepare(
        _ channel: any Channel, _ interface: MeshInterface, _ family: AddressFamily
    ) async throws {
        guard let options = channel as? any SocketOptionProvider else { throw ChannelError.operationUnsupported }
        switch family {
        case .ipv4:
            guard let own = interface.addresses.first(where: { !$0.address.isIPv6 })?.address else { return }
            // An IPv4 address has four bytes in network order, as the structure has.
            let address = unsafe own.bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: in_addr.self) }
            try await options.setIPMulticastIF(address).get()
            try await channel.setOption(.ipOption(.ip_multicast_ttl), value: 255).get()
        case .ipv6:
            try await options.setIPv6MulticastIF(CUnsignedInt(truncatingIfNeeded: interface.id.rawValue)).get()
            let hops = NIOBSDSocket.Option.ipv6_multicast_hops
            try await channel.setOption(.socket(SocketOptionLevel(IPPROTO_IPV6), hops.rawValue), value: 255).get()
        }
    }

    /// Sends a packet to the group; what the system does not take is lost, as packets are.
    func send(_ bytes: [UInt8]) {
        channel.writeAndFlush(
            AddressedEnvelope(remoteAddress: group, data: ByteBuffer(bytes: bytes)), promise: nil)
    }

    func close() async { try? await channel.close() }
}

/// Receives the group's packets on the socket's interface.
///
/// A class because a channel's pipeline holds it.
private final class Ears: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    private let segment: Segment
    private let group: SocketAddress
    private let take: @Sendable (DiscoveryEvent) -> Void

    init(_ segment: Segment, _ group: SocketAddress, _ take: @escaping @Sendable (DiscoveryEvent) -> Void) {
        (self.segment, self.group, self.take) = (segment, group, take)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let envelope = unwrapInboundIn(data)
        // The system gives a socket the packets of all interfaces whose group any program joined. Packets to this host
        // alone may come from outside the network, and packets of other ports are not of multicast DNS (RFC 6762 §11).
        guard let info = envelope.metadata?.packetInfo, info.interfaceIndex == segment.interface.rawValue,
            envelope.remoteAddress.port == MulticastSocket.port,
            NodeAddress(info.destinationAddress) == NodeAddress(group)
        else { return }
        take(.packet(Array(envelope.data.readableBytesView), segment))
    }

    /// A network that goes away is noticed otherwise.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
