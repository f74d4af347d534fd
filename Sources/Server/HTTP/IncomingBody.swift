import Fairness
import HereaboutsAPI
import Synchronization

/// The body of a request before it is read. The handler that wants it reserves its memory first, and then lets it in.
///
/// A class because its deinitialisation, after the answer, frees the memory.
final class IncomingBody: Sendable {
    /// A body up to this many bytes comes without being asked for and costs nothing: one read brings it.
    static let free = 64 << 10

    private let budget: SharedBudget
    /// The total memory for bodies, in bytes.
    var capacity: Int { budget.capacity }
    private let gate: BodyGate?
    private let share = Mutex<SharedBudget.Share?>(nil)

    /// - Parameters:
    ///   - budget: Memory for bodies, in bytes.
    ///   - gate: Holds the body back; `nil` for a body that has arrived.
    init(_ budget: SharedBudget, behind gate: BodyGate?) {
        self.budget = budget
        self.gate = gate
    }

    /// Reserves memory for `length` bytes until the request is answered, and lets the body in. Throws `tooManyRequests`
    /// when the network has its share, and `unavailable` when others have it all.
    func open(taking length: Int, for network: Network?) throws(ErrorBody) {
        if length > Self.free {
            do throws(SharedBudget.Fault) {
                let taken = try budget.take(length, for: network)
                share.withLock { $0 = taken }
            } catch {
                switch error {
                case .shareTaken:
                    throw ErrorBody(
                        .tooManyRequests,
                        "this address sends too much at once; send this when its other requests are done")
                case .full:
                    throw ErrorBody(.unavailable, "other clients are sending large files; try again in a few seconds")
                }
            }
        }
        gate?.open()
    }
}
