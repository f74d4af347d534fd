import Atlas
import GeoCore
import TestSupport
import Testing

/// Searches for marked items alone against looking at every one of them.
@Suite struct GroupMarksTests {
    private static let groups: SectionID = "t.boxes"
    private static let parts: SectionID = "t.parts"
    private static let marks: SectionID = "t.marks"

    /// Points along a diagonal, which is the order the tree keeps them in.
    private static func boxes(_ count: Int) -> [IntBox] {
        (0..<count).map { IntBox(minX: Int32($0), minY: Int32($0), maxX: Int32($0), maxY: Int32($0)) }
    }

    private static func atlas(_ count: Int, isMarked: (Int) -> Bool) -> [UInt8] {
        var writer = AtlasWriter()
        BoxTreeWriter.addCoarse(boxes(count), groups: groups, parts: parts, to: &writer)
        writer.add(marks, GroupMarks.bytes(itemCount: count, isMarked: isMarked))
        return writer.finish()
    }

    @Test(arguments: [0, 1, 16, 17, 256, 257, 5000])
    func `the nearest marked item is found, and no group without any is looked at`(count: Int) throws {
        for step in [1, 2, 15, 16, 40, 700, 10_000] {
            let marked = Set(stride(from: step - 1, to: count, by: step))
            try AtlasForging.withView(Self.atlas(count, isMarked: marked.contains)) { view in
                let tree = try CoarseBoxTree(view, groups: Self.groups, parts: Self.parts, itemCount: count)
                let marks = try GroupMarks(view, Self.marks, itemCount: count)
                try marks.check(Self.marks, itemCount: count, isMarked: marked.contains)
                for place in stride(from: -3, through: count + 3, by: max(1, count / 7)) {
                    func distance(_ item: Int) -> Double { Double((item - place).magnitude) }
                    func bound(_ box: IntBox) -> Double {
                        max(0, Double(box.minX) - Double(place), Double(place) - Double(box.maxX))
                    }
                    var best: Int?, limit = Double.infinity
                    tree.forEachNearest(within: .infinity, marks: marks, bound: bound) { item, _ in
                        #expect((item / 16 * 16..<item / 16 * 16 + 16).contains { marked.contains($0) })
                        if marked.contains(item), distance(item) < limit { (best, limit) = (item, distance(item)) }
                        return limit
                    }
                    #expect(best.map(distance) == marked.map(distance).min())
                }
            }
        }
    }

    @Test func `marks that are not the items' are refused, wherever they differ`() throws {
        let count = 600, truth = GroupMarks.bytes(itemCount: count) { $0 % 50 == 0 }
        for bit in 0..<(truth.count * 8) {
            var bytes = truth
            bytes[bit / 8] ^= 1 << (bit % 8)
            var writer = AtlasWriter()
            writer.add(Self.marks, bytes)
            try AtlasForging.withView(writer.finish()) { view in
                let marks = try GroupMarks(view, Self.marks, itemCount: count)
                #expect(throws: AtlasError.self) {
                    try marks.check(Self.marks, itemCount: count) { $0 % 50 == 0 }
                }
            }
        }
    }

    @Test(arguments: [0, 1, 460, 10_000])
    func `marks for another number of items are refused`(count: Int) throws {
        let bytes = Self.atlas(600) { _ in true }
        #expect(throws: AtlasError.self) {
            try AtlasForging.withView(bytes) { _ = try GroupMarks($0, Self.marks, itemCount: count) }
        }
    }
}
