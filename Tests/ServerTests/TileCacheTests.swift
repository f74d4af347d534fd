import NIOCore
import Server
import Testing

@Suite struct TileCacheTests {
    private func tile(_ number: Int, bytes: Int = 100) -> FinishedTile {
        FinishedTile(
            packed: ByteBuffer(repeating: UInt8(truncatingIfNeeded: number), count: bytes), plainCount: bytes,
            hash: UInt64(number))
    }

    @Test func `kept tiles are found and counted`() {
        let cache = TileCache(capacity: 10_000)
        #expect(cache.tile(1) == nil)
        cache.keep(tile(1), 1)
        cache.keep(tile(2), 1)  // A second maker of the same tile changes nothing.
        #expect(cache.tile(1)?.hash == 1)
        let figures = cache.figures
        #expect(figures.tiles == 1 && figures.bytes == tile(1).cost && figures.hits == 1 && figures.misses == 1)
    }

    @Test func `the bytes kept never exceed the capacity, and match a plain sum`() {
        let capacity = 5_000, cache = TileCache(capacity: capacity)
        for number in 0..<2_000 {
            let size = 1 + (number &* 7919) % 700
            cache.keep(tile(number, bytes: size), UInt64(number))
            if number % 3 == 0 { _ = cache.tile(UInt64(number / 2)) }
            #expect(cache.figures.bytes <= capacity)
        }
        let kept = (0..<2_000).compactMap { cache.tile(UInt64($0)) }
        #expect(kept.count == cache.figures.tiles)
        #expect(kept.reduce(0) { $0 + $1.cost } == cache.figures.bytes)
        #expect(kept.count > 3)
    }

    @Test func `a tile in use outlives tiles that were asked for once`() {
        let cost = tile(0).cost, cache = TileCache(capacity: 10 * cost)
        cache.keep(tile(0), 0)
        for number in 1..<200 {
            #expect(cache.tile(0) != nil)
            cache.keep(tile(number), UInt64(number))
        }
        #expect(cache.tile(0)?.hash == 0)
    }

    @Test func `a tile larger than the cache is not kept`() {
        let cache = TileCache(capacity: 100)
        cache.keep(tile(1, bytes: 1000), 1)
        #expect(cache.tile(1) == nil)
        #expect(cache.figures.bytes == 0)
    }

    @Test func `many tasks may use the cache at once`() async {
        let cache = TileCache(capacity: 20_000)
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<5_000 {
                        let key = UInt64((number &* (task + 1)) % 300)
                        if let found = cache.tile(key) {
                            #expect(found.hash == key)
                        } else {
                            cache.keep(tile(Int(key)), key)
                        }
                    }
                }
            }
        }
        #expect(cache.figures.bytes <= 20_000)
        #expect(cache.figures.hits + cache.figures.misses == 40_000)
    }
}
