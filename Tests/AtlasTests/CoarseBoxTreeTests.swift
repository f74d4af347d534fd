import Atlas
import GeoCore
import TestSupport
import Testing

/// The tree of coarse boxes against looking at every box.
@Suite struct CoarseBoxTreeTests {
    private static let groups: SectionID = "t.boxes"
    private static let parts: SectionID = "t.parts"

    /// Small ones, points among them; some across most of the area, and one across all of `Int32`.
    private static func boxes(_ count: Int, seed: UInt64) -> [IntBox] {
        var random = SeededGenerator(seed: seed)
        func number(_ limit: UInt64) -> Int32 { Int32(random.next() % limit) }
        var boxes = (0..<count).map { index in
            let x = number(100_000) - 50_000, y = number(100_000) - 50_000
            let size: UInt64 = index % 7 == 0 ? 90_000 : index % 5 == 0 ? 1 : 700
            return IntBox(minX: x, minY: y, maxX: x + number(size), maxY: y + number(size))
        }
        if count > 200 { boxes[100] = IntBox(minX: .min, minY: -1, maxX: .max, maxY: .max) }
        return BoxTreeWriter.order(boxes).map { boxes[$0] }
    }

    private static func atlas(_ boxes: [IntBox]) -> [UInt8] {
        var writer = AtlasWriter()
        BoxTreeWriter.addCoarse(boxes, groups: groups, parts: parts, to: &writer)
        return writer.finish()
    }

    private static func tree(_ view: AtlasView, _ count: Int) throws -> CoarseBoxTree {
        try CoarseBoxTree(view, groups: groups, parts: parts, itemCount: count)
    }

    static let counts = [0, 1, 2, 15, 16, 17, 255, 256, 257, 1000]

