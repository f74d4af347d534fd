/// A queue of (time, node) pairs, earliest first and lowest node first among equals, for all searches.
///
/// A heap with four children a node, in its own memory: a node's children share a cache line. Words of time << 32 |
/// node compare in one instruction. Pairs never change: a better time is pushed as a new pair, and the reader skips the
/// stale one.
///
/// Its deinitialiser is inlinable because the browser's build, in another module, must see it.
@usableFromInline
@safe
struct TimeQueue: ~Copyable {
    @usableFromInline var words: UnsafeMutablePointer<UInt64>
    private var capacity: Int
    private(set) var count = 0

    init() {
        capacity = 1024
        unsafe words = .allocate(capacity: capacity)
    }

    @inlinable deinit { unsafe words.deallocate() }

    var isEmpty: Bool { count == 0 }

    mutating func removeAll() { count = 0 }

    /// The earliest time, or `UInt64.max` when empty.
    @inline(__always)
    var earliest: UInt64 { count > 0 ? unsafe words[0] >> 32 : .max }

    @inline(__always)
    mutating func push(time: UInt32, node: UInt32) {
        if count == capacity { grow() }
        let word = UInt64(time) << 32 | UInt64(node)
        var hole = count
        count &+= 1
        // Inside: hole < count ≤ capacity, and parents lie before children.
        while hole > 0 {
            let parent = (hole &- 1) >> 2
            let above = unsafe words[parent]
            if above <= word { break }
            unsafe words[hole] = above
            hole = parent
        }
        unsafe words[hole] = word
    }

    /// Removes and returns the earliest pair. The queue must not be empty.
    @inline(__always)
    mutating func pop() -> (time: UInt32, node: UInt32) {
        // Inside: every index is below `count`, as each comparison says.
        let first = unsafe words[0]
        count &-= 1
        let word = unsafe words[count]
        var hole = 0
        while true {
            let child = hole &* 4 &+ 1
            if child >= count { break }
            var least = child, leastWord = unsafe words[child]
            var other = child &+ 1
            let end = min(child &+ 4, count)
            while other < end {
                let otherWord = unsafe words[other]
                if otherWord < leastWord {
                    least = other
                    leastWord = otherWord
                }
                other &+= 1
            }
            if leastWord >= word { break }
            unsafe words[hole] = leastWord
            hole = least
        }
        unsafe words[hole] = word
        return (UInt32(truncatingIfNeeded: first >> 32), UInt32(truncatingIfNeeded: first))
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
        unsafe larger.update(from: words, count: count)
        unsafe words.deallocate()
        unsafe words = larger
        capacity *= 2
    }
}
