package import GeoCore
package import Gossip

/// The people and nodes of a place, as a node knows them. The messages of the roster are opaque to the mesh: the host
/// reads them, and gives the outcome.
///
/// Equal rosters must give equal answers on every node, apart from `.blocked`: what nodes keep follows from them.
package protocol Roster: Sendable {
    /// Whether a message of this kind by the author counts that entered the mesh at `entry`; `nil`: that enters now.
    /// Strangers may write what anybody may. What somebody wrote before they lost a role counts.
    func mayWrite(_ kind: MessageKind, _ author: SignerKey, enteredAt entry: HybridTime?) -> Bool
    /// Whether the roster names the author, or named a role of theirs. Strangers are charged to the node where their
    /// message entered.
    func names(_ author: SignerKey) -> Bool
    /// The key of the node that is a member at `time`, by its beginning, as in entry stamps; `nil` where there is none.
    func member(_ beginning: UInt64, at time: HybridTime) -> SignerKey?
    /// Whether the roster says that the node, a member once, is none at `time`. `false` of a node that it does not
    /// name: its entries come one by one.
    func expels(_ node: SignerKey, at time: HybridTime) -> Bool
    func verdict(on message: MessageFacts) -> Verdict
    /// The register that the message sets: only the greatest message of a register, by time and id, is kept. `nil`
    /// where each message stands for itself.
    func register(of message: Message) -> SubjectID?
}

/// The facts of a message that a node remembers. The message's bytes are in the store.
package struct MessageFacts: Equatable, Sendable {
    package let order: MessageOrder
    package let kind: MessageKind
    package let author: SignerKey?
    package let about: SubjectID?
    /// The beginning of the key of the member where the message entered; 0 where nobody stamped it.
    package let entry: UInt64
    /// When it entered there.
    package let entryTime: HybridTime?
    /// In bytes.
    package let size: Int
    package let register: SubjectID?

    package init(_ message: Message, register: SubjectID?) {
        self.init(
            message.order, message.kind, author: message.author, about: message.about,
            entry: message.stamp?.member ?? 0, entryTime: message.stamp?.time, size: message.bytes.count,
            register: register)
    }

    /// The facts that no stamp changes.
    init(unstamped message: Message) {
        self.init(
            message.order, message.kind, author: message.author, about: message.about, entry: 0, entryTime: nil,
            size: message.bytes.count, register: nil)
    }

    /// As a store kept them.
    package init(
        _ order: MessageOrder, _ kind: MessageKind, author: SignerKey?, about: SubjectID?, entry: UInt64,
        entryTime: HybridTime?, size: Int, register: SubjectID?
    ) {
        (self.order, self.kind, self.author, self.about) = (order, kind, author, about)
        (self.entry, self.entryTime, self.size, self.register) = (entry, entryTime, size, register)
    }

    package var messageClass: MessageClass { kind.messageClass }
    package var id: MessageID { order.id }
}

package enum Verdict: Sendable {
    case good
    /// Operators hid the message, its author or its node: it is kept nowhere.
    case hidden
    /// This node alone does not want it: its id stays, so that nobody offers it again, but not its bytes.
    case blocked
}

/// Signs with a key: entry stamps with the node's, and lines of people without keys.
package protocol EntrySigner: Sendable {
    var key: SignerKey { get }
    /// Returns an Ed25519 signature of 64 bytes.
    func signature(of text: [UInt8]) -> [UInt8]
}
