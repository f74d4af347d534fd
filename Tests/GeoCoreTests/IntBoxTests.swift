import GeoCore
import TestSupport
import Testing

@Suite struct IntBoxTests {
    /// Boxes of a few units around zero, so that random pairs often touch.
    static func randomBox(_ generator: inout SeededGenerator) -> IntBox {
        let x = Int32.random(in: -6...6, using: &generator), y = Int32.random(in: -6...6, using: &generator)
        return IntBox(
            minX: x, minY: y, maxX: x + .random(in: 0...4, using: &generator),
            maxY: y + .random(in: 0...4, using: &generator))
    }

    static func cells(_ box: IntBox) -> Set<[Int32]> {
        var cells: Set<[Int32]> = []
        guard !box.isEmpty else { return cells }
        for x in box.minX...box.maxX { for y in box.minY...box.maxY { cells.insert([x, y]) } }
        return cells
    }

    @Test func `boxes meet when they share a cell`() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            let a = Self.randomBox(&generator), b = Self.randomBox(&generator)
            #expect(a.intersects(b) == !Self.cells(a).isDisjoint(with: Self.cells(b)))
            #expect(a.intersects(b) == b.intersects(a))
        }
    }

    @Test func `a union holds both boxes and has a side of each`() {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<2000 {
            let a = Self.randomBox(&generator), b = Self.randomBox(&generator)
            var union = a
            union.include(b)
            let cells = Self.cells(a).union(Self.cells(b))
            #expect(cells.allSatisfy { union.contains(x: $0[0], y: $0[1]) })
            #expect(union.minX == cells.map { $0[0] }.min() && union.maxX == cells.map { $0[0] }.max())
            #expect(union.minY == cells.map { $0[1] }.min() && union.maxY == cells.map { $0[1] }.max())
        }
    }

    @Test func `a box contains its cells and no other`() {
        let box = IntBox(minX: -1, minY: 2, maxX: 3, maxY: 4)
        for x in Int32(-4)...6 {
            for y in Int32(0)...6 { #expect(box.contains(x: x, y: y) == Self.cells(box).contains([x, y])) }
        }
    }

    @Test func `the empty box changes no union and meets nothing`() {
        let earth = IntBox(minX: -1_800_000_000, minY: -900_000_000, maxX: 1_800_000_000, maxY: 900_000_000)
        #expect(IntBox.empty.isEmpty)
        #expect(!earth.isEmpty)
        #expect(!IntBox.empty.intersects(earth) && !earth.intersects(.empty))
        var box = IntBox.empty
        box.include(PointE7(latitudeE7: 7, longitudeE7: -3))
        #expect(box == IntBox(minX: -3, minY: 7, maxX: -3, maxY: 7))
        let before = box
        box.include(.empty)
        #expect(box == before)
    }
}
