package import GeoCore
package import Gossip
package import Mesh

/// A roster that a test sets as it likes.
package struct SimulatedRoster: Roster {
    package var members: [UInt64: SignerKey] = [:]
    /// From when on a member is none.
    package var ends: [UInt64: HybridTime] = [:]
    package var curators: Set<SignerKey> = []
    package var named: Set<SignerKey> = []
    package var hiddenAuthors: Set<SignerKey> = []
    package var hiddenMessages: Set<MessageID> = []
    /// The beginnings of the keys of members whose stamps hide a message.
    package var hiddenNodes: Set<UInt64> = []
    package var blockedAuthors: Set<SignerKey> = []
    /// The kinds whose messages replace each other where they are about the same.
    package var registers: Set<MessageKind> = [.guideChange]

    package init() {}

    package func mayWrite(_ kind: MessageKind, _ author: SignerKey, enteredAt entry: HybridTime?) -> Bool {
        switch kind.messageClass {
        case .roster, .plan: curators.contains(author)
        default: true
        }
    }

    package func names(_ author: SignerKey) -> Bool { named.contains(author) || curators.contains(author) }

    package func member(_ beginning: UInt64, at time: HybridTime) -> SignerKey? {
        if let end = ends[beginning], time >= end { return nil }
        return members[beginning]
    }

    package func expels(_ node: SignerKey, at time: HybridTime) -> Bool {
        ends[node.beginning].map { $0 <= time } ?? false
    }

    package func verdict(on message: MessageFacts) -> Verdict {
        if hiddenMessages.contains(message.id) || hiddenNodes.contains(message.entry) { return .hidden }
        guard let author = message.author else { return .good }
        return hiddenAuthors.contains(author) ? .hidden : blockedAuthors.contains(author) ? .blocked : .good
    }

    package func register(of message: Message) -> SubjectID? { registers.contains(message.kind) ? message.about : nil }
}
