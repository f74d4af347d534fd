import GeoCore
import Atlas
import TestSupport
import Testing

@Suite struct MinimumHeapTests {
    @Test(arguments: [0, 1, 2, 3, 100, 1000])
    func `entries come out sorted by key, then value, from any order`(count: Int) {
        var random = SeededGenerator(seed: UInt64(count)), heap = MinimumHeap()
        var entries = (0..<count).map { _ in (key: Double(random.next() % 50), value: random.next() % 50) }
        for entry in entries { heap.push(key: entry.key, value: entry.value) }
        entries.sort { ($0.key, $0.value) < ($1.key, $1.value) }
        for entry in entries {
            let popped = heap.pop()
            #expect(popped?.key == entry.key && popped?.value == entry.value)
        }
        #expect(heap.isEmpty && heap.pop() == nil)
    }

    @Test func `pushing while popping keeps the smallest first`() {
        var random = SeededGenerator(seed: 1), heap = MinimumHeap(), model: [UInt64] = []
        for _ in 0..<5000 {
            if random.next() % 3 > 0 {
                let key = random.next() % 1000
                heap.push(key: Double(key), value: 0)
                model.append(key)
            } else {
                let smallest = model.indices.min { model[$0] < model[$1] }
                #expect(heap.pop().map { UInt64($0.key) } == smallest.map { model.remove(at: $0) })
            }
        }
    }
}
