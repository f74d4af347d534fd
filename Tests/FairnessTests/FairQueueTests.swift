import Fairness
import GeoCore
import TestSupport
import Testing

@Suite struct FairQueueTests {
    private static let flood = Network(ipv4: 0xcb00_7101), visitor = Network(ipv4: 0xc633_6401)
    private static let limits = FairQueue<Int>.Limits(jobs: 256, jobsOfBlock: 128, costOfBlock: 1 << 40)

    private struct NothingToDo: Error {}

    private func begin<Job>(_ queue: inout FairQueue<Job>) throws -> (job: Job, ticket: FairQueue<Job>.Ticket) {
        guard let next = queue.next() else { throw NothingToDo() }
        return next
    }

    // MARK: Shares

    @Test(arguments: [1, 2, 4]) func `a visitor waits only for the running jobs`(workers: Int) {
        var town = Town(workers: workers)
        // Forty expensive jobs of one network wait at every moment; a visitor's small one comes now and then.
        town.keepWaiting(Self.flood, jobs: 40, costing: 1_000_000)
        town.come(Self.visitor, every: 700_001, costing: 3_000)
        town.run(until: 60_000_000)
        #expect(town.waits[Self.visitor]!.count > 80)
        #expect(town.waits[Self.visitor]!.max()! <= 1_000_000)
    }

