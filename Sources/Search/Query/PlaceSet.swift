/// The places that a pass has seen. They are few: a small table stays in the processor's cache, a table of all places
/// would not.
struct PlaceSet {
    /// Open addressing with a power of two of slots; a slot holds the number of the pass above the place.
    private var slots = [UInt64](repeating: 0, count: 1 << 11)
    private var pass: UInt64 = 0
    private var count = 0

    mutating func removeAll() {
        pass += 1
        count = 0
    }

    /// Adds a place; returns whether it is new.
    mutating func insert(_ place: UInt32) -> Bool {
        if 2 * count >= slots.count { grow() }
        let entry = pass << 32 | UInt64(place), mask = slots.count - 1
        // Fibonacci hashing: Knuth, The Art of Computer Programming 3, 6.4.
        var slot = Int(truncatingIfNeeded: UInt64(place) &* 0x9e37_79b9_7f4a_7c15 >> 40) & mask
        while slots[slot] >> 32 == pass {
            if slots[slot] == entry { return false }
            slot = (slot + 1) & mask
        }
        slots[slot] = entry
        count += 1
        return true
    }

    private mutating func grow() {
        let old = slots.filter { $0 >> 32 == pass }
        slots = [UInt64](repeating: 0, count: 2 * slots.count)
        count = 0
        for entry in old { _ = insert(UInt32(truncatingIfNeeded: entry)) }
    }
}
