/// Jobs that wait for a few workers. Who goes next depends on where the jobs come from and what they cost, so that what
/// one network asks for does not make another's wait: equal time for each block of addresses that has jobs waiting,
/// and within a block for each network.
///
/// It knows no threads and no clock. Costs are microseconds of one worker.
package struct FairQueue<Job> {
    /// What may wait, and be worked on.
    package struct Limits: Sendable {
        /// Jobs in all.
        package var jobs: Int
        /// Jobs of one block.
        package var jobsOfBlock: Int
        /// The cost of one block's jobs together, in microseconds, beyond which it may add no more.
        package var costOfBlock: Int
        /// Jobs of one block that may be worked on at the same time.
        package var atWorkOfBlock: Int

        package init(jobs: Int, jobsOfBlock: Int, costOfBlock: Int, atWorkOfBlock: Int = .max) {
            self.jobs = jobs
            self.jobsOfBlock = jobsOfBlock
            self.costOfBlock = costOfBlock
            self.atWorkOfBlock = atWorkOfBlock
        }

        /// The same for so many workers, of whom one block never has all where there are several: the others always
        /// find one that no dear job of this block holds.
        func shared(among workers: Int) -> Self {
            var limits = self
            limits.atWorkOfBlock = min(atWorkOfBlock, max(1, workers - 1))
            return limits
        }
    }

    /// Why a job may not wait. This machine's own has all the room that there is.
    package enum Refusal: Error, Equatable {
        /// So many microseconds of its block's work wait already.
        case blockHasEnough(waiting: Int)
        /// Others have as many jobs waiting as there may be, none of them more than this block.
        case full
    }

    /// A job that waits.
    private struct Waiting {
        let number: UInt64
        package let cost: Int
        let job: Job
    }

    /// What waits of one block.
    private struct Line {
        var turns = Turns<Network>()
        var jobs: [Network: [Waiting]] = [:]
        var count = 0
        var cost = 0
        /// Jobs that are being worked on.
        var atWork = 0
    }

    /// Names a job from when it is added until it has ended.
    package struct Ticket: Hashable, Sendable {
        let number: UInt64
        let network: Network
        package let cost: Int
    }

    private let limits: Limits
    private var turns = Turns<Network.Block>()
    private var lines: [Network.Block: Line] = [:]
    private var added: UInt64 = 0
    /// How many jobs wait.
    package private(set) var count = 0

    package init(_ limits: Limits) { self.limits = limits }

    /// Lets a job wait. Throws `Refusal` when it may not. Where there is no more room, a job of the block that has the
    /// most waiting goes instead: it is returned, and will never be next.
    package mutating func add(
        _ job: Job, costing cost: Int, for network: Network
    ) throws(Refusal) -> (ticket: Ticket, displaced: Job?) {
        let own = lines[network.block], ownCount = own?.count ?? 0
        let isTooMuch = ownCount >= limits.jobsOfBlock || ownCount > 0 && (own?.cost ?? 0) + cost > limits.costOfBlock
        // Programs on this machine are the operator's own.
        if isTooMuch, network != .local { throw .blockHasEnough(waiting: own?.cost ?? 0) }
        var displaced: Job?
        if count >= limits.jobs {
            // This machine's own line may be the longest, and gives way to nobody.
            let others = lines.lazy.filter { $0.key != Network.local.block }
            guard let longest = others.max(by: { $0.value.count < $1.value.count }), longest.value.count > ownCount + 1
            else { throw .full }
            displaced = removeNewest(of: longest.key)
        }
        added += 1
        let ticket = Ticket(number: added, network: network, cost: max(0, cost))
        var line = lines.removeValue(forKey: network.block) ?? Line()
        line.jobs[network, default: []].append(Waiting(number: ticket.number, cost: ticket.cost, job: job))
        line.count += 1
        line.cost += ticket.cost
        line.turns.wait(network)
        lines[network.block] = line
        count += 1
        letWait(network.block)
        return (ticket, displaced)
    }

    /// Takes the job whose turn it is; `ended` must be called with its ticket. `nil` when none waits that may be worked
    /// on now.
    package mutating func next() -> (job: Job, ticket: Ticket)? {
        guard let block = turns.next, var line = lines.removeValue(forKey: block), let network = line.turns.next else {
            return nil
        }
        guard let waiting = line.jobs[network]?.removeFirst() else { return nil }
        turns.begin(block, costing: waiting.cost)
        line.turns.begin(network, costing: waiting.cost)
        line.atWork += 1
        lines[block] = line
        if line.atWork >= limits.atWorkOfBlock { turns.leave(block) }
        noteRemoval(of: waiting, network)
        return (waiting.job, Ticket(number: waiting.number, network: network, cost: waiting.cost))
    }

    /// Takes a job out that still waits, and returns it.
    package mutating func remove(_ ticket: Ticket) -> Job? {
        let network = ticket.network
        guard
            let index = lines[network.block]?.jobs[network]?.firstIndex(where: { $0.number == ticket.number }),
            let waiting = lines[network.block]?.jobs[network]?.remove(at: index)
        else { return nil }
        noteRemoval(of: waiting, network)
        return waiting.job
    }

    /// Notes what a job that was next has cost in truth, in microseconds: its network pays for that, whatever the
    /// estimate was.
    package mutating func ended(_ ticket: Ticket, costing cost: Int) {
        let block = ticket.network.block
        turns.end(block, costing: cost, insteadOf: ticket.cost)
        lines[block]?.turns.end(ticket.network, costing: cost, insteadOf: ticket.cost)
        lines[block]?.atWork -= 1
        letWait(block)
        forget(block)
    }

    /// Lets a block wait for its turn when it has jobs that may be worked on now.
    private mutating func letWait(_ block: Network.Block) {
        guard let line = lines[block], line.count > 0, line.atWork < limits.atWorkOfBlock else { return }
        turns.wait(block)
    }

    private mutating func removeNewest(of block: Network.Block) -> Job? {
        guard
            let network = lines[block]?.jobs.max(by: { $0.value.count < $1.value.count })?.key,
            let waiting = lines[block]?.jobs[network]?.popLast()
        else { return nil }
        noteRemoval(of: waiting, network)
        return waiting.job
    }

    /// Notes that a job was taken out of its network's list.
    private mutating func noteRemoval(of waiting: Waiting, _ network: Network) {
        let block = network.block
        count -= 1
        lines[block]?.count -= 1
        lines[block]?.cost -= waiting.cost
        if lines[block]?.jobs[network]?.isEmpty == true {
            lines[block]?.jobs[network] = nil
            lines[block]?.turns.leave(network)
        }
        if lines[block]?.count == 0 { turns.leave(block) }
        forget(block)
    }

    /// Of how many blocks something is known: of none when nothing waits and all work has ended.
    package var knownBlocks: Int { max(lines.count, turns.count) }

    private mutating func forget(_ block: Network.Block) {
        if let line = lines[block], line.count == 0, line.atWork == 0 { lines[block] = nil }
    }
}
