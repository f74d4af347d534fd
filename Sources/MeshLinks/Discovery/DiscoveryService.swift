import GeoCore
package import NIOCore

/// Runs a `Discovery` on the machine's networks.
package struct DiscoveryService: Sendable {
    /// A report of the discovery to its host.
    package enum Report: Equatable, Sendable {
        case renewed(NodeLabel)
        case found(HeardNode)
        case lost(NodeLabel, InterfaceID)
    }

    private let settings: DiscoverySettings
    private let loop: any EventLoop
    private let placeName: (@Sendable () -> DNSName?)?
    private let now: @Sendable () -> Moment

    /// - Parameter placeName: Returns the name of the place where it comes and goes; it is asked once a second.
    package init(
        _ settings: DiscoverySettings, on loop: any EventLoop, placeName: (@Sendable () -> DNSName?)? = nil,
        now: @escaping @Sendable () -> Moment
    ) {
        (self.settings, self.loop, self.placeName, self.now) = (settings, loop, placeName, now)
    }

    /// How often the interfaces are looked at.
    private static let lookInterval = Duration.seconds(1)
    /// Packets that come faster than they are read are lost, as packets are.
    private static let mostUnread = 256

    /// Announces and listens until the task is cancelled, then takes leave.
    package func run(_ report: @escaping @Sendable (Report) async -> Void) async {
        let (events, continuation) = AsyncStream.makeStream(
            of: DiscoveryEvent.self, bufferingPolicy: .bufferingOldest(Self.mostUnread))
        let look = Task {
            while !Task.isCancelled {
                continuation.yield(.interfaces(SystemInterfaces.current()))
                try? await Task.sleep(for: Self.lookInterval)
            }
        }
        var discovery = Discovery(settings, using: SystemRandomNumberGenerator())
        var sockets = Sockets(loop) { continuation.yield($0) }
        var timer: Scheduled<Void>?
        for await event in events {
            if case .interfaces(let interfaces) = event {
                await sockets.change(to: interfaces)
                if let placeName { discovery.placeName = placeName() }
            }
            for action in discovery.take(event, at: now()) {
                switch action {
                case .send(let bytes, let segment): sockets.send(bytes, to: segment)
                case .renewed(let label): await report(.renewed(label))
                case .found(let node): await report(.found(node))
                case .lost(let label, let interface): await report(.lost(label, interface))
                }
            }
            timer?.cancel()
            timer = discovery.nextTimer.map { time in
                loop.scheduleTask(in: .milliseconds(max(0, time - now().steady))) { continuation.yield(.timer) }
            }
        }
        look.cancel()
        timer?.cancel()
        for case .send(let bytes, let segment) in discovery.take(.stop, at: now()) {
            sockets.send(bytes, to: segment)
        }
        await sockets.change(to: [])
    }
}

/// The sockets of the interfaces that are up.
private struct Sockets {
    private let loop: any EventLoop
    private let take: @Sendable (DiscoveryEvent) -> Void
    private var open: [Segment: (interface: MeshInterface, socket: MulticastSocket)] = [:]

    init(_ loop: any EventLoop, take: @escaping @Sendable (DiscoveryEvent) -> Void) {
        (self.loop, self.take) = (loop, take)
    }

    /// Closes and opens sockets. One that does not open is tried again when this is called again.
    mutating func change(to interfaces: [MeshInterface]) async {
        for (segment, entry) in open where !interfaces.contains(entry.interface) {
            await entry.socket.close()
            open[segment] = nil
        }
        for interface in interfaces {
            for family in interface.families where open[Segment(interface.id, family)] == nil {
                if let socket = try? await MulticastSocket.open(interface, family, on: loop, take: take) {
                    open[socket.segment] = (interface, socket)
                }
            }
        }
    }

    func send(_ bytes: [UInt8], to segment: Segment) { open[segment]?.socket.send(bytes) }
}
