import Foundation
import OSMImport
import Synchronization

/// Ends the process with an error when memory runs out.
///
/// Without it, Swift aborts if memory cannot be allocated, and a system without memory kills processes: neither says
/// what needed the memory.
///
/// A class because its thread uses it until it is stopped.
final class MemoryWatch: Sendable {
    private let isStopped = Atomic(false)

    /// No import allocates memory faster than this, in bytes a microsecond: the more memory remains, the later the next
    /// check.
    private static let fastest = 2_000
    /// The shortest interval between two checks, in microseconds.
    private static let shortestInterval = 10_000
    /// The memory that must remain, in bytes: arrays grow by blocks of this size.
    private static let reserve = 48 << 20

    /// Begins to watch an import of files with `names` that had the memory `start` at its beginning.
    init(import names: [String], from start: MemoryBudget) {
        guard start.available < .max else { return }
        // With very little memory a smaller reserve is enough: a refusal before the import says more.
        let reserve = min(max(Self.reserve, start.available / 32), start.available / 4)
        let thread = Thread { [self] in
            while !isStopped.load(ordering: .relaxed) {
                let left = MemoryBudget.ofThisMachine().available
                if left < reserve {
                    standardError(
                        """
                        hereabouts: \(names.joined(separator: ", ")): import needs more than the \
                        \(start.available >> 20) MiB of memory that were available; stop other programs, or import \
                        a part of it with --within
                        """
                    )
                    exit(1)
                }
                usleep(UInt32(clamping: max(Self.shortestInterval, (left - reserve) / Self.fastest)))
            }
        }
        thread.start()
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }
}
