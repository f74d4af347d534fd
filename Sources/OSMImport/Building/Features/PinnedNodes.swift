/// The nodes that simplification must keep because paths part there: ends, junctions, corners where three areas meet.
///
/// Between two of them every feature uses the same nodes. Simplified in the same way, the features stay together: no
/// gaps between neighbouring areas, and no street that ends beside the street it meets.
struct PinnedNodes: Sendable {
    private static let unused: UInt32 = 0
    private static let pinned: UInt32 = 1

    /// For each node `unused`, `pinned`, or a code of the two neighbours that all paths so far share.
    private var neighbours: [UInt32]

    init(count: Int) { neighbours = Array(repeating: Self.unused, count: count) }

    func contains(_ node: UInt32) -> Bool { neighbours[Int(node)] == Self.pinned }

    /// Records a line, or a part of one; missing nodes split it.
    mutating func add(line: some BidirectionalCollection<UInt32>) {
        var before = OSMData.missing, here = OSMData.missing
        for node in line {
            add(here, between: before, and: node)
            before = here
            here = node
        }
        add(here, between: before, and: OSMData.missing)
    }

    /// Records a ring whose first node is not repeated.
    mutating func add(ring: [UInt32]) {
        guard ring.count >= 3 else { return }
        for index in ring.indices {
            let before = ring[index == 0 ? ring.count - 1 : index - 1]
            add(ring[index], between: before, and: ring[index == ring.count - 1 ? 0 : index + 1])
        }
    }

    private mutating func add(_ node: UInt32, between a: UInt32, and b: UInt32) {
        guard node != OSMData.missing else { return }
        guard a != OSMData.missing, b != OSMData.missing else {
            neighbours[Int(node)] = Self.pinned
            return
        }
        // Any mixing function will do: if two pairs share a code, only a junction loses its pin.
        let low = UInt64(min(a, b)), high = UInt64(max(a, b))
        let code = UInt32(truncatingIfNeeded: ((low << 32 | high) &* 0x9e37_79b9_7f4a_7c15) >> 32) | 2
        switch neighbours[Int(node)] {
        case Self.unused: neighbours[Int(node)] = code
        case code: break
        default: neighbours[Int(node)] = Self.pinned
        }
    }
}
