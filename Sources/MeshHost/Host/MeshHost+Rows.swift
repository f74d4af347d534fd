import GeoCore
package import Gossip
package import Mesh

/// What the host gives to those who make rows of messages, and messages of what is written here.
extension MeshHost {
    /// Each message that the node keeps from now on, in their order. There is one reader; a new one ends the stream of
    /// the one before.
    package func keptMessages() -> AsyncStream<Message> { keeping.begin() }

    /// Whether the reader of `keptMessages` was too slow for some since the last call. `mergeable` has them.
    package func takeMissed() -> Bool { keeping.takeMissed() }

    /// The ids of the messages here from which rows are made, the oldest of each class first, and then those of
    /// moderation.
    package func mergeable() -> [MessageID] {
        let content = [MessageClass.now, .plan, .posts].flatMap { node.messages(of: $0) }
        let moderation = node.messages(of: .roster).filter { $0.facts.kind == .moderation }
        return (content + moderation).filter(\.hasBytes).map(\.facts.id)
    }

    /// Returns those of these messages that are still here.
    package func messages(_ ids: [MessageID]) throws -> [Message] {
        try ids.compactMap { id in try storage.bytes(of: id).flatMap { try? Message(bytes: $0) } }
    }

    /// Whether this is the organiser's server, which signs the roster.
    package var signsRoster: Bool { keys.placeKey != nil }

    /// The keys of people here of which this server told the roster something.
    package func namedHere() throws -> Set<SignerKey> {
        let bytes = try storage.note(Self.namedName) ?? []
        return Set(
            stride(from: 0, to: bytes.count, by: Bytes32.count).compactMap {
                Bytes32(bytes[$0..<min($0 + Bytes32.count, bytes.count)]).map { SignerKey($0) }
            })
    }

    package func setNamedHere(_ keys: Set<SignerKey>) throws {
        try storage.setNote(Self.namedName, to: keys.flatMap(\.bytes.bytes))
    }

    private static let namedName = "named"

    /// Signs a draft with the node's key, and takes it. A draft whose body is too long throws `MeshFault`.
    package func write(_ draft: MessageDraft) throws -> Acceptance {
        let message: Message
        do { message = try keys.node.signed(draft) } catch { throw MeshFault("the message is too long") }
        return try take(message)
    }
}

/// Gives kept messages to one reader.
struct Keeping {
    /// How many messages may wait for the reader.
    private static let most = 4096
    private var reader: AsyncStream<Message>.Continuation?
    private var hasMissed = false

    mutating func begin() -> AsyncStream<Message> {
        reader?.finish()
        let (stream, continuation) = AsyncStream.makeStream(
            of: Message.self, bufferingPolicy: .bufferingOldest(Self.most))
        reader = continuation
        return stream
    }

    mutating func tell(_ message: Message) {
        if case .dropped = reader?.yield(message) { hasMissed = true }
    }

    mutating func takeMissed() -> Bool {
        defer { hasMissed = false }
        return hasMissed
    }

    func end() { reader?.finish() }
}
