import GeoCore
import Gossip
import Mesh

/// A node among fifty guests. They announce themselves, dial it with new keys and are dialled by it, all the time. A
/// member comes and goes: each time the node must link to it within a minute, and show what was written there.
struct Eclipse {
    static let limit: Milliseconds = 60_000
    static let guests = 50
    static let node = 0
    /// Between two attempts of the guests.
    static let pause: Milliseconds = 20

    private var simulation: Simulation
    private var report = Attack.Report()
    private let member: Int
    private let authors = (0..<50).map { FakeSigner(1000 + UInt64($0)) }
    private var links: [LinkID?] = Array(repeating: nil, count: Eclipse.guests + 1)
    private var memberLink: LinkID?
    private var isMemberThere = false
    private var nextKey: UInt64 = 10_000_000
    private var slowest: Milliseconds = 0
    private var comings: UInt64 = 0

    init(seed: UInt64) throws {
        var settings = Simulation.Settings()
        settings.seed = seed
        simulation = Simulation(settings)
        for author in authors { simulation.roster.named.insert(author.key) }
        try simulation.add(FakeSigner(0))
        for guest in 1...Self.guests {
            try simulation.add(FakeSigner(100 + UInt64(guest)), isMember: false, isPuppet: true)
        }
        member = try simulation.add(FakeSigner(1))
        try simulation.spreadRoster()
    }

    consuming func run(_ events: Int, _ atHalfTime: () -> Void) throws -> Attack.Report {
        while report.events < events {
            let end = simulation.time + 30_000
            while simulation.time < end { try crowd(events, atHalfTime) }
            try come(events, atHalfTime)
        }
        report.footprint = simulation.largestFootprint
        report.remark = "the member came \(comings) times; the node showed its message after \(slowest) ms at most"
        return report
    }

    /// The member comes, somebody writes there, and it goes when the node shows that.
    private mutating func come(_ events: Int, _ atHalfTime: () -> Void) throws {
        let author = authors[Int(comings % UInt64(authors.count))], since = simulation.time
        comings += 1
        let message = try simulation.message(by: author, comings)
        guard try simulation.write(message, at: member) == .kept else {
            report.faults.append("an honest message was not kept where it was written")
            return
        }
        let candidate = CandidateID(rawValue: UInt64(member))
        isMemberThere = true
        try simulation.tell(Self.node, .found(candidate, isKnown: false))
        while !simulation.shows(Self.node, message.id), simulation.time - since <= Self.limit {
            try crowd(events, atHalfTime)
        }
        slowest = max(slowest, simulation.time - since)
        if simulation.time - since > Self.limit { report.faults.append("the member was not found in a minute") }
        isMemberThere = false
        if let memberLink { try simulation.disconnect(memberLink) }
        memberLink = nil
        try simulation.tell(Self.node, .lost(candidate))
    }

    /// One attempt of a guest, and some time.
    private mutating func crowd(_ events: Int, _ atHalfTime: () -> Void) throws {
        report.events += 1
        if report.events * 2 <= events { report.halfFootprint = simulation.largestFootprint }
        if report.events == events / 2 { atHalfTime() }
        let guest = 1 + simulation.generator.index(below: Self.guests)
        switch simulation.generator.index(below: 4) {
        case 0: try simulation.tell(Self.node, .found(CandidateID(rawValue: UInt64(guest)), isKnown: false))
        case 1:
            if let link = links[guest] { simulation.inject([5], on: link, from: guest) }
        default: try dial(from: guest)
        }
        try simulation.run(for: Self.pause)
        for (node, candidate) in simulation.takeDials() where node == Self.node {
            try answer(candidate, at: Int(candidate.rawValue))
        }
    }

    /// A guest takes a new key, and dials.
    private mutating func dial(from guest: Int) throws {
        if let link = links[guest] { try simulation.disconnect(link) }
        nextKey += 1
        simulation.setSigner(FakeSigner(nextKey), isMember: false, of: guest)
        links[guest] = try simulation.connect(guest, Self.node)
    }

    /// The node dials an address: a guest, or the member if it is there, takes the link.
    private mutating func answer(_ candidate: CandidateID, at other: Int) throws {
        guard other == member else {
            if let link = links[other] { try simulation.disconnect(link) }
            links[other] = try simulation.connect(Self.node, other, from: candidate)
            return
        }
        guard isMemberThere else { return try simulation.tell(Self.node, .dialFailed(candidate)) }
        memberLink = try simulation.connect(Self.node, member, from: candidate)
    }
}
