import GeoCore
import MeshLinks

/// Nodes on networks that exist in memory: what one sends, all on the network hear a millisecond later, itself
/// included.
struct Air {
    struct Node {
        var discovery: Discovery
        var interfaces: [MeshInterface] = []
        var found: [HeardNode] = []
        var lost: [NodeLabel] = []
        var renewed: [NodeLabel] = []
        var steadyOffset: Milliseconds = 0
        var clockOffset: Milliseconds = 0
        var isClockSet = true
        var isDeaf = false
    }

    struct Packet {
        let time: Milliseconds
        let sender: Int
        let bytes: [UInt8]
        let segment: Segment
        var message: DNSMessage? { try? DNSMessage(bytes) }
    }

    static let secret = PlaceSecret(Array("sixteen bytes or more".utf8))!
    static let period: Milliseconds = 1_800_000
    static let start: Timestamp = 1_700_000_000_000

    var nodes: [Node] = []
    var time: Milliseconds = 0
    var packets: [Packet] = []
    /// The share of packets that a node does not hear. The system gives its own ones back to each node.
    var loss = 0.0
    var chance = SeededGenerator(seed: 0)
    private var underway: [Packet] = []

    static func settings(secret: PlaceSecret = secret, port: UInt16 = 40404) -> DiscoverySettings {
        DiscoverySettings(secret: secret, placeName: DNSName("place.local"), port: port)
    }

    static func interface(_ network: Int, host: Int) -> MeshInterface {
        MeshInterface(
            InterfaceID(rawValue: network),
            [
                NetworkAddress(NodeAddress([10, 90, UInt8(network), UInt8(host)])!, prefixLength: 24),
                NetworkAddress(NodeAddress("fe80::\(network):\(host)")!, prefixLength: 64),
            ])
    }

    mutating func add(_ settings: DiscoverySettings = settings(), seed: UInt64, on networks: [Int] = [1]) -> Int {
        nodes.append(Node(discovery: Discovery(settings, using: SeededGenerator(seed: seed))))
        move(nodes.count - 1, to: networks)
        return nodes.count - 1
    }

    func moment(_ node: Int) -> Moment {
        Moment(
            steady: time + nodes[node].steadyOffset, clock: Self.start + time + nodes[node].clockOffset,
            isClockSet: nodes[node].isClockSet)
    }

    mutating func give(_ event: DiscoveryEvent, to node: Int) {
        for action in nodes[node].discovery.take(event, at: moment(node)) {
            switch action {
            case .send(let bytes, let segment):
                packets.append(Packet(time: time, sender: node, bytes: bytes, segment: segment))
                underway.append(packets[packets.count - 1])
            case .renewed(let label): nodes[node].renewed.append(label)
            case .found(let heard): nodes[node].found.append(heard)
            case .lost(let label, _): nodes[node].lost.append(label)
            }
        }
    }

    mutating func move(_ node: Int, to networks: [Int], host: Int? = nil) {
        nodes[node].interfaces = networks.map { Self.interface($0, host: host ?? node + 1) }
        give(.interfaces(nodes[node].interfaces), to: node)
    }

    /// Says something on a network without being a node.
    mutating func say(_ message: DNSMessage, on network: Int = 1) {
        underway.append(
            Packet(
                time: time, sender: -1, bytes: message.bytes,
                segment: Segment(InterfaceID(rawValue: network), .ipv4)))
    }

    /// Lets time pass.
    mutating func pass(_ duration: Milliseconds) {
        let end = time + duration
        while true {
            let timers = nodes.indices.compactMap { node in
                nodes[node].discovery.nextTimer.map { $0 - nodes[node].steadyOffset }
            }
            let next = underway.isEmpty ? max(time, timers.min() ?? .max) : time + 1
            guard next <= end else { break }
            time = next
            let arriving = underway
            underway = []
            for packet in arriving { deliver(packet) }
            for node in nodes.indices {
                if let due = nodes[node].discovery.nextTimer, due <= moment(node).steady { give(.timer, to: node) }
            }
        }
        time = end
    }

    private mutating func deliver(_ packet: Packet) {
        for node in nodes.indices where !nodes[node].isDeaf {
            let isThere = nodes[node].interfaces.contains { $0.id == packet.segment.interface }
            let isLost = packet.sender != node && Double.random(in: 0..<1, using: &chance) < loss
            if isThere, !isLost { give(.packet(packet.bytes, packet.segment), to: node) }
        }
    }

    /// The labels that a packet names.
    static func labels(_ message: DNSMessage) -> Set<String> {
        Set(
            (message.answers + message.additionals).compactMap { record in
                if case .ptr(let name) = record.data { name.description.prefix(16).description } else { nil }
            })
    }
}
