import GeoCore
import TestSupport
import Testing
import Tiles

struct PolygonMendingTests {
    private func rings(_ rings: [(points: [GridPoint], isHole: Bool)]) -> PolygonRings {
        var result = PolygonRings()
        for (points, isHole) in rings { result.add(points, isHole: isHole) }
        return result
    }

    private func ring(_ places: (Int32, Int32)...) -> [GridPoint] { places.map { GridPoint(x: $0.0, y: $0.1) } }

    private func square(_ from: Int32, _ to: Int32) -> [GridPoint] {
        ring((from, from), (to, from), (to, to), (from, to))
    }

    private func mended(_ before: PolygonRings) -> (outcome: PolygonMending.Outcome, rings: PolygonRings) {
        var mending = PolygonMending(), rings = before
        return (mending.mend(&rings), rings)
    }

    /// Random points on a small grid: rings that cross themselves and each other in every way there is.
    @Test(arguments: 0..<400)
    func `any rings become valid polygons that cover the same`(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed)), all: [(points: [GridPoint], isHole: Bool)] = []
        let side = [4.0, 9, 40, 3_000][seed % 4]
        for number in 0..<(1 + seed / 4 % 4) {
            let points = (0..<(3 + Int(random.uniform(in: 0...12)))).map { _ in
                GridPoint(x: Int32(random.uniform(in: 0...side)), y: Int32(random.uniform(in: 0...side)))
            }
            all.append((points, number > 0 && random.uniform(in: 0...1) < 0.6))
        }
        let before = rings(all), after = mended(before)
        #expect(after.outcome != .refused)
        #expect(
            PolygonOracle(after.rings).fault == nil, "\(all) became \((0..<after.rings.count).map { after.rings[$0] })")
        let whole = PolygonOracle(before), result = PolygonOracle(after.rings)
        // Crossings are rounded, which moves lines by up to a unit or two: counted, not compared point by point.
        var seen = 0, different = 0
        for _ in 0..<400 {
            let x = Int(random.uniform(in: 0...(2 * side))), y = Int(random.uniform(in: 0...(2 * side)))
            guard let isCovered = whole.covers(doubledX: x, doubledY: y),
                let isStill = result.covers(doubledX: x, doubledY: y)
            else { continue }
            seen += 1
            if isCovered != isStill { different += 1 }
        }
        if side > 1_000 { #expect(different * 50 <= seen, "\(different) of \(seen)") }
    }

    @Test(arguments: 0..<200)
    func `rings are proven exactly when they are valid and do not touch`(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed)), all: [(points: [GridPoint], isHole: Bool)] = []
        for number in 0..<3 {
            let middleX = random.uniform(in: 20...80), middleY = random.uniform(in: 20...80),
                size = random.uniform(in: 2...40)
            let corners = 3 + Int(random.uniform(in: 0...5)), isHole = number > 0 && seed % 3 > 0
            var points = (0..<corners).map { corner in
                let angle = Double(corner) / Double(corners) * 2 * .pi, distance = random.uniform(in: 1...size)
                let both = (cosine: cosine(angle), sine: cosine(angle - .pi / 2))
                return GridPoint(
                    x: Int32((middleX + distance * both.cosine).rounded()),
                    y: Int32((middleY + distance * both.sine).rounded()))
            }
            if isHole { points.reverse() }
            all.append((points, isHole))
        }
        let before = rings(all), isValid = PolygonOracle(before).fault == nil, outcome = mended(before).outcome
        if outcome == .valid { #expect(isValid, "\(all) was proven: \(PolygonOracle(before).fault ?? "")") }
        let isApart = Set(all.flatMap(\.points)).count == all.map(\.points.count).reduce(0, +)
        if isValid, isApart, outcome != .valid {
            // Left are holes that touch the middle of an edge.
            #expect(PolygonOracle(mended(before).rings).fault == nil)
        }
    }

    private func cosine(_ angle: Double) -> Double { Elementary.sineAndCosine(angle).cosine }

    @Test func `a hole that touches its ring stays a hole`() {
        let after = mended(rings([(square(0, 10), false), (ring((0, 5), (4, 6), (4, 4)), true)]))
        #expect(after.rings.count == 2 && after.rings[1].isHole)
        #expect(after.rings.doubledArea == 2 * 100 - 8)
    }

    @Test func `a hole that touches its ring twice cuts it in two`() {
        let after = mended(rings([(square(0, 10), false), (ring((0, 5), (5, 6), (10, 5), (5, 4)), true)]))
        #expect(after.rings.count == 2 && !after.rings[0].isHole && !after.rings[1].isHole)
        #expect(after.rings.doubledArea == 2 * 100 - 20)
    }

    @Test func `a hole outside its ring is left out`() {
        let after = mended(rings([(square(0, 10), false), (Array(square(20, 25).reversed()), true)]))
        #expect(after.rings.count == 1 && after.rings.doubledArea == 200)
    }

    @Test func `a hole belongs to the ring that it lies in`() {
        let after = mended(
            rings([(square(0, 10), false), (square(20, 30), false), (Array(square(4, 6).reversed()), true)]))
        #expect((0..<after.rings.count).map { after.rings[$0].isHole } == [false, true, false])
        #expect(after.rings[1].points.allSatisfy { $0.x < 10 })
    }

    @Test func `both halves of a figure of eight stay`() {
        let after = mended(rings([(ring((0, 0), (10, 10), (10, 0), (0, 10)), false)]))
        #expect(after.rings.count == 2 && after.rings.doubledArea == 100)
    }

    @Test func `an island in a lake in an island stays`() {
        let all: [(points: [GridPoint], isHole: Bool)] = [
            (square(0, 100), false), (Array(square(10, 90).reversed()), true), (square(20, 80), false),
            (Array(square(30, 70).reversed()), true),
        ]
        #expect(mended(rings(all)).outcome == .valid)
    }

    @Test func `rings that only cross each other a million times are refused, not worked on for ever`() {
        var all: [(points: [GridPoint], isHole: Bool)] = []
        for bar in 0..<2_000 {
            let at = Int32(bar * 4)
            all.append((ring((at, 0), (at + 2, 0), (at + 2, 9_000), (at, 9_000)), false))
            all.append((ring((0, at), (9_000, at), (9_000, at + 2), (0, at + 2)), false))
        }
        let after = mended(rings(all))
        #expect(after.outcome == .refused && after.rings.count == 0)
    }

    /// A ring of random corners: each edge crosses a quarter of the others.
    private func tangle(_ corners: Int) -> PolygonRings {
        var random = SeededGenerator(seed: UInt64(corners))
        return rings([
            (
                (0..<corners).map { _ in
                    GridPoint(x: Int32(random.uniform(in: 0...1e6)), y: Int32(random.uniform(in: 0...1e6)))
                }, false
            )
        ])
    }

    @Test(arguments: [300, 600, 1_200, 2_400, 4_800, 9_600])
    func `tangled rings are refused after work in proportion to their corners`(_ corners: Int) {
        var mending = PolygonMending(), tangled = tangle(corners)
        #expect(mending.mend(&tangled) == .refused && tangled.count == 0)
        // The work ends at 32 splits for each corner and 4,096 more. A crossing has two, and every few pairs cross.
        #expect(mending.comparisonCount < 400 * Int64(corners), "\(mending.comparisonCount)")
    }

    @Test(arguments: [3, 6, 12]) func `a ring that crosses itself a few times is mended`(_ corners: Int) {
        var mending = PolygonMending(), crossed = tangle(corners)
        #expect(mending.mend(&crossed) != .refused && crossed.count > 0)
    }
}
