import Synchronization

/// What there is only so much of: memory for files on their way in, for answers on their way out, places for work that
/// is long. Of a budget that is shared, one block of addresses may have a part.
///
/// A class because all who take from it share it.
package final class SharedBudget: Sendable {
    /// Why nothing was to be had.
    package enum Fault: Error {
        /// Others have it all.
        case full
        /// This holder has as much as one may.
        case shareTaken
    }

    private struct State {
        var taken = 0
        var byHolder: [Network.Block: Int] = [:]
    }

    package let capacity: Int
    /// The most of it that one holder may have.
    package let mostForOne: Int
    private let state = Mutex(State())

    /// Has `capacity`, of which one holder may have `most` at a time; by default all.
    package init(_ capacity: Int, mostForOne most: Int? = nil) {
        self.capacity = capacity
        mostForOne = most ?? capacity
    }

    /// Takes `amount` for `network`, until the share is let go; this machine itself may have all of it. Throws when it is
    /// not to be had now.
    package func take(_ amount: Int, for network: Network? = nil) throws(Fault) -> Share {
        let holder = network?.block
        try state.withLock { state throws(Fault) in
            if let holder, state.byHolder[holder, default: 0] + amount > mostForOne { throw .shareTaken }
            guard state.taken + amount <= capacity else { throw .full }
            state.taken += amount
            if let holder { state.byHolder[holder, default: 0] += amount }
        }
        return Share(of: self, amount, holder)
    }

    /// How much of it is taken.
    package var taken: Int { state.withLock { $0.taken } }

    private func giveBack(_ amount: Int, _ holder: Network.Block?) {
        state.withLock { state in
            state.taken -= amount
            guard let holder else { return }
            let rest = state.byHolder[holder, default: 0] - amount
            state.byHolder[holder] = rest > 0 ? rest : nil
        }
    }

    /// Some of it, given back when nobody holds it any more.
    ///
    /// A class because its end gives back.
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
