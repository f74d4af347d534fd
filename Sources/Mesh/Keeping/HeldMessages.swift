import GeoCore
import Gossip

/// Messages from the near future, which wait until they are due.
struct HeldMessages {
    struct Held {
        let due: Timestamp
        let message: Message
        let peer: Peer?
    }

    /// By the time when they are due.
    private var all: [Held] = []
    private var beginnings: Set<UInt64> = []
    private var bytes = 0

    var count: Int { all.count }

    func contains(_ beginning: UInt64) -> Bool { beginnings.contains(beginning) }

    /// Holds a message back; returns whether there is room.
    mutating func insert(_ message: Message, from peer: Peer?, due: Timestamp, _ settings: MeshSettings) -> Bool {
        guard all.count < settings.mostHeld, bytes + message.bytes.count <= settings.mostHeldBytes else { return false }
        let place = all.firstIndex { $0.due > due } ?? all.count
        all.insert(Held(due: due, message: message, peer: peer), at: place)
        bytes += message.bytes.count
        beginnings.insert(message.id.beginning)
        return true
    }

    mutating func popDue(at time: Timestamp) -> Held? {
        guard let first = all.first, first.due <= time else { return nil }
        bytes -= first.message.bytes.count
        beginnings.remove(first.message.id.beginning)
        return all.removeFirst()
    }
}