    @Test func `blocks get equal time, for any cost of their jobs and any number of networks`() {
        var town = Town(workers: 2)
        town.keepWaiting(Network(ipv4: 0x0a00_0001), jobs: 20, costing: 500_000)
        town.keepWaiting(Network(ipv4: 0x0b00_0001), jobs: 60, costing: 1_700)
        for part in 0..<8 as Range<UInt64> {
            town.keepWaiting(Network(ipv6: 0x2001_0db8_0001_0000 | part), jobs: 4, costing: 40_000)
        }
        town.run(until: 100_000_000)
        let shares = Dictionary(grouping: town.worked, by: \.key.block).mapValues { $0.reduce(0) { $0 + $1.value } }
        for share in shares.values { #expect(abs(share - 66_666_666) < 2_000_000) }
        let parts = town.worked.filter { $0.key.block == Network(ipv6: 0x2001_0db8_0001_0000).block }.map(\.value)
        #expect(parts.count == 8 && parts.max()! - parts.min()! < 200_000)
    }

    @Test func `a network that understates the cost of a job pays for it later`() {
        var town = Town(workers: 1)
        town.keepWaiting(Self.flood, jobs: 20, costing: 200_000, saying: 1)
        town.keepWaiting(Self.visitor, jobs: 20, costing: 200_000)
        town.run(until: 60_000_000)
        #expect(abs(town.worked[Self.flood]! - town.worked[Self.visitor]!) <= 400_000)
    }

    @Test func `a pause gives nobody credit`() {
        var town = Town(workers: 1)
        town.keepWaiting(Self.flood, jobs: 10, costing: 10_000)
        town.run(until: 50_000_000)
        town.keepWaiting(Self.visitor, jobs: 10, costing: 10_000)
        let before = town.worked[Self.flood]!
        town.run(until: 60_000_000)
        #expect(abs(town.worked[Self.flood]! - before - 5_000_000) <= 20_000)
    }

    @Test(arguments: [1, 20, 120]) func `a block that was served before is served again while new blocks keep asking`(
        waiting: Int
    ) throws {
        var queue = FairQueue<Network>(.init(jobs: 256, jobsOfBlock: 128, costOfBlock: 1 << 40)), number: UInt64 = 0
        var known = 0, jobs = 0, served: [Int] = []
        _ = try queue.add(Self.visitor, costing: 10_000, for: Self.visitor)
        while jobs < 20_000 {
            while queue.count <= waiting {
                number += 1
                let stranger = Network(ipv6: 0x2001_0db8_0000_0000 | number << 16)
                _ = try queue.add(stranger, costing: 10_000, for: stranger)
            }
            let (job, ticket) = try begin(&queue)
            jobs += 1
            if job == Self.visitor {
                served.append(jobs)
                _ = try queue.add(Self.visitor, costing: 10_000, for: Self.visitor)
            }
            queue.ended(ticket, costing: 10_000)
            known = max(known, queue.knownBlocks)
        }
        let waits = zip(served, served.dropFirst()).map { $1 - $0 }
        #expect(try #require(waits.max()) <= 2 * waiting + 4)
        #expect(known <= 3 * waiting + 8)
    }

    @Test func `bursts of many blocks give none of them more than its share`() {
        var town = Town(workers: 1)
        town.keepWaiting(Self.flood, jobs: 10, costing: 10_000)
        for block in 0..<100 as Range<UInt64> {
            town.come(Network(ipv6: (0x2001_0db8_0000 | block) << 16), every: 2_000_000, costing: 10_000)
        }
        town.run(until: 1_000_001)
        town.come(Self.visitor, every: 450_003, costing: 3_000)
        town.run(until: 40_000_000)
        // At most what came before it, once.
        #expect(town.waits[Self.visitor]!.max()! <= 1_020_000)
        #expect(town.waits[Self.visitor]!.sorted()[40] <= 30_000)
    }

    // MARK: Bounds

    @Test func `a block has no more at work than it may, and others have the rest`() throws {
        var queue = FairQueue<Int>(.init(jobs: 9, jobsOfBlock: 9, costOfBlock: 100, atWorkOfBlock: 2))
        for job in 0..<4 { _ = try queue.add(job, costing: 1, for: Self.flood) }
        let first = try begin(&queue), second = try begin(&queue)
        #expect([first.job, second.job] == [0, 1])
        #expect(throws: (any Error).self) { try begin(&queue) }
        _ = try queue.add(10, costing: 1, for: Self.visitor)
        _ = try queue.add(4, costing: 1, for: Self.flood)
        let third = try begin(&queue)
        #expect(third.job == 10)
        #expect(throws: (any Error).self) { try begin(&queue) }
        queue.ended(second.ticket, costing: 1)
        let fourth = try begin(&queue)
        #expect(fourth.job == 2)
        for ticket in [first, third, fourth].map(\.ticket) { queue.ended(ticket, costing: 1) }
        while let (_, ticket) = queue.next() { queue.ended(ticket, costing: 1) }
        #expect(queue.count == 0 && queue.knownBlocks == 0)
    }

    @Test func `this machine's own jobs never give way`() throws {
        var queue = FairQueue<Int>(.init(jobs: 6, jobsOfBlock: 4, costOfBlock: 100))
        for job in 0..<4 { _ = try queue.add(job, costing: 1, for: .local) }
        for job in 4..<6 { _ = try queue.add(job, costing: 1, for: Self.flood) }
        #expect(try queue.add(10, costing: 1, for: Self.visitor).displaced == 5)
        #expect(throws: FairQueue<Int>.Refusal.full) { try queue.add(11, costing: 1, for: Self.visitor) }
        var order: Set<Int> = []
        while let (job, ticket) = queue.next() {
            order.insert(job)
            queue.ended(ticket, costing: 1)
        }
        #expect(order == [0, 1, 2, 3, 4, 10])
    }

    @Test func `a block has no more waiting than it may`() throws {
        var queue = FairQueue<Int>(.init(jobs: 9, jobsOfBlock: 3, costOfBlock: 100))
        // One job may always wait, at any cost.
        _ = try queue.add(0, costing: 1_000, for: Self.flood)
        let neighbour = Network(ipv4: Self.flood.prefixOfIPv4 + 1)
        #expect(throws: FairQueue<Int>.Refusal.blockLimitReached(waiting: 1_000)) {
            try queue.add(1, costing: 1, for: neighbour)
        }
        _ = queue.next()
        for job in 0..<3 { _ = try queue.add(job, costing: 1, for: neighbour) }
        #expect(throws: FairQueue<Int>.Refusal.blockLimitReached(waiting: 3)) {
            try queue.add(3, costing: 1, for: neighbour)
        }
        _ = try queue.add(4, costing: 1, for: Self.visitor)
        for job in 0..<5 { _ = try queue.add(job, costing: 1_000, for: .local) }
    }

    @Test func `when the queue is full, the longest line gives way`() throws {
        var queue = FairQueue<Int>(.init(jobs: 4, jobsOfBlock: 4, costOfBlock: 100))
        for job in 0..<4 { _ = try queue.add(job, costing: 1, for: Self.flood) }
        #expect(try queue.add(10, costing: 1, for: Self.visitor).displaced == 3)
        #expect(queue.count == 4)
        // Two against two: who came first stays.
        #expect(try queue.add(11, costing: 1, for: Self.visitor).displaced == 2)
        #expect(throws: FairQueue<Int>.Refusal.full) { try queue.add(12, costing: 1, for: Self.visitor) }
        var order: [Int] = []
        while let (job, ticket) = queue.next() {
            order.append(job)
            queue.ended(ticket, costing: 1)
        }
        #expect(order == [0, 10, 1, 11])
        #expect(queue.knownBlocks == 0)
    }

    /// Every job that was added is next, removed or displaced, once; and nothing stays known of those who left.
    @Test(arguments: 0..<20 as Range<UInt64>) func `no job is lost or done twice`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed),
            queue = FairQueue<Int>(.init(jobs: 40, jobsOfBlock: 15, costOfBlock: 900))
        var waiting: [Int: FairQueue<Int>.Ticket] = [:], atWork: [FairQueue<Int>.Ticket] = []
        for job in 0..<3_000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let network = Network(ipv6: UInt64.random(in: 0..<40, using: &random) << 14)
                let cost = Int.random(in: 0..<100, using: &random)
                guard let (ticket, displaced) = try? queue.add(job, costing: cost, for: network) else { break }
                if let displaced { #expect(waiting.removeValue(forKey: displaced) != nil) }
                waiting[job] = ticket
            case 5..<8:
                guard let (job, ticket) = queue.next() else {
                    #expect(waiting.isEmpty)
                    break
                }
                #expect(waiting.removeValue(forKey: job) == ticket)
                #expect(queue.remove(ticket) == nil)
                atWork.append(ticket)
            case 8:
                guard let (job, ticket) = waiting.min(by: { $0.key < $1.key }) else { break }
                #expect(queue.remove(ticket) == job)
                waiting[job] = nil
            default:
                guard !atWork.isEmpty else { break }
                queue.ended(
                    atWork.remove(at: Int.random(in: atWork.indices, using: &random)),
                    costing: Int.random(in: 0..<300, using: &random))
            }
            #expect(queue.count == waiting.count)
        }
        while let (job, ticket) = queue.next() {
            #expect(waiting.removeValue(forKey: job) == ticket)
            atWork.append(ticket)
        }
        #expect(waiting.isEmpty)
        for ticket in atWork { queue.ended(ticket, costing: ticket.cost) }
        #expect(queue.knownBlocks == 0)
    }
}

