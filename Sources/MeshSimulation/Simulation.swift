package import GeoCore
package import Gossip
package import Mesh

/// Many nodes in virtual time. A run is the same each time for the same seed and calls.
///
/// Frames of a link keep their order. Every message that was written is known here, so what each node shows can be
/// compared with the naive union.
package struct Simulation {
    package struct Settings: Sendable {
        package var seed: UInt64 = 1
        package var latency: ClosedRange<Milliseconds> = 5...25
        /// The probability with which a frame is lost, as if its link broke below it.
        package var loss = 0.0
        package var mesh = MeshSettings()
        package var start: Timestamp = 1_800_000_000_000

        package init() {}
    }

    private enum Event {
        case frame(LinkID, to: Int, [UInt8])
        case linkDown(LinkID, at: Int)
        case wake(Int)
    }

    private struct Wire {
        let ends: (Int, Int)
        let latency: Milliseconds
        /// When the last frame to each end arrives.
        var lastArrival: (Milliseconds, Milliseconds) = (0, 0)
    }

    struct Member {
        var node: MeshNode
        let store: MemoryMessageStore
        /// By how much the node's clock is ahead of the true time.
        var clockOffset: Milliseconds = 0
        /// A puppet is played by a test: it takes frames and does nothing.
        var isPuppet = false
        var shown: Set<MessageID> = []
        var wake: Milliseconds = .max
    }

    package let settings: Settings
    /// The probability with which a frame is lost from now on.
    package var loss: Double
    package var generator: SeededGenerator
    package var roster = SimulatedRoster()
    var members: [Member] = []
    private var wires: [LinkID: Wire] = [:]
    private var queue = EventQueue<Event>()
    private var nextLink: UInt64 = 1
    package private(set) var time: Milliseconds = 0
    package private(set) var traffic = Traffic()
    package private(set) var events = 0
    /// The comparisons since it was last set.
    package var probe = ComparisonProbe()
    /// How long messages took to each node, in the order of showing.
    package private(set) var delays = DelayCounts()
    /// What each node remembered at most (`MeshNode.footprint`), asked for when its events reach a multiple of 1000.
    package private(set) var largestFootprint = 0
    /// How often a node showed a message that it showed already.
    package private(set) var duplicatesShown = 0
    package private(set) var dials: [(node: Int, CandidateID)] = []
    package private(set) var deliveries: [MessageID: DeliveryState] = [:]
    /// The links that nodes closed, the first thousand of them.
    package private(set) var closed: [(node: Int, reason: CloseReason)] = []
    /// When each message was written, by whom, and when the last node so far showed it.
    package private(set) var written: [MessageID: (time: Milliseconds, last: Milliseconds, nodes: Int)] = [:]
    package let place = PlaceCode(rawValue: 0x706c_6163_6500_0001)
    private let checker: any SignatureChecking
    private var recordedLink: LinkID?

    package init(_ settings: Settings, checker: any SignatureChecking = FakeSignatures()) {
        (self.settings, self.checker, loss) = (settings, checker, settings.loss)
        generator = SeededGenerator(seed: settings.seed, 1)
    }

    package var count: Int { members.count }

    package func instant(of node: Int) -> MeshInstant {
        MeshInstant(steady: time, clock: settings.start + time + members[node].clockOffset)
    }

    /// The time as a message written now by a right clock bears it.
    package var now: HybridTime { HybridTime(milliseconds: settings.start + time) }

    // MARK: Nodes and links

    /// Adds a node; a member stamps what enters there. The roster names members from then on: give it to all nodes
    /// with `spreadRoster` when the last one is there.
    @discardableResult
    package mutating func add(
        _ signer: any EntrySigner, isMember: Bool = true, clockOffset: Milliseconds = 0, isPuppet: Bool = false,
        mesh: MeshSettings? = nil
    ) throws -> Int {
        if isMember { roster.members[signer.key.beginning] = signer.key }
        let store = MemoryMessageStore(), number = members.count
        let instant = MeshInstant(steady: time, clock: settings.start + time + clockOffset)
        let node = try makeNode(signer, isMember: isMember, store, mesh ?? settings.mesh, [], number, at: instant)
        members.append(Member(node: node, store: store, clockOffset: clockOffset, isPuppet: isPuppet))
        signers.append((signer, isMember))
        schedule(number)
        return number
    }

    package private(set) var signers: [(signer: any EntrySigner, isMember: Bool)] = []

    /// Gives a puppet another key for its next links.
    package mutating func setSigner(_ signer: any EntrySigner, isMember: Bool, of puppet: Int) {
        signers[puppet] = (signer, isMember)
    }

    private func makeNode(
        _ signer: any EntrySigner, isMember: Bool, _ store: MemoryMessageStore, _ mesh: MeshSettings,
        _ familiar: [SignerKey], _ number: Int, at instant: MeshInstant
    ) throws -> MeshNode {
        var parts = MeshNode.Parts(
            key: signer.key, place: place, store: store, checker: checker, signer: isMember ? signer : nil,
            roster: roster, generator: SeededGenerator(seed: settings.seed, UInt64(number), UInt64(time)))
        (parts.settings, parts.familiar) = (mesh, familiar)
        return try MeshNode(parts, at: instant)
    }

    /// Gives every node the roster as it is now.
    package mutating func spreadRoster() throws {
        for node in members.indices { try tell(node, .roster(roster)) }
    }

    package mutating func tell(_ node: Int, _ event: MeshEvent) throws {
        events += 1
        guard !members[node].isPuppet else { return }
        if events.isMultiple(of: 1000) { largestFootprint = max(largestFootprint, members[node].node.footprint) }
        let instant = instant(of: node)
        try act(members[node].node.receive(event, at: instant), of: node)
    }

    /// Links two nodes; the first one dials.
    @discardableResult
    package mutating func connect(_ one: Int, _ other: Int, from candidate: CandidateID? = nil) throws -> LinkID {
        let link = LinkID(rawValue: nextLink)
        nextLink += 1
        let latency =
            settings.latency.lowerBound
            + Milliseconds(generator.index(below: Int(settings.latency.upperBound - settings.latency.lowerBound) + 1))
        wires[link] = Wire(ends: (one, other), latency: latency)
        try tell(one, .linkUp(link, peer(other, isDialled: true), from: candidate))
        if wires[link] != nil { try tell(other, .linkUp(link, peer(one, isDialled: false), from: nil)) }
        return link
    }

    private func peer(_ node: Int, isDialled: Bool) -> Peer {
        let (signer, isMember) = signers[node]
        return Peer(key: signer.key, isMember: isMember, isDialled: isDialled)
    }

    /// Cuts a link: both ends learn it at once, and frames under way are lost.
    package mutating func disconnect(_ link: LinkID) throws {
        guard let wire = wires.removeValue(forKey: link) else { return }
        for end in [wire.ends.0, wire.ends.1] { try tell(end, .linkDown(link)) }
    }

    package func isUp(_ link: LinkID) -> Bool { wires[link] != nil }

    package func links(of node: Int) -> [(link: LinkID, other: Int)] {
        wires.filter { $0.value.ends.0 == node || $0.value.ends.1 == node }
            .map { ($0.key, $0.value.ends.0 == node ? $0.value.ends.1 : $0.value.ends.0) }.sorted { $0.link < $1.link }
    }

    /// The links, the oldest first.
    package var allLinks: [(link: LinkID, one: Int, other: Int)] {
        wires.map { ($0.key, $0.value.ends.0, $0.value.ends.1) }.sorted { $0.link < $1.link }
    }

    /// Starts a node's program anew: it knows what its store holds, and its links are gone.
    package mutating func restart(_ node: Int) throws {
        for (link, _) in links(of: node) { try disconnect(link) }
        let (signer, isMember) = signers[node]
        members[node].node = try makeNode(
            signer, isMember: isMember, members[node].store, settings.mesh, members[node].node.familiar, node,
            at: instant(of: node))
        members[node].wake = .max
        schedule(node)
    }

    // MARK: Messages

    /// Makes a message as a person's page would.
    package func message(
        _ kind: MessageKind = .roomLine, by author: any EntrySigner, at sent: HybridTime? = nil, size: Int = 100,
        about: SubjectID? = nil, _ number: UInt64 = 0
    ) throws -> Message {
        let filling = (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * ($0 % 8))) }
        if kind.messageClass.isSealed {
            return try MessageDraft(sealed: kind, in: place, at: sent ?? now, about: about, filling).message()
        }
        let tag: UInt8 = kind == .roomLine || kind == .post ? 1 : 128
        let draft = MessageDraft(
            kind, in: place, at: sent ?? now, by: author.key, about: about, [BodyField(tag: tag, value: filling)])
        return try draft.message(signature: author.signature(of: draft.signedBytes))
    }

    /// Writes a message at a node.
    @discardableResult
    package mutating func write(_ message: Message, at node: Int) throws -> Acceptance {
        events += 1
        written[message.id] = (time, time, 0)
        let (acceptance, actions) = try members[node].node.submit(message, at: instant(of: node))
        try act(actions, of: node)
        return acceptance
    }

    package func shows(_ node: Int, _ id: MessageID) -> Bool { members[node].shown.contains(id) }
    package func shown(_ node: Int) -> Set<MessageID> { members[node].shown }
    package func node(_ number: Int) -> MeshNode { members[number].node }
    package func storedCount(_ node: Int) -> Int { members[node].store.count }

    // MARK: Running

    /// Keeps the frames that are sent on a link, at most a thousand.
    package mutating func record(_ link: LinkID) { (recordedLink, recorded) = (link, []) }

    package private(set) var recorded: [[UInt8]] = []

    /// Sends bytes as a puppet.
    package mutating func inject(_ frame: [UInt8], on link: LinkID, from node: Int) {
        send(frame, on: link, from: node)
    }

    package mutating func run(for duration: Milliseconds) throws { try run(until: time + duration) }

    package mutating func run(until end: Milliseconds) throws {
        while let next = queue.nextTime, next <= end, let (due, event) = queue.pop() {
            time = due
            switch event {
            case .frame(let link, let node, let bytes):
                if wires[link] != nil { try tell(node, .frame(link, bytes)) }
            case .linkDown(let link, let node): try tell(node, .linkDown(link))
            case .wake(let node):
                guard members[node].wake == due else { continue }
                members[node].wake = .max
                try tell(node, .timer)
            }
        }
        time = end
    }

    private mutating func send(_ frame: [UInt8], on link: LinkID, from node: Int) {
        guard let wire = wires[link] else { return }
        traffic.count(frame)
        probe.count(frame, on: link)
        if recordedLink == link, recorded.count < 1000 { recorded.append(frame) }
        guard loss == 0 || !generator.happens(loss) else { return }
        let isToSecond = wire.ends.0 == node
        let arrival = max(time + wire.latency, isToSecond ? wire.lastArrival.1 : wire.lastArrival.0)
        if isToSecond { wires[link]?.lastArrival.1 = arrival } else { wires[link]?.lastArrival.0 = arrival }
        queue.push(.frame(link, to: isToSecond ? wire.ends.1 : wire.ends.0, frame), at: arrival)
    }

    private mutating func act(_ actions: [MeshAction], of node: Int) throws {
        for action in actions {
            switch action {
            case .send(let link, let bytes): send(bytes, on: link, from: node)
            case .close(let link, let reason):
                if closed.count < 1000 { closed.append((node, reason)) }
                guard let wire = wires.removeValue(forKey: link) else { continue }
                let other = wire.ends.0 == node ? wire.ends.1 : wire.ends.0
                queue.push(.linkDown(link, at: other), at: time + wire.latency)
            case .dial(let candidate): dials.append((node, candidate))
            case .kept(let message): show(message.id, at: node)
            case .dropped(let ids): members[node].shown.subtract(ids)
            case .delivery(let id, let state): deliveries[id] = state
            }
        }
        schedule(node)
    }

    private mutating func show(_ id: MessageID, at node: Int) {
        if !members[node].shown.insert(id).inserted { duplicatesShown += 1 }
        guard let known = written[id] else { return }
        written[id] = (known.time, time, known.nodes + 1)
        delays.count(time - known.time)
    }

    private mutating func schedule(_ node: Int) {
        guard !members[node].isPuppet else { return }
        let next = max(members[node].node.nextTimer, time)
        guard next < members[node].wake else { return }
        members[node].wake = next
        queue.push(.wake(node), at: next)
    }

    package mutating func takeDials() -> [(node: Int, CandidateID)] {
        defer { dials = [] }
        return dials
    }

    package mutating func forgetTraffic() { traffic = Traffic() }
}
