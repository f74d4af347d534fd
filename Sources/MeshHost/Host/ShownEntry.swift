import GeoCore
import Mesh
import MeshLinks
import Synchronization

/// What this node shows on links that begin now, and the name that it answers for.
///
/// A class because the node changes it while the transport's threads read it.
final class ShownEntry: Sendable {
    /// How long a label and a mark last.
    static let period: Milliseconds = 1_800_000

    private let keys: MeshKeys
    private let clock: HostClock
    private let shown = Mutex<(entry: [UInt8], relays: Bool)>(([], true))
    private let name = Mutex<DNSName?>(nil)

    init(_ keys: MeshKeys, _ clock: HostClock) { (self.keys, self.clock) = (keys, clock) }

    /// `entry`: the roster's message that admits this node, or a request for one, or nothing.
    func set(_ entry: [UInt8]) { shown.withLock { $0.entry = entry } }

    /// Whether this node passes on what others wrote.
    func set(relays: Bool) { shown.withLock { $0.relays = relays } }

    /// The name of the place, while this node answers for it.
    var placeName: DNSName? { name.withLock { $0 } }

    func setPlaceName(_ name: DNSName?) { self.name.withLock { $0 = name } }

    var setup: Handshake.Setup {
        let (bytes, relays) = shown.withLock { $0 }
        guard
            let credentials = LinkCredentials(nodeKey: keys.node.privateKey, rosterEntry: bytes, relays: relays)
                ?? LinkCredentials(nodeKey: keys.node.privateKey, rosterEntry: [], relays: relays)
        else { preconditionFailure("an empty roster entry is short enough") }
        let now = clock.now.clock
        return Handshake.Setup(
            secret: keys.placeSecret, credentials: credentials, period: clock.isSet ? now / Self.period : nil
        ) { _, _ in true }
    }
}
