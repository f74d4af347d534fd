import GeoCore
import MeshLinks

private let segment = Segment(InterfaceID(rawValue: 1), .ipv4)
private let interface = MeshInterface(
    segment.interface, [NetworkAddress(NodeAddress([10, 90, 1, 1] as [UInt8])!, prefixLength: 24)])
private let settings = DiscoverySettings(
    secret: PlaceSecret(Array("sixteen bytes or more".utf8))!, placeName: DNSName("place.local"), port: 29_170)

/// Reads a packet of multicast DNS: it reads the same once it was written again. A node that hears it answers with few
/// packets, which can be read.
@_cdecl("LLVMFuzzerTestOneInput")
public func readDNS(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    if let message = try? DNSMessage(bytes) {
        let written = message.bytes
        precondition(
            written.count > DNSMessage.longest || (try? DNSMessage(written)) == message, "a packet reads otherwise")
    }
    var discovery = Discovery(settings, using: SeededGenerator(seed: 1))
    var time: Milliseconds = 0
    func moment() -> Moment { Moment(steady: time, clock: 1_700_000_000_000 + time) }
    var actions = discovery.take(.interfaces([interface]), at: moment())
    for _ in 0..<3 {
        actions += discovery.take(.packet(bytes, segment), at: moment())
        for _ in 0..<4 {
            time += 500
            actions += discovery.take(.timer, at: moment())
        }
    }
    precondition(actions.count < 400, "a node says too much")
    for case .send(let packet, _) in actions {
        precondition((try? DNSMessage(packet)) != nil, "a node says what cannot be read")
    }
    return 0
}
