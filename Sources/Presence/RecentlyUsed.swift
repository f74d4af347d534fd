/// Keeps values by key, and drops the least recently used ones if there are too many, or they are too large together.
struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var entries: [Key: (value: Value, use: Int)] = [:]
    private var uses = 0
    private var size = 0
    private let capacity: Int
    private let sizeOf: @Sendable (Value) -> Int

    /// Keeps values with a total size of at most `capacity`, and at least two values. By default the size of each is 1.
    init(capacity: Int, sizeOf: @escaping @Sendable (Value) -> Int = { _ in 1 }) {
        self.capacity = max(2, capacity)
        self.sizeOf = sizeOf
    }

    /// The value of `key`. Setting a value counts as a use.
    subscript(key: Key) -> Value? {
        mutating get {
            uses += 1
            entries[key]?.use = uses
            return entries[key]?.value
        }
        set {
            uses += 1
            _ = take(key)
            guard let newValue else { return }
            entries[key] = (newValue, uses)
            size += sizeOf(newValue)
            // Drops half at once: to look for the oldest each time would take longer than everything else.
            if size > capacity, entries.count > 2 {
                let middle = entries.values.map(\.use).sorted()[entries.count / 2]
                keep { $0.use > middle }
            }
        }
    }

    /// Removes and returns the value of `key`, so that nobody else holds it during a change.
    mutating func take(_ key: Key) -> Value? {
        guard let value = entries.removeValue(forKey: key)?.value else { return nil }
        size -= sizeOf(value)
        return value
    }

    mutating func removeAll() { keep { _ in false } }

    /// Removes the values for which `isGone` returns true.
    mutating func remove(where isGone: (Value) -> Bool) { keep { !isGone($0.value) } }

    private mutating func keep(_ isKept: ((value: Value, use: Int)) -> Bool) {
        entries = entries.filter { isKept($0.value) }
        size = entries.values.reduce(0) { $0 + sizeOf($1.value) }
    }
}
