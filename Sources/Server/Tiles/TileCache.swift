package import NIOCore
import Synchronization

/// A tile ready to be sent. Tiles are kept packed, as nearly every client takes them.
package struct FinishedTile: Sendable {
    /// The packed tile; empty where the map has nothing.
    package let packed: ByteBuffer
    package let plainCount: Int
    /// Tells this content from any other; the same for the same content in another atlas.
    package let hash: UInt64

    package init(packed: ByteBuffer, plainCount: Int, hash: UInt64) {
        self.packed = packed
        self.plainCount = plainCount
        self.hash = hash
    }

    var isEmpty: Bool { plainCount == 0 }
    var packedTag: String { "\"\(hexadecimal(hash))-gz\"" }
    var plainTag: String { "\"\(hexadecimal(hash))\"" }

    /// What keeping it takes, with the cache's own bookkeeping.
    package var cost: Int { packed.capacity + 160 }
}

/// Finished tiles of one atlas, bounded in bytes. A class because its identity is the cache's.
///
/// What makes room is the clock algorithm (Corbató 1968): a hand goes round the slots and takes the first that was not
/// used since it last passed; nearly as good as least recently used, and a hit only sets a flag.
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

    /// How the cache does.
    package struct Figures: Sendable, Equatable {
        package let tiles: Int
        package let bytes: Int
        package let hits: UInt64
        package let misses: UInt64
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// A cache of at most `capacity` bytes.
    package init(capacity: Int) { self.capacity = capacity }

    package var figures: Figures {
        state.withLock {
            Figures(tiles: $0.slots.count, bytes: $0.bytes, hits: $0.hits, misses: $0.misses)
        }
    }

    /// Returns the tile kept under `key`, or notes that it was missing.
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

    /// Keeps `tile` under `key`, if it fits at all, and makes room for it.
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
