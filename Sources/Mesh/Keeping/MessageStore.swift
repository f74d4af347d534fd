package import GeoCore
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

/// A store that survives the program, and finds messages for people.
package protocol MeshStorage: MessageStore {
    /// Runs `body`. What it changes is on disk when this returns; after an error nothing has changed.
    func inOneCommit<Result>(_ body: () throws -> Result) throws -> Result
    /// Returns the bytes of at most `limit` messages of a kind about a subject that come before `end` in the order of
    /// messages, the newest first.
    func newest(
        _ kind: MessageKind, about subject: SubjectID, before end: MessageOrder?, limit: Int
    ) throws -> [[UInt8]]
    /// Returns what is remembered of the messages of a kind about a subject whose bytes are here, the newest first. `author`:
    /// only of that author's.
    func facts(_ kind: MessageKind, about subject: SubjectID, by author: SignerKey?) throws -> [MessageFacts]
    /// Returns how many messages of a kind there are about each subject, and the time of the newest.
    func subjects(of kind: MessageKind) throws -> [SubjectID: (count: Int, newest: HybridTime)]
    /// Returns what the host noted under a name, `nil` where it noted nothing.
    func note(_ name: String) throws -> [UInt8]?
    /// `nil`: forgets it.
    func setNote(_ name: String, to value: [UInt8]?) throws
}

/// A message as the store lists it.
package struct StoredMessage: Equatable, Sendable {
    package let facts: MessageFacts
    /// False for messages that this node does not want, or had no room for.
    package var hasBytes: Bool

    package init(_ facts: MessageFacts, hasBytes: Bool) { (self.facts, self.hasBytes) = (facts, hasBytes) }
}

/// Keeps messages in memory: for tests, the simulator, and nodes that shall forget.
package final class MemoryMessageStore: MeshStorage {
    private var all: [MessageID: (StoredMessage, [UInt8]?)] = [:]
    private var notes: [String: [UInt8]] = [:]

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

    package func inOneCommit<Result>(_ body: () throws -> Result) throws -> Result {
        let before = (all, notes)
        do { return try body() } catch {
            (all, notes) = before
            throw error
        }
    }

    package func newest(
        _ kind: MessageKind, about subject: SubjectID, before end: MessageOrder?, limit: Int
    ) -> [[UInt8]] {
        all.values.filter { message, bytes in
            message.facts.kind == kind && message.facts.about == subject && bytes != nil
                && end.map { message.facts.order < $0 } ?? true
        }.sorted { $0.0.facts.order > $1.0.facts.order }.prefix(limit).compactMap(\.1)
    }

    package func facts(
        _ kind: MessageKind, about subject: SubjectID, by author: SignerKey?
    ) -> [MessageFacts] {
        all.values.filter { message, bytes in
            message.facts.kind == kind && message.facts.about == subject && bytes != nil
                && author.map { message.facts.author == $0 } ?? true
        }.map(\.0.facts).sorted { $0.order > $1.order }
    }

    package func subjects(of kind: MessageKind) -> [SubjectID: (count: Int, newest: HybridTime)] {
        var found: [SubjectID: (count: Int, newest: HybridTime)] = [:]
        for (message, bytes) in all.values where message.facts.kind == kind && bytes != nil {
            guard let about = message.facts.about else { continue }
            let (count, newest) = found[about] ?? (0, HybridTime(rawValue: 0))
            found[about] = (count + 1, max(newest, message.facts.order.time))
        }
        return found
    }

    package func note(_ name: String) -> [UInt8]? { notes[name] }

    package func setNote(_ name: String, to value: [UInt8]?) { notes[name] = value }
}
