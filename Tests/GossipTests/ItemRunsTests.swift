import Crypto
import GeoCore
import Gossip
import TestSupport
import Testing

/// The same set as a plain array.
private struct NaiveSet {
    private(set) var items: [NegentropyItem] = []

    mutating func insert(_ item: NegentropyItem) -> Bool {
        guard !items.contains(item) else { return false }
        items.append(item)
        items.sort()
        return true
    }

    mutating func remove(_ item: NegentropyItem) -> Bool {
        guard let position = items.firstIndex(of: item) else { return false }
        items.remove(at: position)
        return true
    }

    /// The sum by schoolbook addition of bytes.
    func sum(_ range: Range<Int>) -> [UInt8] {
        var sum = [UInt8](repeating: 0, count: 32)
        for item in items[range] {
            var carry = 0
            for (index, byte) in item.id.digest.bytes.enumerated() {
                carry += Int(sum[index]) + Int(byte)
                sum[index] = UInt8(carry & 255)
                carry >>= 8
            }
        }
        return sum
    }
}

@Suite struct ItemRunsTests {
    private func item(_ number: Int) -> NegentropyItem {
        // Ten items share a second.
        NegentropyItem(time: UInt64(1_790_000_000 + number / 10), id: MessageID(item: number))
    }

    private func compare(_ runs: ItemRuns, _ naive: NaiveSet, _ generator: inout SeededGenerator) {
        #expect(runs.checkInvariants() == [])
        #expect(runs.count == naive.items.count && runs.items(in: 0..<runs.count) == naive.items)
        for _ in 0..<20 {
            let ends = [generator.index(below: runs.count + 1), generator.index(below: runs.count + 1)].sorted()
            #expect(runs.sum(of: ends[0]..<ends[1]).bytes == naive.sum(ends[0]..<ends[1]))
            #expect(runs.items(in: ends[0]..<ends[1]) == Array(naive.items[ends[0]..<ends[1]]))
            if runs.count > 0 {
                let position = generator.index(below: runs.count)
                #expect(runs[position] == naive.items[position] && runs.contains(naive.items[position]))
            }
        }
    }

    @Test(arguments: [UInt64](1...4)) func `inserting and removing gives what a plain array gives`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed), runs = ItemRuns(), naive = NaiveSet()
        compare(runs, naive, &generator)
        // The set grows beyond several runs, and shrinks to nothing.
        for phase in [0.9, 0.5, 0.0] {
            for step in 0..<3000 {
                let item = item(generator.index(below: 4000))
                if generator.happens(phase) {
                    #expect(runs.insert(item) == naive.insert(item))
                } else if let old = naive.items.isEmpty ? nil : naive.items[generator.index(below: naive.items.count)] {
                    #expect(runs.remove(old) == naive.remove(old) && !runs.contains(old) && !runs.remove(old))
                }
                if step % 500 == 0 { compare(runs, naive, &generator) }
            }
            compare(runs, naive, &generator)
        }
        #expect(runs.count == 0)
    }

    @Test func `items come in any order, and equal ones count once`() {
        var generator = SeededGenerator(seed: 9), naive = NaiveSet()
        let items = (0..<3000).map { _ in item(generator.index(below: 2000)) }
        for item in items { _ = naive.insert(item) }
        compare(ItemRuns(items), naive, &generator)
        compare(ItemRuns(items.sorted()), naive, &generator)
    }

    @Test func `items that only come at the end fill their runs`() {
        var runs = ItemRuns()
        for number in 0..<5000 { runs.insert(item(number)) }
        #expect(runs.checkInvariants() == [] && runs.count == 5000)
        // Few runs, or a sum would be slow.
        #expect(runs.runCount <= 5000 / (ItemRuns.longestRun / 2) + 1)
    }

    @Test func `removing one by one leaves no row of short runs`() {
        var runs = ItemRuns((0..<20_000).map(item)), generator = SeededGenerator(seed: 3)
        var left = (0..<20_000).map(item)
        while left.count > 300 { runs.remove(left.remove(at: generator.index(below: left.count))) }
        #expect(runs.checkInvariants() == [] && runs.count == 300)
        #expect(runs.runCount <= 4)
    }

    @Test func `a fingerprint is the digest of the sum and the count`() {
        let items = (0..<300).map(item), runs = ItemRuns(items)
        var naive = NaiveSet()
        for item in items { _ = naive.insert(item) }
        // 300 in base 128 is 2 · 128 + 44.
        let digest = SHA256.hash(data: naive.sum(0..<300) + [0x82, 0x2c])
        #expect(runs.fingerprint(of: 0..<300).bytes == Array(digest.prefix(16)))
        #expect(
            runs.fingerprint(of: 7..<7).bytes == Array(SHA256.hash(data: [UInt8](repeating: 0, count: 33)).prefix(16)))
    }
}
