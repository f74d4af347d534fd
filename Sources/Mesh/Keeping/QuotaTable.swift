import GeoCore
import Gossip

/// Counts messages by the author or entry node that answers for them, and by spans of their own time.
///
/// The spans of one message lie inside each other, the shortest first. So it is certain which message leaves when one
/// comes to a full span: the latest of the innermost full one. The outcome is the same in every order of arrival
/// (greedy choice in a laminar matroid): two nodes that have seen the same messages keep the same ones.
struct QuotaTable {
    enum Owner: Hashable {
        case author(SignerKey, AuthorQuota.Counted)
        /// A stranger counts anew at each entry node, so that all its spans lie inside those of the entry node.
        case stranger(SignerKey, AuthorQuota.Counted, entry: UInt64)
        case entry(UInt64, MessageClass)
    }

    struct Span: Hashable {
        let owner: Owner
        let start: Timestamp
        let length: Milliseconds
    }

    struct Allowance {
        let span: Span
        let limit: Int
    }

    private var counts: [Span: Int] = [:]
    var spanCount: Int { counts.count }

    func isFull(_ allowance: Allowance) -> Bool { counts[allowance.span, default: 0] >= allowance.limit }

    mutating func add(_ allowances: [Allowance]) {
        for allowance in allowances { counts[allowance.span, default: 0] += 1 }
    }

    mutating func remove(_ allowances: [Allowance]) {
        for allowance in allowances {
            let count = counts[allowance.span, default: 0] - 1
            counts[allowance.span] = count > 0 ? count : nil
        }
    }

    /// The spans in which a message counts, the innermost first.
    static func allowances(of facts: MessageFacts, isNamed: Bool, _ table: ClassTable) -> [Allowance] {
        func span(_ owner: Owner, _ length: Milliseconds) -> Span {
            let time = facts.order.time.milliseconds
            return Span(owner: owner, start: time - time % length, length: length)
        }
        var allowances: [Allowance] = []
        if let author = facts.author {
            let counted = AuthorQuota.Counted(facts)
            let owner: Owner =
                isNamed ? .author(author, counted) : .stranger(author, counted, entry: facts.entry)
            allowances = AuthorQuota.quotas(of: counted).map {
                Allowance(span: span(owner, $0.length), limit: $0.count)
            }
        }
        if !isNamed, facts.messageClass != .roster {
            let owner = Owner.entry(facts.entry, facts.messageClass)
            allowances.append(
                Allowance(span: span(owner, AuthorQuota.day), limit: table[facts.messageClass].entryADay))
        }
        return allowances
    }
}
