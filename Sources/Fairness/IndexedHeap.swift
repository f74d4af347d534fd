/// Stores keys by priority with quick access to the least: a binary heap that knows the index of each key.
///
/// - Complexity: O(log n) for each change.
struct IndexedHeap<Key: Hashable & Sendable, Priority: Comparable & Sendable>: Sendable {
    private var entries: [(key: Key, priority: Priority)] = []
    private var places: [Key: Int] = [:]

    var count: Int { entries.count }

    /// The key with the least priority.
    var first: (key: Key, priority: Priority)? { entries.first }

    /// The priority of `key`; `nil` removes the key.
    subscript(key: Key) -> Priority? {
        get { places[key].map { entries[$0].priority } }
        set {
            guard let priority = newValue else { return remove(key) }
            if let place = places[key] {
                entries[place].priority = priority
                settle(place)
            } else {
                entries.append((key, priority))
                rise(from: entries.count - 1)
            }
        }
    }

    mutating func removeFirst() {
        if let key = entries.first?.key { remove(key) }
    }

    private mutating func remove(_ key: Key) {
        guard let place = places.removeValue(forKey: key), let last = entries.popLast(), place < entries.count else {
            return
        }
        entries[place] = last
        settle(place)
    }

    /// Moves the entry at `place` to the position of its priority.
    private mutating func settle(_ place: Int) { sink(from: rise(from: place)) }

    @discardableResult private mutating func rise(from start: Int) -> Int {
        let entry = entries[start]
        var place = start
        while place > 0, entry.priority < entries[(place - 1) / 2].priority {
            put(entries[(place - 1) / 2], at: place)
            place = (place - 1) / 2
        }
        put(entry, at: place)
        return place
    }

    private mutating func sink(from start: Int) {
        let entry = entries[start]
        var place = start
        while 2 * place + 1 < entries.count {
            var child = 2 * place + 1
            if child + 1 < entries.count, entries[child + 1].priority < entries[child].priority { child += 1 }
            guard entries[child].priority < entry.priority else { break }
            put(entries[child], at: place)
            place = child
        }
        put(entry, at: place)
    }

    private mutating func put(_ entry: (key: Key, priority: Priority), at place: Int) {
        entries[place] = entry
        places[entry.key] = place
    }
}
