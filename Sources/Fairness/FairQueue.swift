/// A queue of jobs for a few workers that is fair among networks: each block of addresses with waiting jobs gets equal
/// time, and within a block each network does.
///
/// So the jobs of one network do not delay those of another. It uses no threads and no clock. Costs are microseconds of
/// one worker.
package struct FairQueue<Job> {
    /// The limits for waiting and running jobs.
    package struct Limits: Sendable {
        /// The maximum number of waiting jobs.
        package var jobs: Int
        /// The maximum number of waiting jobs of one block.
        package var jobsOfBlock: Int
        /// The total cost of one block's waiting jobs, in microseconds, beyond which it may add no more.
        package var costOfBlock: Int
        /// The maximum number of running jobs of one block.
        package var atWorkOfBlock: Int

        package init(jobs: Int, jobsOfBlock: Int, costOfBlock: Int, atWorkOfBlock: Int = .max) {
            self.jobs = jobs
            self.jobsOfBlock = jobsOfBlock
            self.costOfBlock = costOfBlock
            self.atWorkOfBlock = atWorkOfBlock
        }

        /// Returns the limits for `workers` workers. If there are several, one block never has all of them, so other
        /// blocks always find a worker that no expensive job of this block holds.
        func shared(among workers: Int) -> Self {
            var limits = self
            limits.atWorkOfBlock = min(atWorkOfBlock, max(1, workers - 1))
            return limits
        }
    }

    /// The reason that a job may not wait. This machine's own jobs may use the whole queue.
    package enum Refusal: Error, Equatable {
        /// Work of its block for `waiting` microseconds waits already.
        case blockLimitReached(waiting: Int)
        /// The queue is full, and no other block has more waiting jobs than this one.
        case full
    }

    /// A waiting job.
    private struct Waiting {
        let number: UInt64
        package let cost: Int
        let job: Job
    }

    /// The waiting jobs of one block.
    private struct Line {
        var turns = Turns<Network>()
        var jobs: [Network: [Waiting]] = [:]
        var count = 0
        var cost = 0
        /// The number of running jobs.
        var atWork = 0
    }

    /// Identifies a job from its addition until its end.
    package struct Ticket: Hashable, Sendable {
        let number: UInt64
        let network: Network
        package let cost: Int
    }

    private let limits: Limits
    private var turns = Turns<Network.Block>()
    private var lines: [Network.Block: Line] = [:]
    private var added: UInt64 = 0
    /// The number of waiting jobs.
    package private(set) var count = 0

    package init(_ limits: Limits) { self.limits = limits }

    /// Adds a job; throws `Refusal` if it may not wait.
    ///
    /// If the queue is full, a job of the block with the most waiting jobs makes room: it is removed and returned.
    package mutating func add(
        _ job: Job, costing cost: Int, for network: Network
    ) throws(Refusal) -> (ticket: Ticket, displaced: Job?) {
        let own = lines[network.block], ownCount = own?.count ?? 0
        let isTooMuch = ownCount >= limits.jobsOfBlock || ownCount > 0 && (own?.cost ?? 0) + cost > limits.costOfBlock
        // Programs on this machine are the operator's own.
        if isTooMuch, network != .local { throw .blockLimitReached(waiting: own?.cost ?? 0) }
        var displaced: Job?
        if count >= limits.jobs {
            // This machine's own jobs may be the most, and never make room.
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

    /// Removes and returns the next job; the caller must call `ended` with its ticket. `nil` if no waiting job may run
    /// now.
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

    /// Removes and returns a waiting job.
    package mutating func remove(_ ticket: Ticket) -> Job? {
        let network = ticket.network
        guard
            let index = lines[network.block]?.jobs[network]?.firstIndex(where: { $0.number == ticket.number }),
            let waiting = lines[network.block]?.jobs[network]?.remove(at: index)
        else { return nil }
        noteRemoval(of: waiting, network)
        return waiting.job
    }

    /// Records the true cost of a finished job, in microseconds; its network pays for that, and not for the estimate.
    package mutating func ended(_ ticket: Ticket, costing cost: Int) {
        let block = ticket.network.block
        turns.end(block, costing: cost, insteadOf: ticket.cost)
        lines[block]?.turns.end(ticket.network, costing: cost, insteadOf: ticket.cost)
        lines[block]?.atWork -= 1
        letWait(block)
        forget(block)
    }

    /// Lets a block wait for its turn if it has jobs that may run now.
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

    /// Records that a job was removed from its network's list.
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

    /// The number of blocks with an account: zero if nothing waits and all work has ended.
    package var knownBlocks: Int { max(lines.count, turns.count) }

    private mutating func forget(_ block: Network.Block) {
        if let line = lines[block], line.count == 0, line.atWork == 0 { lines[block] = nil }
    }
}
