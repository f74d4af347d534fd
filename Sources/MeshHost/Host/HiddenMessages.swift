import GeoCore
import Gossip
import Mesh

/// The messages that operators hide, and those of curators that entered after they lost their role. The node drops them,
/// so that nobody gets them; the host keeps them in the same file until they end, so that they come back where operators
/// show them again, or give the role back.
struct HiddenMessages {
    private static let listName = "hidden"
    /// The maximum number of messages that are kept.
    private static let most = 50_000

    /// The maximum number of bytes of all together. Of messages beyond one of the limits, nothing is left once they are
    /// hidden.
    private let mostBytes: Int
    private(set) var all: [MessageID: MessageFacts] = [:]
    private var bytes = 0

    /// Reads what a store keeps. A message that cannot be read is left out.
    init(_ storage: any MeshStorage, _ roster: PlaceRoster, mostBytes: Int) throws {
        self.mostBytes = mostBytes
        for id in try Self.ids(storage) {
            guard let message = try storage.note(Self.name(id)).flatMap({ try? Message(bytes: $0) }) else { continue }
            insert(MessageFacts(message, register: roster.register(of: message)))
        }
    }

    private mutating func insert(_ facts: MessageFacts) {
        all[facts.id] = facts
        bytes += facts.size
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

    func hasRoom(for facts: MessageFacts) -> Bool {
        all[facts.id] == nil && all.count < Self.most && facts.size <= mostBytes - bytes
    }

    /// Keeps messages for which there is room; `keepList` must follow.
    mutating func add(_ facts: MessageFacts, _ bytes: [UInt8], _ storage: any MeshStorage) throws {
        guard hasRoom(for: facts) else { return }
        try storage.setNote(Self.name(facts.id), to: bytes)
        insert(facts)
    }

    mutating func remove(_ ids: [MessageID], _ storage: any MeshStorage) throws {
        guard !ids.isEmpty else { return }
        for id in ids {
            try storage.setNote(Self.name(id), to: nil)
            bytes -= all.removeValue(forKey: id)?.size ?? 0
        }
        try keepList(storage)
    }

    func keepList(_ storage: any MeshStorage) throws {
        try storage.setNote(Self.listName, to: all.keys.flatMap(\.digest.bytes))
    }

    func message(_ id: MessageID, _ storage: any MeshStorage) throws -> Message? {
        try storage.note(Self.name(id)).flatMap { try? Message(bytes: $0) }
    }
}

extension MeshHost {
    /// Puts aside the messages that `new` excludes, before the node drops them. Those who make rows look at them again.
    func putAside(by new: PlaceRoster) throws {
        for messageClass in MessageClass.allCases where messageClass != .roster {
            for message in node.messages(of: messageClass)
            where message.hasBytes && new.excludes(message.facts) {
                try putAside(message.facts)
            }
        }
        try hidden.keepList(storage)
    }

    /// Reads no message that is not kept and made no row.
    private func putAside(_ facts: MessageFacts) throws {
        if facts.messageClass == .pictures { keeping.add(picture: facts) }
        let hasRow = Self.mergedClasses.contains(facts.messageClass)
        guard hasRow || hidden.hasRoom(for: facts), let bytes = try storage.bytes(of: facts.id) else { return }
        try hidden.add(facts, bytes, storage)
        if hasRow, let message = try? Message(bytes: bytes) { keeping.add(message) }
    }

    /// Puts aside a message of somebody here who is hidden.
    func putAside(_ message: Message) throws {
        try hidden.add(MessageFacts(message, register: roster.register(of: message)), message.bytes, storage)
        try hidden.keepList(storage)
        keeping.add(message)
    }

    /// Gives the node the messages that are shown again.
    func bringBack(at now: MeshInstant) throws -> [MeshAction] {
        var actions: [MeshAction] = [], done: [MessageID] = []
        let shown = hidden.all.values.filter { !roster.excludes($0) }
        for facts in shown.sorted(by: { $0.order < $1.order }) {
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
