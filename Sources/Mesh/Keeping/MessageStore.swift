package import Gossip

/// Keeps messages between runs of the program. The node itself remembers which ones there are, so the store is asked
/// for bytes alone.
///
/// A class, because it stands for one file. Errors travel outward: the host stops the mesh, which then has lost
/// nothing that it called kept.
package protocol MessageStore: AnyObject {
    /// Returns what the store holds, in any order: read once, at the start.
    func records() throws -> [StoredMessage]
    /// Adds a message, with or without its bytes. The store has no message of this id.
    func add(_ message: StoredMessage, _ bytes: [UInt8]?) throws
    /// Returns a message's bytes; `nil` where only its id is kept, or nothing.
    func bytes(of id: MessageID) throws -> [UInt8]?
    /// Takes away the bytes of messages, and keeps their ids.
    func empty(_ ids: [MessageID]) throws
    /// Takes messages away with their ids.
    func drop(_ ids: [MessageID]) throws
}

/// A message as the store lists it.
package struct StoredMessage: Equatable, Sendable {
    package let facts: MessageFacts
    /// False for messages that this node does not want, or had no room for.
    package var hasBytes: Bool

    package init(_ facts: MessageFacts, hasBytes: Bool) { (self.facts, self.hasBytes) = (facts, hasBytes) }
}

/// Keeps messages in memory: for tests, the simulator, and nodes that shall forget.
package final class MemoryMessageStore: MessageStore {
    private var all: [MessageID: (StoredMessage, [UInt8]?)] = [:]

    package init() {}

    package var count: Int { all.count }

    package func records() -> [StoredMessage] { all.values.map { $0.0 } }

    package func add(_ message: StoredMessage, _ bytes: [UInt8]?) { all[message.facts.id] = (message, bytes) }

    package func bytes(of id: MessageID) -> [UInt8]? { all[id]?.1 }

    package func empty(_ ids: [MessageID]) {
        for id in ids {
            guard var (message, _) = all[id] else { continue }
            message.hasBytes = false
            all[id] = (message, nil)
        }
    }

    package func drop(_ ids: [MessageID]) {
        for id in ids { all[id] = nil }
    }
}
