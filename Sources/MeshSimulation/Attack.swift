import GeoCore
import Gossip
import Mesh

/// An attack on a node between honest ones.
package enum Attack: CaseIterable, Sendable {
    /// A guest sends more than its budget, and takes a new key after each ban.
    case floodByPeer
    /// A guest keeps to its budget, with a new author for each message.
    case madeUpAuthors
    /// Altered, cut and random frames.
    case malformed
    /// Frames of honest nodes, sent again elsewhere.
    case replay
    /// Bad members send posts of strangers, as long as posts may be.
    case storage
    /// Members whose clocks are wrong, and a bad one that gives messages and stamps any time.
    case timeShift
    /// Fifty guests take every place at a node that they can get, while a member comes and goes.
    case eclipse
    /// Two sets whose sums are equal, though their messages are not.
    case hidingBySums

    package struct Report: Sendable {
        package var events = 0
        /// The most things that an honest node remembered, and the same by half time; 0 if no node was in the run.
        package var footprint = 0
        package var halfFootprint = 0
        package var remark = ""
        package var faults: [String] = []
    }

    /// Plays the attack with so many events: frames, attempts to link, or comparisons. `entryADay` is the quota of
    /// strangers in talk. Storage takes fewer frames, of 32 kB: 66 666 of them, 2.1 GB, for ten million events.
    ///
    /// - Parameter atHalfTime: Called once, when half of the events are over.
    package func run(
        events: Int, entryADay: Int = 5000, seed: UInt64, atHalfTime: @escaping () -> Void = {}
    ) throws -> Report {
        switch self {
        case .eclipse: return try Eclipse(seed: seed).run(events, atHalfTime)
        case .hidingBySums: return try HiddenSums(seed: seed).run(events, atHalfTime)
        default: break
        }
        let posts = max(100, events / 150)
        // A cap that the posts pass many times over.
        var siege = try Siege(seed: seed, entryADay: entryADay, postBytes: max(2_000_000, posts * 1000))
        siege.atHalfTime = atHalfTime
        switch self {
        case .floodByPeer: try siege.flood(events)
        case .madeUpAuthors: try siege.makeUpAuthors(events, entryADay: entryADay)
        case .malformed: try siege.sendMalformed(events)
        case .replay: try siege.replay(events)
        case .storage: try siege.fill(posts)
        case .timeShift: try siege.shiftTimes(events)
        case .eclipse, .hidingBySums: break
        }
        return try siege.finished()
    }
}

/// Four members in a line; the adversary is linked to the second. Somebody at one end writes now and then, and the
/// other end must show it within five seconds.
struct Siege {
    static let limit: Milliseconds = 5000
    static let attacked = 1
    static let last = 3

    var simulation: Simulation
    var report = Attack.Report()
    let puppet: Int
    private var link: LinkID?
    private var nextKey: UInt64 = 10_000_000
    private var honest: Set<MessageID> = []
    private var honestCount: UInt64 = 0
    private var nextWriting: Milliseconds = 0
    private var awaited: [(id: MessageID, since: Milliseconds)] = []
    private var lastRosterSigner: any EntrySigner
    /// The time between two honest messages.
    var writingPause: Milliseconds = 2000
    var atHalfTime: () -> Void = {}

    static let firstAuthor: UInt64 = 1000
    static let authors: UInt64 = 50

    /// `postBytes`: how many bytes of posts a node keeps.
    init(seed: UInt64, entryADay: Int, postBytes: Int) throws {
        var settings = Simulation.Settings()
        settings.seed = seed
        settings.mesh.classes[.talk].entryADay = entryADay
        settings.mesh.classes[.posts].bytes = postBytes
        simulation = Simulation(settings)
        for author in 0..<Self.authors { simulation.roster.named.insert(FakeSigner(Self.firstAuthor + author).key) }
        let curator = FakeSigner(999)
        simulation.roster.curators.insert(curator.key)
        lastRosterSigner = curator
        for bad in 0..<Self.badMembers {
            let key = FakeSigner(Self.firstBad + bad).key
            simulation.roster.members[key.beginning] = key
        }
        for number in 0...Self.last { try simulation.add(FakeSigner(UInt64(number))) }
        puppet = try simulation.add(FakeSigner(9999), isMember: false, isPuppet: true)
        try simulation.spreadRoster()
        for number in 0..<Self.last {
            let link = try simulation.connect(number, number + 1)
            if number == 0 { simulation.record(link) }
        }
        try simulation.run(for: 1000)
        nextWriting = simulation.time
    }

