import GeoCore
import Gossip
import Mesh
import MeshLinks
import NIOCore

/// Where a node listens.
struct NodeEndpoint: Hashable {
    let address: NodeAddress
    let port: UInt16

    init(address: NodeAddress, port: UInt16) { (self.address, self.port) = (address, port) }

    init?(_ socket: SocketAddress) {
        guard let address = NodeAddress(socket), let port = socket.port else { return nil }
        self.init(address: address, port: UInt16(clamping: port))
    }
}

/// The addresses that the node may dial: heard ones, remembered ones, and those of a join code.
struct HostCandidates {
    private struct Heard: Hashable {
        let label: NodeLabel
        let interface: InterfaceID
    }

    private var all: [CandidateID: [SocketAddress]] = [:]
    private var byLabel: [Heard: CandidateID] = [:]
    /// Where a link ended, and when: steady milliseconds.
    private var ended: [CandidateID: Milliseconds] = [:]
    /// How many links in a row ended at once.
    private var refusals: [CandidateID: Int] = [:]
    /// Why no link came about when an address was dialled last.
    private(set) var faults: [CandidateID: LinkFault] = [:]
    private var next: UInt64 = 0

    /// How long after the end of a link its address is dialled without the pause that grows.
    static let recentTime: Milliseconds = 600_000
    private static let mostRecent = 16
    /// A node without a place for this one ends the link sooner than after this.
    private static let shortestLink: Milliseconds = 5000

    var heardCount: Int { byLabel.count }

    private mutating func makeID() -> CandidateID {
        next += 1
        return CandidateID(rawValue: next)
    }

    mutating func add(_ node: HeardNode) -> CandidateID {
        let heard = Heard(label: node.label, interface: node.interface)
        let id = byLabel[heard] ?? makeID()
        byLabel[heard] = id
        all[id] = node.socketAddresses
        return id
    }

    mutating func add(_ endpoint: NodeEndpoint) -> CandidateID? {
        let interface = InterfaceID(rawValue: 0)
        guard let socket = endpoint.address.socketAddress(port: endpoint.port, on: interface) else { return nil }
        if let old = all.first(where: { $0.value == [socket] }) { return old.key }
        let id = makeID()
        all[id] = [socket]
        return id
    }

    mutating func remove(_ label: NodeLabel, _ interface: InterfaceID) -> CandidateID? {
        guard let id = byLabel.removeValue(forKey: Heard(label: label, interface: interface)) else { return nil }
        (all[id], ended[id], refusals[id], faults[id]) = (nil, nil, nil, nil)
        return id
    }

    func addresses(of id: CandidateID) -> [SocketAddress] { all[id] ?? [] }

    var ids: [CandidateID] { Array(all.keys) }

    /// A link ended that lasted for some milliseconds: the address that it was dialled at, and those that lead to the
    /// same machine, are of interest. Where two in a row end at once, the pause that grows holds: the first may have
    /// ended because the place admitted this node.
    mutating func lost(
        _ candidate: CandidateID?, _ address: NodeAddress?, lasted: Milliseconds, at time: Milliseconds
    ) {
        for (id, addresses) in all {
            guard id == candidate || addresses.contains(where: { NodeAddress($0) == address }) else { continue }
            let refused = lasted < Self.shortestLink ? refusals[id, default: 0] + 1 : 0
            refusals[id] = refused
            ended[id] = refused < 2 && ended.count < Self.mostRecent ? time : nil
        }
    }

    /// Notes how dialling an address ended; `nil`: with a link.
    mutating func dialled(_ id: CandidateID, _ fault: LinkFault?) { faults[id] = all[id] == nil ? nil : fault }

    mutating func linked(_ candidate: CandidateID?) {
        if let candidate { ended[candidate] = nil }
    }

    /// The addresses whose links ended a short while ago.
    mutating func recent(at time: Milliseconds) -> [CandidateID] {
        ended = ended.filter { time - $0.value < Self.recentTime && all[$0.key] != nil }
        return Array(ended.keys)
    }
}

/// Where members were met, the latest last: kept from one run to the next.
struct KnownNodes {
    static let name = "met nodes"
    private static let most = 64

    private var all: [(key: [UInt8], endpoint: NodeEndpoint)] = []

    init() {}

    /// Reads the key (32), the port (2), the length of the address (1) and the address of each node. A fault ends the
    /// list, which is a hint.
    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while rest.count > 35 {
            let start = rest.startIndex
            let key = Array(rest.prefix(32)), port = UInt16(rest[start + 32]) << 8 | UInt16(rest[start + 33])
            let length = Int(rest[start + 34])
            guard rest.count >= 35 + length, let address = NodeAddress(rest.dropFirst(35).prefix(length)) else {
                return
            }
            all.append((key, NodeEndpoint(address: address, port: port)))
            rest = rest.dropFirst(35 + length)
        }
    }

    var bytes: [UInt8] {
        all.flatMap { key, endpoint in
            let (address, port) = (endpoint.address.bytes, endpoint.port)
            return key + [UInt8(port >> 8), UInt8(truncatingIfNeeded: port), UInt8(address.count)] + address
        }
    }

    var endpoints: [NodeEndpoint] {
        var seen: Set<NodeEndpoint> = []
        return all.reversed().map(\.endpoint).filter { seen.insert($0).inserted }
    }

    func has(_ addresses: [NodeAddress]) -> Bool { all.contains { addresses.contains($0.endpoint.address) } }

    func port(of key: SignerKey, at address: NodeAddress) -> UInt16? {
        all.first { $0.key == key.bytes.bytes && $0.endpoint.address == address }?.endpoint.port
    }

    mutating func add(_ key: SignerKey, _ endpoint: NodeEndpoint) {
        all.removeAll { $0.key == key.bytes.bytes }
        all.append((key.bytes.bytes, endpoint))
        if all.count > Self.most { all.removeFirst() }
    }
}
