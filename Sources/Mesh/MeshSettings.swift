package import GeoCore
package import Gossip

/// The numbers of a node. Times are in milliseconds, sizes in bytes.
package struct MeshSettings: Sendable {
    // Links.
    package var mostLinks = 8
    /// A node with links to this many members dials no more: where all dial as long as they may, a node that comes
    /// later finds no place at any other.
    package var enoughLinks = 4
    /// How many of them only members that were linked before may use.
    package var reservedLinks = 2
    package var mostGuests = 4
    /// How often a guest may begin a link, when the first ones have.
    package var guestLinksASecond: Double = 1
    package var dialInterval: Milliseconds = 1000

    // Spreading.
    package var noticeDelay: ClosedRange<Milliseconds> = 20...80
    /// How long a node waits for a message after a notice before it asks for it.
    package var patience: Milliseconds = 500
    /// A random time up to this comes on top. Where a frame is lost, all nodes behind it wait; the first one that asks
    /// brings the message to the others.
    package var patienceSpread: Milliseconds = 500
    /// How many messages in a row are late before the node that is asked becomes part of the tree. A lost frame is no
    /// reason to change the tree.
    package var lateToJoin = 2
    package var mostAsksOfALink = 1000
    /// Bytes of messages that answer one frame that asks for them; one message more may go over it.
    package var mostAnswered = 1 << 20

    // Reconciling.
    package var reconcileInterval: ClosedRange<Milliseconds> = 40_000...80_000
    package var frameLimit = 32_768
    /// How long a node waits for an answer before it begins again.
    package var answerTime: Milliseconds = 10_000
    /// Bytes of wanted messages that a node sends on a link in one go, and the pause after that.
    package var carryChunk = 65_536
    package var carryPause: Milliseconds = 50

    // Budgets of a peer.
    package var freshMessages: Double = 50
    package var freshBytes: Double = 65_536
    package var reconciledBytesAnHour: Double = 50_000_000

    // Time.
    /// A message this much ahead is taken.
    package var lead: Milliseconds = HybridClock.maximumDrift
    /// A message this much ahead is held back until it is due; a later one is refused.
    package var heldLead: Milliseconds = 3_600_000
    package var mostHeld = 1000
    package var mostHeldBytes = 4_000_000
    /// How long expired messages stay, so that two nodes whose clocks differ a little reconcile the same set.
    package var expiryGrace: Milliseconds = 120_000

    // Delivery.
    package var acknowledgeDelays: [Milliseconds] = [1500, 6000, 30_000, 120_000]
    package var mostTracked = 4096
    package var trackedTime: Milliseconds = 3_600_000

    package var classes = ClassTable()

    /// At the start.
    package var duties = NodeDuties()

    package init() {}
}

/// The messages that a node keeps of each class, and those that it takes through one entry node.
package struct ClassTable: Sendable {
    package struct Limit: Sendable {
        /// Ids, those without bytes included.
        package var count: Int
        package var bytes: Int
        /// Messages of strangers (of anybody in sealed mail) through one entry node in a day.
        package var entryADay: Int
    }

    private var limits: [Limit]

    package init() { limits = MessageClass.allCases.map(Self.usual) }

    package subscript(messageClass: MessageClass) -> Limit {
        get { limits[Int(messageClass.rawValue) - 1] }
        set { limits[Int(messageClass.rawValue) - 1] = newValue }
    }

    private static func usual(_ messageClass: MessageClass) -> Limit {
        switch messageClass {
        case .roster: Limit(count: 20_000, bytes: 80_000_000, entryADay: 0)
        case .keys: Limit(count: 20_000, bytes: 20_000_000, entryADay: 1000)
        case .now: Limit(count: 20_000, bytes: 20_000_000, entryADay: 2000)
        case .plan: Limit(count: 100_000, bytes: 256_000_000, entryADay: 0)
        case .mail: Limit(count: 50_000, bytes: 128_000_000, entryADay: 2000)
        case .talk: Limit(count: 200_000, bytes: 128_000_000, entryADay: 5000)
        case .posts: Limit(count: 100_000, bytes: 256_000_000, entryADay: 1000)
        case .pictures: Limit(count: 20_000, bytes: 512_000_000, entryADay: 100)
        }
    }
}

/// How many messages of an author a span of time may hold. Spans begin at whole multiples of their length since 1970,
/// and each length divides the next one: the quotas are then nested, and what they leave does not depend on the order
/// of arrival (docs/decisions/0055).
struct AuthorQuota {
    /// Messages that count together. Resolutions of help pins do not count with the pins: people who asked for help can
    /// always say that it came.
    struct Counted: Hashable {
        let kind: MessageKind
        let isResolution: Bool

        init(_ facts: MessageFacts) {
            (kind, isResolution) = (facts.kind, facts.kind == .helpPin && facts.about != nil)
        }
    }

    let length: Milliseconds
    let count: Int

    static let second: Milliseconds = 1000
    static let minute: Milliseconds = 60_000
    static let day: Milliseconds = 86_400_000

    static func quotas(of counted: Counted) -> [AuthorQuota] {
        switch counted.kind {
        case .names, .roles, .nodes, .moderation, .certificate, .sealedMail, .receipt: []
        case .prekey, .certificateRequest: [AuthorQuota(length: day, count: 2)]
        case .queueReport: [AuthorQuota(length: 10 * minute, count: 100)]
        case .helpPin: [AuthorQuota(length: 10 * minute, count: counted.isResolution ? 20 : 1)]
        case .links: [AuthorQuota(length: 10 * minute, count: 10)]
        case .gameMove: [AuthorQuota(length: 10 * second, count: 20)]
        // A guide that is published for the first time is one change for each field of each entry, all at once.
        case .guideChange: [AuthorQuota(length: day, count: 10_000)]
        case .overlay: [AuthorQuota(length: minute, count: 60)]
        case .roomLine: [AuthorQuota(length: 10 * minute, count: 80), AuthorQuota(length: day, count: 500)]
        // A small part of what one node's strangers may say in a day.
        case .report: [AuthorQuota(length: 10 * minute, count: 30), AuthorQuota(length: day, count: 200)]
        case .post, .edit, .deletion: [AuthorQuota(length: 10 * minute, count: 30)]
        case .picture: [AuthorQuota(length: 60 * minute, count: 10)]
        }
    }
}
