import GeoCore
import Gossip
import Mesh

/// The messages that operators hide. The node drops them, so that nobody gets them; the host keeps them in the same file
/// until they end, so that they come back where operators show them again.
struct HiddenMessages {
    private static let listName = "hidden"
    /// The most that are kept; of later ones nothing is left once they are hidden.
    private static let most = 50_000

    private(set) var all: [MessageID: MessageFacts] = [:]

    init() {}

    /// Reads what a store keeps. A message that cannot be read is left out.
    init(_ storage: any MeshStorage, _ roster: PlaceRoster) throws {
        for id in try Self.ids(storage) {
            guard let message = try storage.note(Self.name(id)).flatMap({ try? Message(bytes: $0) }) else { continue }
            all[id] = MessageFacts(message, register: roster.register(of: message))
        }
    }

    private static func name(_ id: MessageID) -> String { "hidden \(Hexadecimal.text(id.digest.bytes))" }

    private static func ids(_ storage: any MeshStorage) throws -> [MessageID] {
        let bytes = try storage.note(listName) ?? []
        return stride(from: 0, to: bytes.count, by: Bytes32.count).compactMap {
            Bytes32(bytes[$0..<min($0 + Bytes32.count, bytes.count)]).map { MessageID($0) }
        }
    }

    /// Forgets the messages of another place.
    static func forgetAll(_ storage: any MeshStorage) throws {
        for id in try ids(storage) { try storage.setNote(name(id), to: nil) }
        try storage.setNote(listName, to: nil)
    }

    mutating func add(_ messages: [(facts: MessageFacts, bytes: [UInt8])], _ storage: any MeshStorage) throws {
        let new = messages.filter { all[$0.facts.id] == nil }.prefix(max(0, Self.most - all.count))
        guard !new.isEmpty else { return }
        for (facts, bytes) in new {
            try storage.setNote(Self.name(facts.id), to: bytes)
            all[facts.id] = facts
        }
        try keepList(storage)
    }

    mutating func remove(_ ids: [MessageID], _ storage: any MeshStorage) throws {
        guard !ids.isEmpty else { return }
        for id in ids {
            try storage.setNote(Self.name(id), to: nil)
            all[id] = nil
        }
        try keepList(storage)
    }

    private func keepList(_ storage: any MeshStorage) throws {
        try storage.setNote(Self.listName, to: all.keys.flatMap(\.digest.bytes))
    }

    func message(_ id: MessageID, _ storage: any MeshStorage) throws -> Message? {
        try storage.note(Self.name(id)).flatMap { try? Message(bytes: $0) }
    }
}

extension MeshHost {
    /// Puts aside what `new` hides, before the node drops it.
    func putAside(by new: PlaceRoster) throws {
        var found: [(facts: MessageFacts, bytes: [UInt8])] = []
        for messageClass in MessageClass.allCases where messageClass != .roster {
            for message in node.messages(of: messageClass)
            where message.hasBytes && new.verdict(on: message.facts) == .hidden {
                guard let bytes = try storage.bytes(of: message.facts.id) else { continue }
                found.append((message.facts, bytes))
            }
        }
        try hidden.add(found, storage)
    }

    /// Puts aside a message of somebody here who is hidden.
    func putAside(_ message: Message) throws {
        let facts = MessageFacts(message, register: roster.register(of: message))
        try hidden.add([(facts, message.bytes)], storage)
    }

    /// Gives the node the messages that are shown again.
    func bringBack(at now: MeshInstant) throws -> [MeshAction] {
        var actions: [MeshAction] = [], done: [MessageID] = []
        for facts in hidden.all.values.sorted(by: { $0.order < $1.order }) where roster.verdict(on: facts) == .good {
            guard let message = try hidden.message(facts.id, storage) else { continue }
            let (outcome, more) = try node.submit(message, at: now)
            actions += more
            switch outcome {
            case .refused(.noClock), .refused(.hidden), .refused(.tooEarly): break
            case .kept, .known, .held, .blocked, .refused: done.append(facts.id)
            }
        }
        try hidden.remove(done, storage)
        return actions
    }

    /// Forgets hidden messages that have ended.
    func forgetEndedHidden() throws {
        guard let time else { return }
        let ended = hidden.all.values.filter { facts in
            facts.messageClass.life.map { facts.order.time.milliseconds + $0 <= time } ?? false
        }
        guard !ended.isEmpty else { return }
        try commit {
            try self.hidden.remove(ended.map(\.id), self.storage)
            return ((), [])
        }
    }
}
