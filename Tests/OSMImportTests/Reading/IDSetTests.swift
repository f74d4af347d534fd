import GeoCore
import OSMImport
import TestSupport
import Testing

@Suite struct IDSetTests {
    /// Ids in lumps, as mappers make them: some pages hold a few, one so many that it keeps a bit for each.
    private func ids(_ random: inout SeededGenerator) -> [Int64] {
        var ids: [Int64] = [0, -1, 65_535, 65_536, -65_536, .min, .max]
        for _ in 0..<40 {
            let start = Int64.random(in: -200_000...12_000_000_000, using: &random)
            for _ in 0..<100 { ids.append(start + Int64.random(in: 0...300, using: &random)) }
        }
        for _ in 0..<20_000 { ids.append(7_000_000_000 + Int64.random(in: 0...65_535, using: &random)) }
        return ids
    }

    @Test func `it holds what was put in, and nothing else`() {
        var random = SeededGenerator(seed: 81), set = IDSet()
        let ids = ids(&random), expected = Set(ids)
        #expect(set.isEmpty)
        for id in ids { set.insert(id) }
        #expect(set.count == expected.count)
        for id in ids { #expect(set.contains(id)) }
        for _ in 0..<20_000 {
            let id = ids[Int.random(in: ids.indices, using: &random)] &+ Int64.random(in: -400...400, using: &random)
            #expect(set.contains(id) == expected.contains(id))
        }
    }

    @Test func `it meets a range if one of its ids is there`() {
        var random = SeededGenerator(seed: 82), set = IDSet()
        let ids = ids(&random), sorted = ids.sorted()
        for id in ids.shuffled(using: &random) { set.insert(id) }
        var met = 0
        for _ in 0..<5000 {
            let id = ids[Int.random(in: 7..<ids.count, using: &random)]
            let start = id + Int64.random(in: -500...500, using: &random)
            let length = ([0, 5, 300, 70_000, 5_000_000_000] as [Int64])[Int.random(in: 0..<5, using: &random)]
            let range = start...start + length
            let next = sorted.first { $0 >= start }
            if set.intersects(range) { met += 1 }
            #expect(set.intersects(range) == next.map { $0 <= range.upperBound } ?? false)
        }
        #expect((500..<4500).contains(met))
        #expect(!IDSet().intersects(.min ... .max))
        #expect(set.intersects(.min ... .max))
    }
}
