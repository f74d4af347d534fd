package import GeoCore
package import Gossip

/// What operators hide from everybody.
package struct HiddenThings: Equatable, Sendable {
    /// Since when each is hidden.
    private var messages: [MessageID: HybridTime] = [:]
    private var authors: [SignerKey: HybridTime] = [:]
    private var nodes: [SignerKey: HybridTime] = [:]
    /// The beginnings of the keys of `nodes`, as in entry stamps.
    private var beginnings: Set<UInt64> = []

    /// One hidden message, author or node.
    package struct Thing: Equatable, Sendable {
        package let target: ModerationEntry.Target
        /// The message's id, or the key.
        package let subject: Bytes32
        package let since: HybridTime
    }

    mutating func take(_ entry: ModerationEntry, at time: HybridTime) {
        let since = entry.isHidden ? time : nil
        switch entry.target {
        case .message: messages[MessageID(entry.subject)] = since
        case .author: authors[SignerKey(entry.subject)] = since
        case .node:
            nodes[SignerKey(entry.subject)] = since
            beginnings = Set(nodes.keys.map(\.beginning))
        }
    }

    func has(_ message: MessageID, by author: SignerKey?, enteredAt entry: UInt64) -> Bool {
        beginnings.contains(entry) || messages[message] != nil || author.map { authors[$0] != nil } ?? false
    }

    package func has(_ target: ModerationEntry.Target, _ subject: Bytes32) -> Bool {
        switch target {
        case .message: messages[MessageID(subject)] != nil
        case .author: authors[SignerKey(subject)] != nil
        case .node: nodes[SignerKey(subject)] != nil
        }
    }

    /// All, the latest first.
    package var all: [Thing] {
        let things =
            messages.map { Thing(target: .message, subject: $0.key.digest, since: $0.value) }
            + authors.map { Thing(target: .author, subject: $0.key.bytes, since: $0.value) }
            + nodes.map { Thing(target: .node, subject: $0.key.bytes, since: $0.value) }
        return things.sorted { ($0.since.rawValue, $1.subject) > ($1.since.rawValue, $0.subject) }
    }
}
