package import GeoCore
package import Gossip

/// A node of the mesh as a state machine: events in, actions out. It has no sockets, reads no clock, and draws its
/// randomness from the generator that it is given, so a run can be repeated exactly.
///
/// It spreads fresh messages along a tree of links, compares its messages with its neighbours', keeps what the rules of
/// docs/mesh.md allow, and bounds what each peer may cost. Nothing that a peer sends makes it trap.
///
/// Methods throw what the store throws, and nothing else.
package struct MeshNode {
    package let key: SignerKey
    package let place: PlaceCode
    let settings: MeshSettings
    let store: any MessageStore
    let checker: any SignatureChecking
    /// `nil` on guests: they stamp nothing.
    let signer: (any EntrySigner)?
    var generator: any RandomNumberGenerator
    var index: MessageIndex

    var links: [Link] = []
    var asks = PendingAsks(mostAttempts: 4)
    /// Messages that a comparison found missing and that were asked for.
    var fetches = PendingAsks(mostAttempts: 0)
    /// Refused for a reason that cannot change soon: the node does not ask for them again.
    var refused = RecentIDs()
    /// Asked for, since no link brought them in time.
    var late = RecentIDs()
    /// How many messages in a row were late.
    var lateInARow = 0
    var held = HeldMessages()
    var deliveries = Deliveries()
    var misbehaviour = Misbehaviour()
    var candidates: Candidates
    /// How many links to guests may begin.
    var guestLinks: TokenBucket
    var isClockSet = true
    /// Whether the store may have messages that the node took as a guest.
    var mayLackStamps = true
    var duties: NodeDuties
    var nextHousekeeping: Milliseconds
    var actions: [MeshAction] = []
    package internal(set) var counters = MeshCounters()

    /// The members that this node was linked to for ten minutes: the host keeps them from one run to the next.
    package internal(set) var familiar: [SignerKey]

    /// The parts of a node.
    package struct Parts {
        package var key: SignerKey
        package var place: PlaceCode
        package var settings = MeshSettings()
        package var store: any MessageStore
        package var checker: any SignatureChecking
        package var signer: (any EntrySigner)?
        package var roster: any Roster
        package var generator: any RandomNumberGenerator
        package var familiar: [SignerKey] = []

        package init(
            key: SignerKey, place: PlaceCode, store: any MessageStore, checker: any SignatureChecking,
            signer: (any EntrySigner)?, roster: any Roster, generator: any RandomNumberGenerator
        ) {
            (self.key, self.place, self.store, self.checker) = (key, place, store, checker)
            (self.signer, self.roster, self.generator) = (signer, roster, generator)
        }
    }

    /// Makes a node, with what its store holds. Throws what the store throws.
    package init(_ parts: Parts, at now: MeshInstant) throws {
        (key, place, settings, store) = (parts.key, parts.place, parts.settings, parts.store)
        (checker, signer, generator, familiar) = (parts.checker, parts.signer, parts.generator, parts.familiar)
        index = MessageIndex(parts.settings.classes, parts.roster)
        candidates = Candidates(nextDial: now.steady)
        guestLinks = TokenBucket(
            rate: settings.guestLinksASecond, capacity: Double(settings.mostGuests), start: Double(settings.mostGuests),
            at: now.steady)
        nextHousekeeping = now.steady + Self.housekeepingInterval
        duties = settings.duties
        for message in try store.records() { index.insert(message) }
    }

    static let housekeepingInterval: Milliseconds = 60_000
    static let familiarAfter: Milliseconds = 600_000
    static let mostFamiliar = 1024

    var roster: any Roster { index.roster }

    /// Takes an event; returns the actions that follow.
    package mutating func receive(_ event: MeshEvent, at now: MeshInstant) throws -> [MeshAction] {
        switch event {
        case .linkUp(let link, let peer, let candidate):
            try stampEarlierOnes(at: now)
            addLink(link, peer, from: candidate, at: now)
        case .linkDown(let link): removeLink(link, at: now)
        case .frame(let link, let bytes): try read(bytes, from: link, at: now)
        case .timer: try runTimers(at: now)
        case .roster(let roster): try take(roster, at: now)
        case .found(let candidate, let isKnown): candidates.add(candidate, isKnown: isKnown, using: &generator)
        case .lost(let candidate): candidates.remove(candidate)
        case .dialFailed(let candidate): candidates.delay(candidate, at: now.steady)
        case .clock(let isSet):
            let knewTime = time(at: now) != nil
            isClockSet = isSet
            if !knewTime { reconcileAll(at: now) }
        case .duties(let duties): take(duties, at: now)
        }
        return takeActions()
    }

    mutating func takeActions() -> [MeshAction] {
        let taken = actions
        actions = []
        return taken
    }

    /// The steady time at which the node wants `.timer`; earlier or later does no harm.
    package var nextTimer: Milliseconds {
        var next = min(nextHousekeeping, asks.due ?? .max, fetches.due ?? .max, deliveries.due ?? .max)
        if candidates.count > 0 { next = min(next, candidates.nextDial) }
        for link in links { for timer in link.timers { next = min(next, timer) } }
        return next
    }

    private mutating func runTimers(at now: MeshInstant) throws {
        askForLate(at: now.steady)
        acknowledge(at: now.steady)
        for link in links.map(\.id) {
            closeSilent(link, at: now)
            sendBatches(on: link, at: now.steady)
            reconcileOnTime(on: link, at: now)
            try carry(on: link, at: now.steady)
        }
        if candidates.count > 0, now.steady >= candidates.nextDial { dial(at: now.steady) }
        if now.steady >= nextHousekeeping { try keepHouse(at: now) }
    }

    /// Forgets messages that have ended, and takes held ones that have become due.
    private mutating func keepHouse(at now: MeshInstant) throws {
        nextHousekeeping = now.steady + Self.housekeepingInterval
        houseRounds += 1
        if houseRounds.isMultiple(of: 5) {
            refused.turn()
            late.turn()
        }
        deliveries.forget(before: now.steady - settings.trackedTime)
        for place in links.indices { links[place].asked = 0 }
        for link in links where link.peer.isMember && now.steady - link.since >= Self.familiarAfter {
            becomeFamiliar(link.peer.key)
        }
        guard let time = time(at: now) else { return }
        try stampEarlierOnes(at: now)
        try drop(index.expire(before: time - settings.expiryGrace))
        while let due = held.popDue(at: time) { _ = try accept(due.message, from: due.peer, link: nil, at: now) }
    }

    private var houseRounds = 0

    private mutating func becomeFamiliar(_ key: SignerKey) {
        guard !familiar.contains(key) else { return }
        if familiar.count >= Self.mostFamiliar { familiar.removeFirst() }
        familiar.append(key)
    }

    /// The time that messages are compared with: the machine's clock, or, where that is not set, what the linked
    /// members' clocks say; `nil` where no such member is linked.
    package func time(at now: MeshInstant) -> Timestamp? {
        guard !isClockSet else { return now.clock }
        let offsets = links.filter(\.peer.isMember).compactMap(\.clockOffset).sorted()
        return offsets.isEmpty ? nil : now.steady &+ offsets[offsets.count / 2]
    }

    /// The sum of a class's messages that are kept, in bytes.
    package func keptBytes(of messageClass: MessageClass) -> Int { index[messageClass].bytes }

    /// The messages of a class that the node keeps, the oldest first; ids without bytes included.
    package func messages(of messageClass: MessageClass) -> [StoredMessage] {
        index[messageClass].items(from: 0).compactMap { index[$0.id] }
    }

    /// How many things the node remembers, its messages' bytes apart: bounded, whatever its peers do.
    package var footprint: Int {
        index.footprint + asks.count + fetches.count + refused.count + late.count + held.count + deliveries.count
            + misbehaviour.count + candidates.count + familiar.count
            + links.reduce(0) { $0 + $1.carry.footprint + $1.notices.beginnings.count + $1.offers.beginnings.count }
    }
}

/// The counts of a node since it started: for `mesh status`.
package struct MeshCounters: Equatable, Sendable {
    /// Messages that came by links and that were kept, or known already.
    package var kept = 0
    package var known = 0
    /// Messages that came by links, or that people brought, and that were not taken.
    package var refused: [Refusal: Int] = [:]
    /// The same of bytes that are no message.
    package var malformed = 0
    /// Frames that were passed over because the peer had used its budget.
    package var overBudget = 0
    package var bans = 0

    package init() {}
}
