import GeoCore
import TestSupport
import Testing

@Suite struct HilbertTests {
    /// Squares of 64 × 64 cells: the corners of the grid, its middle and some in between. An aligned square of side 2ᵏ
    /// is one unbroken stretch of the curve.
    static let corners: [(x: UInt32, y: UInt32)] = [
        (0, 0), (65_472, 0), (0, 65_472), (65_472, 65_472), (32_768, 32_704), (12_800, 51_200), (640, 64),
    ]

    @Test(arguments: corners.indices)
    func `the curve fills a square without a gap, from neighbour to neighbour`(index: Int) throws {
        let corner = Self.corners[index]
        var cells: [(position: UInt32, x: Int, y: Int)] = []
        for y in corner.y..<corner.y + 64 {
            for x in corner.x..<corner.x + 64 { cells.append((Hilbert.position(x: x, y: y), Int(x), Int(y))) }
        }
        cells.sort { $0.position < $1.position }
        #expect(cells[0].position.isMultiple(of: 4096))
        for (before, after) in zip(cells, cells.dropFirst()) {
            #expect(after.position == before.position + 1)
            #expect((after.x - before.x).magnitude + (after.y - before.y).magnitude == 1)
        }
    }

    @Test func `the curve of order two is Hilbert's`() {
        // Hilbert, Math. Ann. 38 (1891), figure 2, with y downward: quarter squares of the whole grid in order of
        // visit.
        let step: UInt32 = 16_384
        var way = [[UInt32]](repeating: [], count: 16)
        for column in UInt32(0)..<4 {
            for row in UInt32(0)..<4 {
                way[Int(Hilbert.position(x: column * step, y: row * step) >> 28)] = [column, row]
            }
        }
        #expect(
            way == [
                [0, 0], [1, 0], [1, 1], [0, 1], [0, 2], [0, 3], [1, 3], [1, 2],
                [2, 2], [2, 3], [3, 3], [3, 2], [3, 1], [2, 1], [2, 0], [3, 0],
            ])
    }

    @Test func `the curve begins and ends in the upper corners`() {
        #expect(Hilbert.position(x: 0, y: 0) == 0)
        #expect(Hilbert.position(x: 65_535, y: 0) == .max)
    }

    @Test func `different cells have different positions`() {
        var generator = SeededGenerator(seed: 2)
        var seen: [UInt32: UInt32] = [:]
        for _ in 0..<100_000 {
            let x = UInt32.random(in: 0...65_535, using: &generator),
                y = UInt32.random(in: 0...65_535, using: &generator)
            let cell = x << 16 | y
            #expect(seen.updateValue(cell, forKey: Hilbert.position(x: x, y: y)) ?? cell == cell)
        }
    }
}
