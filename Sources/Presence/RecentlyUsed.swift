/// Values by key, of which those that nobody has asked for lately go when there are too many, or they are too large
/// together.
struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var entries: [Key: (value: Value, use: Int)] = [:]
    private var uses = 0
    private var size = 0
    private let capacity: Int
    private let sizeOf: @Sendable (Value) -> Int

    /// Keeps values of at most `capacity` together, at least two; each is of size 1 where nothing else is said.
    init(capacity: Int, sizeOf: @escaping @Sendable (Value) -> Int = { _ in 1 }) {
        self.capacity = max(2, capacity)
        self.sizeOf = sizeOf
    }

    /// The value of `key`; setting one counts as asking for it.
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
            // Half at once: looking for the oldest each time would take longer than everything else.
            if size > capacity, entries.count > 2 {
                let middle = entries.values.map(\.use).sorted()[entries.count / 2]
                keep { $0.use > middle }
            }
        }
    }

    /// Takes the value of `key` out, so that nobody else holds it while it is changed.
    mutating func take(_ key: Key) -> Value? {
        guard let value = entries.removeValue(forKey: key)?.value else { return nil }
        size -= sizeOf(value)
        return value
    }

    mutating func removeAll() { keep { _ in false } }

    /// Removes the values of which `isGone` says so.
    mutating func remove(where isGone: (Value) -> Bool) { keep { !isGone($0.value) } }

    private mutating func keep(_ isKept: ((value: Value, use: Int)) -> Bool) {
        entries = entries.filter { isKept($0.value) }
        size = entries.values.reduce(0) { $0 + sizeOf($1.value) }
    }
}
