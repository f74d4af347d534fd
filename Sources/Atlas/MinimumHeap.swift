/// A binary heap of (key, value) pairs, smallest key first; equal keys by smallest value, so that order never depends
/// on history.
@frozen
@usableFromInline
package struct MinimumHeap {
    @frozen
    @usableFromInline
    package struct Entry {
        @usableFromInline package let key: Double
        @usableFromInline package let value: UInt64

        @inlinable
        init(key: Double, value: UInt64) {
            self.key = key
            self.value = value
        }

        @inlinable
        func precedes(_ other: Entry) -> Bool {
            key < other.key || (key == other.key && value < other.value)
        }
    }

    @usableFromInline var entries: [Entry] = []

    /// An empty heap with room for a number of entries before it needs more memory.
    @inlinable
    package init(reservingCapacity capacity: Int = 0) { entries.reserveCapacity(capacity) }

    @inlinable package var isEmpty: Bool { entries.isEmpty }

    @inlinable
    package mutating func push(key: Double, value: UInt64) {
        let entry = Entry(key: key, value: value)
        var index = entries.count
        entries.append(entry)
        while index > 0 {
            let parent = (index - 1) / 2
            guard entry.precedes(entries[parent]) else { break }
            entries[index] = entries[parent]
            index = parent
        }
        entries[index] = entry
    }

    @inlinable
    package mutating func pop() -> Entry? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        guard !entries.isEmpty else { return first }
        var index = 0
        while true {
            var child = 2 * index + 1
            guard child < entries.count else { break }
            if child + 1 < entries.count, entries[child + 1].precedes(entries[child]) { child += 1 }
            guard entries[child].precedes(last) else { break }
            entries[index] = entries[child]
            index = child
        }
        entries[index] = last
        return first
    }
}
