package import NIOCore
import Synchronization

/// A tile that is ready to be sent. The cache keeps tiles compressed, as almost every client accepts that.
package struct FinishedTile: Sendable {
    /// The compressed tile; empty where the map has nothing.
    package let packed: ByteBuffer
    package let plainCount: Int
    /// Identifies the content; equal for equal content in another atlas.
    package let hash: UInt64

    package init(packed: ByteBuffer, plainCount: Int, hash: UInt64) {
        self.packed = packed
        self.plainCount = plainCount
        self.hash = hash
    }

    static let empty = FinishedTile(packed: ByteBuffer(), plainCount: 0, hash: 0)

    var isEmpty: Bool { plainCount == 0 }
    var packedTag: String { "\"\(hexadecimal(hash))-gz\"" }
    var plainTag: String { "\"\(hexadecimal(hash))\"" }

    /// The memory that a cached tile takes, in bytes, with the cache's own tables.
    package var cost: Int { packed.capacity + 160 }
}

/// Caches finished tiles of one atlas, bounded in bytes. A class because it is the cache's identity.
///
/// It evicts by the clock algorithm (Corbató 1968): a hand goes round the slots and evicts the first tile that was not
/// used since its last pass. That is almost as good as least recently used, and a hit only sets a flag.
package final class TileCache: Sendable {
    private struct Slot {
        let key: UInt64
        let tile: FinishedTile
        var wasUsed: Bool
    }

    private struct State {
        var slots: [Slot] = []
        var positions: [UInt64: Int] = [:]
        var hand = 0
        var bytes = 0
        var hits: UInt64 = 0
        var misses: UInt64 = 0
    }

    /// The cache's statistics.
    package struct Figures: Sendable, Equatable {
        package let tiles: Int
        package let bytes: Int
        package let hits: UInt64
        package let misses: UInt64
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// Makes a cache of at most `capacity` bytes.
    package init(capacity: Int) { self.capacity = capacity }

    package var figures: Figures {
        state.withLock {
            Figures(tiles: $0.slots.count, bytes: $0.bytes, hits: $0.hits, misses: $0.misses)
        }
    }

    /// Returns the tile under `key`, or counts a miss.
    package func tile(_ key: UInt64) -> FinishedTile? {
        state.withLock { state in
            guard let position = state.positions[key] else {
                state.misses += 1
                return nil
            }
            state.hits += 1
            state.slots[position].wasUsed = true
            return state.slots[position].tile
        }
    }

    /// Caches `tile` under `key`, if it fits at all, and evicts others for it.
    package func keep(_ tile: FinishedTile, _ key: UInt64) {
        guard tile.cost <= capacity else { return }
        state.withLock { state in
            guard state.positions[key] == nil else { return }  // Two workers made the same tile.
            while state.bytes + tile.cost > capacity { Self.removeOne(&state) }
            state.positions[key] = state.slots.count
            state.slots.append(Slot(key: key, tile: tile, wasUsed: false))
            state.bytes += tile.cost
        }
    }

    private static func removeOne(_ state: inout State) {
        while true {
            if state.hand >= state.slots.count { state.hand = 0 }
            guard state.slots[state.hand].wasUsed else { break }
            state.slots[state.hand].wasUsed = false
            state.hand += 1
        }
        // The last slot moves into the gap.
        let removed = state.slots[state.hand]
        state.positions[removed.key] = nil
        state.bytes -= removed.tile.cost
        let last = state.slots.removeLast()
        guard last.key != removed.key else { return }
        state.slots[state.hand] = last
        state.positions[last.key] = state.hand
        state.hand += 1
    }
}
