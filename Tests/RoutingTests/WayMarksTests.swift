import GeoCore
import Routing
import TestSupport
import Testing

/// Which way an edge is a piece of, against a list that says it for each edge.
@Suite struct WayMarksTests {
    /// Ways of one edge and of many, around the 64 edges of a block.
    @Test(arguments: [1, 2, 63, 64, 65, 127, 128, 129, 5000])
    func `each edge is a piece of the way that begins at or before it`(edges: Int) {
        var random = SeededGenerator(seed: UInt64(edges))
        for longest in [1, 3, 200] {
            var wayOf: [UInt32] = [], firsts: [UInt32] = []
            while wayOf.count < edges {
                firsts.append(UInt32(wayOf.count))
                let length = min(edges - wayOf.count, .random(in: 1...longest, using: &random))
                wayOf += Array(repeating: UInt32(firsts.count - 1), count: length)
            }
            let marks = WayMarks(firsts, edgeCount: edges)
            #expect((0..<UInt32(edges)).map { marks[$0] } == wayOf)
        }
    }

    @Test func `beginnings behind the last edge belong to no way`() {
        let marks = WayMarks([0, 2, 3, 64, 1000, .max], edgeCount: 3)
        #expect((0..<3).map { marks[$0] } == [0, 0, 1])
        // Nothing to ask, and nothing that traps.
        _ = WayMarks([], edgeCount: 0)
    }
}
