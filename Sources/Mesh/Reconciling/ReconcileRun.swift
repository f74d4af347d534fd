import GeoCore
import Gossip

/// A dialler's comparison of its messages with the other side's, class by class.
struct ReconcileRun {
    /// The classes still to compare; the first is being compared.
    var classes: [MessageClass]
    var client: NegentropyClient
    /// Messages before this second are left out on both sides.
    var since: UInt64
    /// How often this class began again, because the other side keeps less.
    var restarts = 0
    /// When an answer is overdue.
    var deadline: Milliseconds
    /// How often the run began: again where no answer came.
    var tries = 1

    static let mostRestarts = 2
    static let mostTries = 4
}
