import GeoCore
package import Gossip
package import Mesh
import MeshLinks
import NIOCore
import NIOPosix
import Synchronization

/// Runs a node of the mesh: its links, its discovery of others, its store and its keys.
///
/// Events come from links, discovery, timers and people. They are taken in batches; each batch is one commit of the
/// store. What the node wants done happens after the commit, so nothing that it called kept is lost. An error of the
/// store ends the mesh.
package actor MeshHost {
    /// What happened, until the node takes it.
    enum Event {
        case up(LinkID, Link, from: CandidateID?)
        case node(MeshEvent)
    }

    /// The node's work waits for its disk, so it has a thread of its own.
    nonisolated private let loop: any EventLoop
    nonisolated package var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.executor.asUnownedSerialExecutor()
    }

    /// The place that the node belongs to.
    nonisolated package let place: PlaceCode
    nonisolated package let nodeKey: SignerKey
    nonisolated let nodeSigner: Ed25519Signer
    /// See `MeshKeys.authorSecret`.
    nonisolated package let authorSecret: [UInt8]
    nonisolated let settings: MeshHostSettings
    nonisolated let clock: HostClock
    nonisolated let transport: LinkTransport
    nonisolated let shown: ShownEntry
    let folder: MeshFolder
    let storage: any MeshStorage
    var keys: MeshKeys
    var roster: PlaceRoster
    var node: MeshNode
    /// Whether the roster admits this node.
    var isMember = false
    var hybrid = HybridClock()
    var links: [LinkID: Link] = [:]
    var candidates = HostCandidates()
    var known = KnownNodes()
    var deliveries = RecentDeliveries()
    var hidden: HiddenMessages
    var choices: MeshChoices
    /// Whether the node has kept messages of the roster that `roster` does not have.
    var isRosterOld = false
    var isDiskFull = false
    var tooLong = 0
    var needsNewNode = false
    var heard = 0
    /// The port of links; `nil` before the node listens.
    private(set) var listeningPort: UInt16?
    /// When a link to a node ended.
    var lastHeard: [SignerKey: Timestamp] = [:]
    private var pending: [Event] = []
    private var isScheduled = false
    private var isStopped = false
    private var nextLink: UInt64 = 0
    private var timer: Scheduled<Void>?
    var watchers: [UInt64: AsyncStream<MeshChange>.Continuation] = [:]
    var nextWatcher: UInt64 = 0
    var keeping = Keeping()
    private(set) var fault: (any Error)?

    /// The greatest number of events in one commit, and of those that wait.
    private static let batchSize = 256

    /// Makes a node with `keys`. Throws what the store throws.
    package init(
        _ settings: MeshHostSettings, keys: MeshKeys, folder: MeshFolder, storage: sending any MeshStorage
    ) throws {
        (self.settings, self.keys, self.folder) = (settings, keys, folder)
        (place, nodeKey, authorSecret) = (keys.placeCode, keys.node.key, keys.authorSecret)
        nodeSigner = keys.node
        loop = Self.threads.next()
        clock = HostClock(isTrusted: settings.trustsClock, systemVouches: settings.systemVouches)
        let shown = ShownEntry(keys, clock)
        self.shown = shown
        transport = try LinkTransport(settings.links, group: MultiThreadedEventLoopGroup.singleton) { shown.setup }
        try Self.keepPlace(keys.placeCode, storage)
        let messages = try Self.rosterMessages(storage)
        roster = PlaceRoster(place: keys.place, messages)
        let now = clock.now
        isMember = roster.isMember(keys.node.key, at: now.clock)
        shown.set(Self.entry(of: keys.node.key, messages))
        known = KnownNodes(try storage.note(KnownNodes.name) ?? [])
        let familiar = try storage.note(Self.familiarName) ?? []
        choices = try storage.note(MeshChoices.name).flatMap { MeshChoices($0) } ?? settings.choices
        hidden = try HiddenMessages(storage, roster, mostBytes: settings.mostHidden)
        shown.set(relays: choices.duties.relays)
        node = try MeshNode(
            Self.parts(keys, roster, storage, settings, choices, isMember: isMember, familiar: familiar), at: now)
        // A node that never runs takes messages of a file by the same rules.
        _ = try node.receive(.clock(isSet: clock.isSet), at: now)
        self.storage = storage
    }

    private static let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    static let familiarName = "familiar"

    static func parts(
        _ keys: MeshKeys, _ roster: PlaceRoster, _ storage: any MeshStorage, _ settings: MeshHostSettings,
        _ choices: MeshChoices, isMember: Bool, familiar: [UInt8]
    ) -> MeshNode.Parts {
        var parts = MeshNode.Parts(
            key: keys.node.key, place: keys.placeCode, store: storage, checker: Ed25519Checking(),
            signer: isMember ? keys.node : nil, roster: roster, generator: SystemRandomNumberGenerator())
        parts.settings = settings.node
        parts.settings.duties = choices.duties
        parts.familiar = stride(from: 0, to: familiar.count, by: Bytes32.count).compactMap {
            Bytes32(familiar[$0..<min($0 + Bytes32.count, familiar.count)]).map { SignerKey($0) }
        }
        return parts
    }

    /// Forgets the messages of another place, where the node has joined a new one.
    private static func keepPlace(_ place: PlaceCode, _ storage: any MeshStorage) throws {
        let code = bigEndian(place.rawValue)
        guard try storage.note("place") != code else { return }
        try storage.inOneCommit {
            try storage.drop(storage.records().map(\.facts.id))
            try storage.setNote("place", to: code)
            try storage.setNote(KnownNodes.name, to: [])
            try storage.setNote(familiarName, to: [])
            try HiddenMessages.forgetAll(storage)
        }
    }

    // MARK: Running

    /// Listens, announces and links until the task is cancelled, or until the store fails: throws its error then.
    package func run() async throws {
        enqueue(.node(.clock(isSet: clock.isSet)))
        addKnownCandidates()
        let chores = Task { await self.doChores() }
        defer { chores.cancel() }
        if settings.listens {
            try await transport.listen(
                port: Int(settings.port), take: { [self] link in Task { await take(link, from: nil) } }
            ) { port in
                self.listeningPort = UInt16(clamping: port)
                try self.folder.keep(port: UInt16(clamping: port))
                self.notify(.listening(port))
                try await self.discover()
            }
        } else {
            try await waitForEnd()
        }
    }

    private func discover() async throws {
        guard settings.announces else { return try await waitForEnd() }
        var discovery = DiscoverySettings(secret: keys.placeSecret, placeName: shown.placeName, port: ownPort)
        discovery.period = ShownEntry.period
        let service = DiscoveryService(
            discovery, on: MultiThreadedEventLoopGroup.singleton.next(), placeName: { [shown] in shown.placeName }
        ) { [clock] in
            let now = clock.now
            return Moment(steady: now.steady, clock: now.clock, isClockSet: clock.isSet)
        }
        let finding = Task.detached { await service.run { await self.take($0) } }
        defer { finding.cancel() }
        try await waitForEnd()
        finding.cancel()
        // It takes leave of the network.
        await finding.value
    }

    /// The port at which this node listens or will.
    var ownPort: UInt16 { listeningPort ?? settings.port }

    private func waitForEnd() async throws {
        for await change in changes() where change == .stopped { break }
        if let fault { throw fault }
        stop()
    }

    /// Ends all links and keeps what the next run needs.
    private func stop() {
        guard !isStopped else { return }
        process()
        isStopped = true
        for link in links.values { link.close() }
        links = [:]
        timer?.cancel()
        try? keepNotes()
    }

    func keepNotes() throws {
        try storage.setNote(KnownNodes.name, to: known.bytes)
        try storage.setNote(Self.familiarName, to: node.familiar.flatMap(\.bytes.bytes))
    }

    func fail(_ error: any Error) {
        guard fault == nil else { return }
        fault = error
        isStopped = true
        pending = []
        for link in links.values { link.close() }
        links = [:]
        timer?.cancel()
        notify(.stopped)
        keeping.end()
    }

    // MARK: Events

    func enqueue(_ event: Event) {
        guard !isStopped else { return }
        pending.append(event)
        guard pending.count < Self.batchSize else { return process() }
        guard !isScheduled else { return }
        isScheduled = true
        Task { self.process() }
    }

    /// Takes what waits, and does what follows.
    func process() {
        isScheduled = false
        while !pending.isEmpty, !isStopped {
            let batch = pending
            pending = []
            do {
                perform(
                    try storage.inOneCommit {
                        let actions = try batch.flatMap { try self.take($0) }
                        return actions + (try self.refreshRoster())
                    })
                if needsNewNode { try makeNewNode() }
            } catch {
                return fail(error)
            }
        }
        setTimer()
    }

    /// Does something with the node outside a batch, in a commit of its own.
    func commit<Result>(_ body: () throws -> (Result, [MeshAction])) throws -> Result {
        process()
        if let fault { throw fault }
        do {
            let (result, actions) = try storage.inOneCommit { () -> (Result, [MeshAction]) in
                let (result, actions) = try body()
                return (result, actions + (try refreshRoster(after: actions)))
            }
            perform(actions)
            if needsNewNode { try makeNewNode() }
            setTimer()
            return result
        } catch let refusal as MeshFault {
            throw refusal
        } catch {
            fail(error)
            throw error
        }
    }

    private func take(_ event: Event) throws -> [MeshAction] {
        switch event {
        case .up(let id, let link, let candidate): return try begin(id, link, from: candidate)
        case .node(.frame(_, let bytes)) where isDiskFull && [2, 6].contains(bytes.first): return []
        case .node(let event):
            // Messages of the roster come many at a time: the roster is made once they are all there, and before any
            // other message, which may need it.
            let before = event.bringsRoster ? [] : try refreshRoster()
            let actions = try node.receive(event, at: clock.now)
            noteRoster(actions)
            return before + actions
        }
    }

    private func setTimer() {
        timer?.cancel()
        guard !isStopped else { return }
        let wait = max(1, min(60_000, node.nextTimer - clock.now.steady))
        timer = loop.scheduleTask(in: .milliseconds(wait)) { [weak self] in
            Task { await self?.enqueue(.node(.timer)) }
            return ()
        }
    }

    func makeLinkID() -> LinkID {
        nextLink += 1
        return LinkID(rawValue: nextLink)
    }
}
