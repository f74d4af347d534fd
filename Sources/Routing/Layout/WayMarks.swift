/// The way of each edge. A way's edges are contiguous, so a bit marks the first edge of each way, with the number of
/// marks before each 64 edges.
package struct WayMarks: Sendable {
    private let firsts: [UInt64]
    private let before: [UInt32]

    /// Reads the first edge of each way, ascending.
    package init(_ firstEdges: some Sequence<UInt32>, edgeCount: Int) {
        var firsts = [UInt64](repeating: 0, count: edgeCount / 64 + 1)
        for edge in firstEdges where Int(clamping: edge) < edgeCount {
            firsts[Int(edge / 64)] |= 1 << UInt64(edge % 64)
        }
        var before: [UInt32] = [], count: UInt32 = 0
        before.reserveCapacity(firsts.count)
        for marks in firsts {
            before.append(count)
            count += UInt32(marks.nonzeroBitCount)
        }
        self.firsts = firsts
        self.before = before
    }

    /// Returns the index of an edge's way.
    @inline(__always)
    package subscript(edge: UInt32) -> UInt32 {
        let block = Int(edge / 64), marks = firsts[block] & (UInt64.max >> UInt64(63 - edge % 64))
        return before[block] &+ UInt32(truncatingIfNeeded: marks.nonzeroBitCount) &- 1
    }
}
