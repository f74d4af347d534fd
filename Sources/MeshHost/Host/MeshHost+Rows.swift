import GeoCore
package import Gossip
package import Mesh

/// The messages for those who make rows of them, and the messages that this server signs.
extension MeshHost {
    /// Wakes its reader when the node has kept messages from now on; `takeKept` has them. There is one reader; a new
    /// one ends the stream of the one before.
    package func keptNews() -> AsyncStream<Void> { keeping.begin() }

    /// Returns the next messages that the node kept, at most `most` of them in their order, and what it kept of
    /// pictures.
    package func takeKept(atMost most: Int) -> Kept { keeping.take(most) }

    /// Whether the reader of `keptNews` was too slow for some since the last call. `mergeable` and `pictures` have
    /// them.
    package func takeMissed() -> Bool { keeping.takeMissed() }

    /// The classes of the messages from which rows are made, but for pictures.
    static let mergedClasses: [MessageClass] = [.now, .plan, .posts]

    /// The ids of the messages here from which rows are made, but for pictures: the oldest of each class first, then
    /// the hidden ones, from which none may follow, and then those of moderation.
    package func mergeable() -> [MessageID] {
        let content = Self.mergedClasses.flatMap { node.messages(of: $0) }
        let moderation = node.messages(of: .roster).filter { $0.facts.kind == .moderation }
        let hidden = hidden.all.values.filter { Self.mergedClasses.contains($0.messageClass) }.map(\.id)
        return content.filter(\.hasBytes).map(\.facts.id) + hidden + moderation.filter(\.hasBytes).map(\.facts.id)
    }

    /// Returns those of these messages that are still here, hidden or not.
    package func messages(_ ids: [MessageID]) throws -> [Message] {
        try ids.compactMap { id in
            try storage.bytes(of: id).flatMap { try? Message(bytes: $0) } ?? hidden.message(id, storage)
        }
    }

    /// Returns the messages of a kind about a subject, or about nothing, that operators do not hide. `author`: only of
    /// that author's.
    package func messages(
        _ kind: MessageKind, about subject: SubjectID?, by author: SignerKey? = nil
    ) throws -> [Message] {
        guard let subject else {
            return try messages(
                node.messages(of: kind.messageClass).filter {
                    $0.facts.kind == kind && $0.facts.about == nil && $0.hasBytes
                }.map(\.facts.id))
        }
        return try messages(try storage.facts(kind, about: subject, by: author).map(\.id))
    }

    /// Whether this is the organiser's server, which signs the roster.
    package var signsRoster: Bool { keys.placeKey != nil }

    /// The keys of people here whom this server named in the roster.
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

    /// Signs a draft with the node's key, and takes it. While operators hide this node, the message waits. A draft
    /// whose body is too long throws `MeshFault`.
    package func write(_ draft: MessageDraft) throws -> Acceptance {
        let message: Message
        do { message = try keys.node.signed(draft) } catch { throw MeshFault("the message is too long") }
        return try take([message], areOwn: true)[0]
    }
}

/// What the node kept, and what operators hid of it: the roster says which is which.
package struct Kept: Sendable {
    package var messages: [Message] = []
    /// The facts of messages with pictures, which are long: `messages(_:)` returns them one at a time.
    package var pictures: [MessageFacts] = []
}

/// Gives kept messages to one reader.
struct Keeping {
    /// How many messages may wait for the reader.
    static let most = 4096
    private var waker: AsyncStream<Void>.Continuation?
    private var waiting: [Message] = []
    private var pictures: [MessageFacts] = []
    private var hasMissed = false

    mutating func begin() -> AsyncStream<Void> {
        waker?.finish()
        (waiting, pictures) = ([], [])
        let (stream, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.waker = waker
        return stream
    }

    mutating func add(_ message: Message) {
        guard message.messageClass != .pictures else { return add(picture: MessageFacts(message, register: nil)) }
        wake { $0.waiting.append(message) }
    }

    mutating func add(picture: MessageFacts) { wake { $0.pictures.append(picture) } }

    private mutating func wake(_ add: (inout Keeping) -> Void) {
        guard let waker else { return }
        if waiting.count + pictures.count >= Self.most { hasMissed = true } else { add(&self) }
        waker.yield()
    }

    mutating func take(_ most: Int) -> Kept {
        defer {
            waiting.removeFirst(min(most, waiting.count))
            pictures = []
        }
        return Kept(messages: Array(waiting.prefix(most)), pictures: pictures)
    }

    mutating func takeMissed() -> Bool {
        defer { hasMissed = false }
        return hasMissed
    }

    func end() { waker?.finish() }
}
