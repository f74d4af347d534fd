import Fairness
import HereaboutsAPI
import Synchronization

/// The body of a request before it is read: who asks for it makes it come, and pays for its memory before that.
///
/// A class because its end, when the request is answered, gives the memory back.
final class IncomingBody: Sendable {
    /// A body of so many bytes comes unasked, and costs nothing: it is what one reading brings.
    static let free = 64 << 10

    private let budget: SharedBudget
    /// All the memory that there is for bodies.
    var capacity: Int { budget.capacity }
    private let gate: BodyGate?
    private let share = Mutex<SharedBudget.Share?>(nil)

    /// - Parameters:
    ///   - budget: Memory for bodies, in bytes.
    ///   - gate: What holds it back; `nil` for one that is there.
    init(_ budget: SharedBudget, behind gate: BodyGate?) {
        self.budget = budget
        self.gate = gate
    }

    /// Takes memory for `length` bytes until the request is answered, and lets the body come. Throws `tooManyRequests`
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
                        .tooManyRequests, "this address sends too much at once; send this when the rest has arrived")
                case .full:
                    throw ErrorBody(.unavailable, "others send large files at the moment; try again in a few seconds")
                }
            }
        }
        gate?.open()
    }
}