    @Test(arguments: counts)
    func `a box holds its item's and is a 128th of its group's larger at most`(count: Int) throws {
        let boxes = Self.boxes(count, seed: UInt64(count))
        try AtlasForging.withView(Self.atlas(boxes)) { view in
            let tree = try Self.tree(view, count)
            try tree.check(Self.groups)
            for (index, box) in boxes.enumerated() {
                let kept = tree.box(index)
                #expect(
                    kept.minX <= box.minX && kept.minY <= box.minY && kept.maxX >= box.maxX && kept.maxY >= box.maxY)
                var group = IntBox.empty
                for other in boxes[(index / 16 * 16)..<min(count, index / 16 * 16 + 16)] { group.include(other) }
                let slack = (Int64(group.maxX) - Int64(group.minX)) / 128 + 2
                #expect(Int64(kept.maxX) - Int64(kept.minX) <= Int64(box.maxX) - Int64(box.minX) + slack)
                let slackY = (Int64(group.maxY) - Int64(group.minY)) / 128 + 2
                #expect(Int64(kept.maxY) - Int64(kept.minY) <= Int64(box.maxY) - Int64(box.minY) + slackY)
                #expect(tree.fits(box, item: index))
            }
        }
    }

    @Test(arguments: counts)
    func `nothing that meets a box is missed, in order`(count: Int) throws {
        let boxes = Self.boxes(count, seed: UInt64(count)), queries = Self.boxes(40, seed: 99)
        try AtlasForging.withView(Self.atlas(boxes)) { view in
            let tree = try Self.tree(view, count)
            for query in queries {
                var found: [Int] = []
                tree.forEach(in: query) { found.append($0) }
                #expect(found == found.sorted())
                #expect(
                    found.filter { boxes[$0].intersects(query) } == boxes.indices.filter { boxes[$0].intersects(query) }
                )
            }
        }
    }

    @Test(arguments: counts)
    func `the nearest is found, and nothing twice`(count: Int) throws {
        let boxes = Self.boxes(count, seed: UInt64(count) + 1)
        func distance(_ box: IntBox, _ x: Int32, _ y: Int32) -> Double {
            let dx = max(0, Double(box.minX) - Double(x), Double(x) - Double(box.maxX))
            let dy = max(0, Double(box.minY) - Double(y), Double(y) - Double(box.maxY))
            return dx * dx + dy * dy
        }
        try AtlasForging.withView(Self.atlas(boxes)) { view in
            let tree = try Self.tree(view, count)
            for (x, y) in [(0, 0), (-50_000, 50_000), (200_000, 1)] as [(Int32, Int32)] {
                // The ten nearest, by their true boxes.
                var seen: [Int] = [], best: [Double] = []
                tree.forEachNearest(within: .infinity, bound: { distance($0, x, y) }) { item, bound in
                    seen.append(item)
                    #expect(bound <= distance(boxes[item], x, y))
                    best = (best + [distance(boxes[item], x, y)]).sorted().prefix(10).map { $0 }
                    return best.count == 10 ? best[9] : .infinity
                }
                #expect(Set(seen).count == seen.count)
                #expect(best == boxes.map { distance($0, x, y) }.sorted().prefix(10).map { $0 })
                var none = 0
                tree.forEachNearest(within: -1, bound: { distance($0, x, y) }) { _, _ in
                    none += 1
                    return .infinity
                }
                #expect(none == 0)
            }
        }
    }

    /// Boxes of street pieces: many, small, in rows, with corners in common.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `over the pieces of many streets the answers are those of a full scan`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed), pieces: [IntBox] = []
        for _ in 0..<300 {
            var x = Int32.random(in: -90_000...90_000, using: &random)
            var y = Int32.random(in: -90_000...90_000, using: &random)
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                var piece = IntBox.empty
                piece.include(x: x, y: y)
                x += .random(in: -900...900, using: &random)
                y += .random(in: -900...900, using: &random)
                piece.include(x: x, y: y)
                pieces.append(piece)
            }
        }
        let boxes = BoxTreeWriter.order(pieces).map { pieces[$0] }
        func distance(_ box: IntBox, _ x: Int32, _ y: Int32) -> Double {
            let dx = max(0, Double(box.minX) - Double(x), Double(x) - Double(box.maxX))
            let dy = max(0, Double(box.minY) - Double(y), Double(y) - Double(box.maxY))
            return dx * dx + dy * dy
        }
        try AtlasForging.withView(Self.atlas(boxes)) { view in
            let tree = try Self.tree(view, boxes.count)
            for round in 0..<200 {
                let x = Int32.random(in: -120_000...120_000, using: &random)
                let y = Int32.random(in: -120_000...120_000, using: &random)
                let size = Int32.random(in: 0...(round % 2 == 0 ? 500 : 40_000), using: &random)
                let query = IntBox(minX: x, minY: y, maxX: x + size, maxY: y + size)
                var met: [Int] = []
                tree.forEach(in: query) { if boxes[$0].intersects(query) { met.append($0) } }
                #expect(met == boxes.indices.filter { boxes[$0].intersects(query) })
                // All within a circle, however the tree comes to them; and the nearest alone.
                let limit = Double(size) * Double(size)
                var within: Set<Int> = [], nearest = Double.infinity
                tree.forEachNearest(within: limit, bound: { distance($0, x, y) }) { item, bound in
                    #expect(bound <= limit)
                    if distance(boxes[item], x, y) <= limit { within.insert(item) }
                    return limit
                }
                #expect(within == Set(boxes.indices.filter { distance(boxes[$0], x, y) <= limit }))
                tree.forEachNearest(within: .infinity, bound: { distance($0, x, y) }) { item, _ in
                    nearest = min(nearest, distance(boxes[item], x, y))
                    return nearest
                }
                #expect(nearest == boxes.map { distance($0, x, y) }.min())
            }
        }
    }

    @Test func `another box is found not to fit`() throws {
        let boxes = Self.boxes(64, seed: 5)
        try AtlasForging.withView(Self.atlas(boxes)) { view in
            let tree = try Self.tree(view, 64)
            for (index, box) in boxes.enumerated() {
                var larger = box
                larger.include(x: box.maxX + 200_000, y: box.maxY)
                #expect(!tree.fits(larger, item: index))
            }
        }
    }

    @Test(arguments: [0, 1, 299, 301, 100_000])
    func `another number of items than the tree has is refused`(count: Int) throws {
        let bytes = Self.atlas(Self.boxes(300, seed: 4))
        #expect(throws: AtlasError.self) { try AtlasForging.withView(bytes) { _ = try Self.tree($0, count) } }
    }
}
