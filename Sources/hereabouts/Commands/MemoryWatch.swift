import Foundation
import OSMImport
import Synchronization

/// Ends the process with an error when its memory runs out. Where memory cannot be had Swift aborts, and a system
/// without any kills: neither says what it was wanted for.
///
/// A class because its thread looks at it until it is stopped.
final class MemoryWatch: Sendable {
    private let isStopped = Atomic(false)

    /// Faster than this no import takes memory, in bytes a microsecond: the more is left, the later it is looked again.
    private static let fastest = 2_000
    /// Between two looks, in microseconds.
    private static let shortestInterval = 10_000
    /// What must be left: arrays grow by pieces of this size.
    private static let reserve = 48 << 20

    /// Begins to watch an import of files of `names` that had `start` to begin with.
    init(import names: [String], from start: MemoryBudget) {
        guard start.available < .max else { return }
        // Of very little, less is enough: a refusal up front says more.
        let reserve = min(max(Self.reserve, start.available / 32), start.available / 4)
        let thread = Thread { [self] in
            while !isStopped.load(ordering: .relaxed) {
                let left = MemoryBudget.ofThisMachine().available
                if left < reserve {
                    standardError(
                        "hereabouts: \(names.joined(separator: ", ")): import needs more than the \(start.available >> 20) MiB of memory that were available; stop other programs, or cut out a smaller area with `osmium extract`"
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