extension Network {
    fileprivate var prefixOfIPv4: UInt32 { UInt32(truncatingIfNeeded: prefix) }
}

/// Workers and networks that ask them, in a time of their own: microseconds that pass as soon as nothing is left to do.
private struct Town {
    private struct Asking {
        let network: Network
        let cost: Int
        let said: Int
        /// Jobs that wait at every moment; or else one comes in every interval.
        let kept: Int
        let interval: Int
        var nextAt = 0
    }

    private var queue = FairQueue<(asking: Int, since: Int)>(.init(jobs: 1_000, jobsOfBlock: 500, costOfBlock: .max))
    private let workers: Int
    private var asking: [Asking] = []
    private var waiting: [Int: Int] = [:]
    private var atWork: [(ticket: FairQueue<(asking: Int, since: Int)>.Ticket, asking: Int, until: Int)] = []
    private var now = 0
    /// Microseconds of work that each network had.
    private(set) var worked: [Network: Int] = [:]
    /// Microseconds that each of a network's jobs waited.
    private(set) var waits: [Network: [Int]] = [:]

    init(workers: Int) { self.workers = workers }

    mutating func keepWaiting(_ network: Network, jobs: Int, costing cost: Int, saying said: Int? = nil) {
        asking.append(Asking(network: network, cost: cost, said: said ?? cost, kept: jobs, interval: .max))
    }

    mutating func come(_ network: Network, every interval: Int, costing cost: Int) {
        asking.append(Asking(network: network, cost: cost, said: cost, kept: 0, interval: interval, nextAt: now))
    }

    mutating func run(until end: Int) {
        while now < end {
            for index in asking.indices { ask(index) }
            while atWork.count < workers, let (job, ticket) = queue.next() {
                let one = asking[job.asking]
                waiting[job.asking, default: 0] -= 1
                waits[one.network, default: []].append(now - job.since)
                atWork.append((ticket, job.asking, now + one.cost))
            }
            let comes = asking.filter { $0.kept == 0 }.map(\.nextAt)
            now = (comes + atWork.map(\.until)).min()!
            for done in atWork where done.until <= now {
                worked[asking[done.asking].network, default: 0] += asking[done.asking].cost
                queue.ended(done.ticket, costing: asking[done.asking].cost)
            }
            atWork.removeAll { $0.until <= now }
        }
    }

    private mutating func ask(_ index: Int) {
        let one = asking[index]
        var missing = max(0, one.kept - waiting[index, default: 0])
        if one.kept == 0, one.nextAt <= now {
            missing = 1
            asking[index].nextAt += one.interval
        }
        for _ in 0..<missing {
            guard (try? queue.add((index, now), costing: one.said, for: one.network)) != nil else { return }
            waiting[index, default: 0] += 1
        }
    }
}