    static let firstBad: UInt64 = 5000
    static let badMembers: UInt64 = 100

    /// A key that nobody has seen.
    mutating func freshSigner() -> FakeSigner {
        nextKey += 1
        return FakeSigner(nextKey)
    }

    /// Links the adversary with the attacked node where no link is up; returns the link where the node took it.
    mutating func attackLink(as signer: (inout Siege) -> (FakeSigner, Bool)) throws -> LinkID? {
        if let link, simulation.isUp(link) { return link }
        let (signer, isMember) = signer(&self)
        simulation.setSigner(signer, isMember: isMember, of: puppet)
        let new = try simulation.connect(puppet, Self.attacked)
        link = simulation.isUp(new) ? new : nil
        return link
    }

    mutating func attackLinkOfGuest() throws -> LinkID? { try attackLink { ($0.freshSigner(), false) } }

    /// Sends a frame and lets some time pass, in which honest people write.
    mutating func send(_ frame: [UInt8], on link: LinkID?, then pause: Milliseconds) throws {
        report.events += 1
        if let link { simulation.inject(frame, on: link, from: puppet) }
        let end = simulation.time + pause
        while simulation.time < end {
            if simulation.time >= nextWriting { try write() }
            try simulation.run(until: min(end, max(simulation.time + 1, nextWriting)))
            look()
        }
    }

    /// Takes down what a node remembers at half time; called after each event.
    mutating func note(_ events: Int) {
        if report.events * 2 <= events { report.halfFootprint = simulation.largestFootprint }
        if report.events == events / 2 { atHalfTime() }
    }

    private mutating func write() throws {
        nextWriting = simulation.time + writingPause
        honestCount += 1
        let author = FakeSigner(Self.firstAuthor + honestCount % Self.authors)
        let message = try simulation.message(by: author, honestCount)
        guard try simulation.write(message, at: 0) == .kept else {
            report.faults.append("an honest message was not kept where it was written")
            return
        }
        honest.insert(message.id)
        awaited.append((message.id, simulation.time))
    }

    /// Looks whether honest messages came through in time.
    private mutating func look() {
        while let first = awaited.first {
            if simulation.shows(Self.last, first.id) {
                awaited.removeFirst()
            } else if simulation.time - first.since > Self.limit {
                awaited.removeFirst()
                report.faults.append("an honest message took more than 5 s at \(simulation.time) ms")
            } else {
                return
            }
        }
    }

    /// Everything that an honest node shows and that no honest person wrote.
    func foreign(at node: Int) -> Set<MessageID> { simulation.shown(node).subtracting(honest) }

    mutating func finished() throws -> Attack.Report {
        try simulation.run(for: Self.limit + 1000)
        look()
        report.footprint = simulation.largestFootprint
        if simulation.duplicatesShown > 0 { report.faults.append("\(simulation.duplicatesShown) messages shown twice") }
        if honest.isEmpty { report.faults.append("no honest message was written") }
        if report.faults.count > 10 {
            report.faults = Array(report.faults.prefix(10)) + ["and \(report.faults.count - 10) more"]
        }
        return report
    }

    /// Messages that honest people wrote by hand, and that the attack must leave alone.
    mutating func writeHonestly(_ kind: MessageKind, size: Int, _ number: UInt64) throws -> MessageID {
        let author: any EntrySigner =
            kind.messageClass == .roster ? lastRosterSigner : FakeSigner(Self.firstAuthor + number)
        let message = try simulation.message(kind, by: author, size: size, number)
        if try simulation.write(message, at: 0) != .kept { report.faults.append("an honest \(kind) was not kept") }
        honest.insert(message.id)
        return message.id
    }
}
