import Atlas
import GeoCore
import TestSupport
import Testing

/// The tree against looking at every box.
@Suite struct BoxTreeTests {
    private static func boxes(_ count: Int, seed: UInt64) -> [IntBox] {
        var random = SeededGenerator(seed: seed)
        func number(_ limit: UInt64) -> Int32 { Int32(random.next() % limit) }
        let boxes = (0..<count).map { _ in
            let x = number(10_000) - 5000, y = number(10_000) - 5000
            return IntBox(minX: x, minY: y, maxX: x + number(300), maxY: y + number(300))
        }
        return BoxTreeWriter.order(boxes).map { boxes[$0] }
    }

    private static func atlas(_ boxes: [IntBox]) -> [UInt8] {
        var writer = AtlasWriter()
        BoxTreeWriter.add(boxes, as: "t.boxes", to: &writer)
        return writer.finish()
    }

    /// Around the group size of 16 and its powers.
    static let counts = [0, 1, 2, 15, 16, 17, 255, 256, 257, 1000]

    @Test(arguments: counts)
    func `the items that meet a box are those of a full scan, in order`(count: Int) throws {
        let boxes = Self.boxes(count, seed: UInt64(count)), queries = Self.boxes(40, seed: 99)
        try AtlasForging.withView(Self.atlas(boxes)) { view in
            let tree = try BoxTree(view, "t.boxes", itemCount: count)
            try tree.check("t.boxes")
            for query in queries {
                var found: [Int] = []
                tree.forEach(in: query) { found.append($0) }
                #expect(found == boxes.indices.filter { boxes[$0].intersects(query) })
            }
        }
    }

    @Test(arguments: counts)
    func `the nearest come in order of distance`(count: Int) throws {
        let boxes = Self.boxes(count, seed: UInt64(count) + 1)
        func distance(_ box: IntBox, _ x: Int32, _ y: Int32) -> Double {
            let dx = Double(max(0, box.minX - x, x - box.maxX)), dy = Double(max(0, box.minY - y, y - box.maxY))
            return dx * dx + dy * dy
        }
        try AtlasForging.withView(Self.atlas(boxes)) { view in
            let tree = try BoxTree(view, "t.boxes", itemCount: count)
            for (x, y) in [(0, 0), (-5000, 5000), (20_000, 1)] as [(Int32, Int32)] {
                var found: [Int] = []
                tree.forEachNearest(bound: { distance($0, x, y) }) { item, bound in
                    #expect(bound == distance(boxes[item], x, y))
                    found.append(item)
                    return found.count < 100 ? .infinity : -.infinity
                }
                let all = boxes.indices.sorted { (distance(boxes[$0], x, y), $0) < (distance(boxes[$1], x, y), $1) }
                #expect(found == Array(all.prefix(100)))
            }
        }
    }

    @Test func `the order is the same for the same boxes and holds each once`() {
        let boxes = Self.boxes(500, seed: 3)
        #expect(BoxTreeWriter.order(boxes) == BoxTreeWriter.order(boxes))
        #expect(BoxTreeWriter.order(boxes).sorted() == Array(0..<500))
        // All in one place: input order is kept.
        let same = [IntBox](repeating: IntBox(minX: 1, minY: 1, maxX: 1, maxY: 1), count: 40)
        #expect(BoxTreeWriter.order(same) == Array(0..<40))
    }

    @Test func `a group's box that is not the union of its members is found`() throws {
        let boxes = Self.boxes(300, seed: 4)
        let bytes = Self.atlas(boxes), start = Int(AtlasForging.word(64 + 16, in: bytes))
        for index in 300..<320 {
            var forged = bytes
            forged[start + index * 16] ^= 1
            #expect(throws: AtlasError.self, "box \(index)") {
                try AtlasForging.withView(AtlasForging.resigned(forged)) {
                    try BoxTree($0, "t.boxes", itemCount: 300).check("t.boxes")
                }
            }
        }
    }

    @Test(arguments: [0, 1, 16, 299, 301, 100_000, Int(UInt32.max)])
    func `another number of items than the tree has is refused`(count: Int) throws {
        let bytes = Self.atlas(Self.boxes(300, seed: 4))
        #expect(throws: AtlasError.self) {
            try AtlasForging.withView(bytes) { try BoxTree($0, "t.boxes", itemCount: count) }
        }
    }
}
