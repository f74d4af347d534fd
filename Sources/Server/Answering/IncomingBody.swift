import Fairness
import HereaboutsAPI
import Synchronization

/// The body of a request before it is read: who asks for it makes it come, and pays for its memory before that.
///
/// A class because its end, when the request is answered, gives the memory back.
final class IncomingBody: Sendable {
    /// A body of so many bytes comes unasked, and costs nothing: it is what one reading brings.
    static let free = 64 << 10

    private let room: Room
    /// All the memory that there is for bodies.
    var capacity: Int { room.capacity }
    private let gate: BodyGate?
    private let share = Mutex<Room.Share?>(nil)

    /// - Parameters:
    ///   - room: Memory for bodies, in bytes.
    ///   - gate: What holds it back; `nil` for one that is there.
    init(_ room: Room, behind gate: BodyGate?) {
        self.room = room
        self.gate = gate
    }

    /// Takes memory for `length` bytes until the request is answered, and lets the body come. Throws `tooManyRequests`
    /// when the network has its share, and `unavailable` when others have it all.
    func open(taking length: Int, for network: Network?) throws(ErrorBody) {
        if length > Self.free {
            do throws(Room.Fault) {
                let taken = try room.take(length, for: network)
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
