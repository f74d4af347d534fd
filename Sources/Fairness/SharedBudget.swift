import Synchronization

/// A limited resource: memory for uploads, memory for answers, slots for long work. One block of addresses may hold
/// only a part of it.
///
/// A class because all its holders share it.
package final class SharedBudget: Sendable {
    /// The reason that no share is available.
    package enum Fault: Error {
        /// Other holders use all of it.
        case full
        /// This holder uses as much as one holder may.
        case shareTaken
    }

    private struct State {
        var taken = 0
        var byHolder: [Network.Block: Int] = [:]
    }

    package let capacity: Int
    /// The maximum for one holder.
    package let maximumPerHolder: Int
    private let state = Mutex(State())

    /// Makes a budget of `capacity`, of which one holder may have `most` at a time; by default all.
    package init(_ capacity: Int, maximumPerHolder most: Int? = nil) {
        self.capacity = capacity
        maximumPerHolder = most ?? capacity
    }

    /// Takes `amount` for `network` until the share is released; this machine itself may take all. Throws if it is not
    /// available now.
    package func take(_ amount: Int, for network: Network? = nil) throws(Fault) -> Share {
        let holder = network?.block
        try state.withLock { state throws(Fault) in
            if let holder, state.byHolder[holder, default: 0] + amount > maximumPerHolder { throw .shareTaken }
            guard state.taken + amount <= capacity else { throw .full }
            state.taken += amount
            if let holder { state.byHolder[holder, default: 0] += amount }
        }
        return Share(of: self, amount, holder)
    }

    /// The amount in use.
    package var taken: Int { state.withLock { $0.taken } }

    private func giveBack(_ amount: Int, _ holder: Network.Block?) {
        state.withLock { state in
            state.taken -= amount
            guard let holder else { return }
            let rest = state.byHolder[holder, default: 0] - amount
            state.byHolder[holder] = rest > 0 ? rest : nil
        }
    }

    /// A part of the budget; the last reference returns it.
    ///
    /// A class because its deinitialiser returns it.
    package final class Share: Sendable {
        private let budget: SharedBudget
        private let amount: Int
        private let holder: Network.Block?

        fileprivate init(of budget: SharedBudget, _ amount: Int, _ holder: Network.Block?) {
            self.budget = budget
            self.amount = amount
            self.holder = holder
        }

        deinit { budget.giveBack(amount, holder) }
    }
}
