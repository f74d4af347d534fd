import Crypto
import FoundationEssentials
import Glibc
import Gossip
import MeshLinks
import NIOCore
import NIOPosix

/// A node that finds others and links to them, and does nothing else: `scripts/check_mesh_links.py` runs several.
///
/// `MeshLinksHarness SECRET PORT PERIOD [NAME]`: the place's secret in hexadecimal, the port of links, the life of a
/// label in milliseconds, and the place's name. It writes what happens as JSON, one object a line. A line `say TEXT` on
/// its input goes to all links as a frame; at the end of its input the node takes leave.
@main
struct MeshLinksHarness {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard words.count >= 3, let secret = PlaceSecret(Self.bytes(words[1])), let port = UInt16(words[2]),
            let period = Int64(words[3]), period > 0
        else { throw Usage() }
        var settings = DiscoverySettings(
            secret: secret, placeName: words.count > 3 ? DNSName(words[4]) : nil, port: port)
        settings.period = period
        settings.spread = min(settings.spread, period / 10)
        try await run(settings)
    }

    private static func run(_ settings: DiscoverySettings) async throws {
        let key = Curve25519.Signing.PrivateKey()
        guard let credentials = LinkCredentials(nodeKey: key, rosterEntry: Array("entry".utf8), relays: true) else {
            throw Usage()
        }
        let start = ContinuousClock.now
        let now: @Sendable () -> Moment = {
            let (seconds, attoseconds) = (ContinuousClock.now - start).components
            return Moment(
                steady: seconds * 1000 + attoseconds / 1_000_000_000_000_000,
                clock: Int64(Date.now.timeIntervalSince1970 * 1000))
        }
        let group = MultiThreadedEventLoopGroup.singleton
        let transport = try LinkTransport(group: group) {
            Handshake.Setup(
                secret: settings.secret, credentials: credentials, period: settings.periodNumber(at: now().clock)
            ) { _, _ in true }
        }
        let node = Node(transport, key: Self.hex(key.publicKey.rawRepresentation))
        let service = DiscoveryService(settings, on: group.next(), now: now)
        try await transport.listen(port: Int(settings.port), take: { link in Task { await node.add(link) } }) { _ in
            let discovery = Task { await service.run { await node.take($0) } }
            let input = Task.detached {
                while let line = readLine() {
                    if line.hasPrefix("say ") { await node.say(String(line.dropFirst(4))) }
                }
            }
            await input.value
            discovery.cancel()
            await discovery.value
        }
    }

    static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

struct Usage: Error, CustomStringConvertible {
    let description = "usage: MeshLinksHarness SECRET PORT PERIOD [NAME]"
}

/// The node's links. An actor because discovery, the listener and the links report to it at the same time.
actor Node {
    private let transport: LinkTransport
    private var links: [Link] = []

    init(_ transport: LinkTransport, key: String) {
        self.transport = transport
        Self.write(["event": "key", "key": key])
    }

    func take(_ report: DiscoveryService.Report) {
        switch report {
        case .renewed(let label):
            do { try transport.renewIdentity() } catch { Self.write(["event": "fault", "fault": "\(error)"]) }
            Self.write(["event": "label", "label": "\(label)"])
        case .found(let node):
            let addresses = node.addresses.map(\.description).joined(separator: " ")
            Self.write(["event": "found", "label": "\(node.label)", "addresses": addresses])
            Task { await dial(node) }
        case .lost(let label, _): Self.write(["event": "lost", "label": "\(label)"])
        }
    }

    /// Dials the addresses of a node one after the other, unless there is a link to one of them.
    private func dial(_ node: HeardNode) async {
        for address in node.socketAddresses {
            if links.contains(where: { $0.address.map(node.addresses.contains) == true }) { return }
            do {
                let link = try await transport.dial(address)
                Task { await add(link) }
                return
            } catch { Self.write(["event": "failed", "fault": "\(error)"]) }
        }
    }

    func add(_ link: Link) async {
        links.append(link)
        let key = MeshLinksHarness.hex(link.facts.key.bytes.bytes)
        Self.write([
            "event": "link", "key": key, "role": "\(link.facts.role)",
            "entry": String(decoding: link.facts.rosterEntry, as: UTF8.self),
            "address": "\(link.address?.description ?? "")",
        ])
        for await frame in link.frames {
            Self.write(["event": "frame", "key": key, "text": String(decoding: frame.prefix(100), as: UTF8.self)])
        }
        await link.closed()
        links.removeAll { $0.facts == link.facts }
        Self.write(["event": "end", "key": key])
    }

    func say(_ text: String) {
        for link in links { link.send(Array(text.utf8)) }
    }

    /// Writes a line of JSON. The values have no characters that JSON escapes, but for those of faults.
    private static func write(_ fields: KeyValuePairs<String, String>) {
        let body = fields.map { "\"\($0.key)\": \"\($0.value.filter { !"\"\\\n".contains($0) })\"" }
        let line = Array("{\(body.joined(separator: ", "))}\n".utf8)
        // Not by a stream of the C library: another thread waits for input in one.
        _ = line.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
    }
}
