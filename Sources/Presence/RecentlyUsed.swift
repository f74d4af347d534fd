/// Values by key, of which those that nobody has asked for lately go when there are too many.
struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var entries: [Key: (value: Value, use: Int)] = [:]
    private var uses = 0
    private let capacity: Int

    /// Keeps at most `capacity` values, at least two.
    init(capacity: Int) { self.capacity = max(2, capacity) }

    /// The value of `key`; setting one counts as asking for it.
    subscript(key: Key) -> Value? {
        mutating get {
            uses += 1
            entries[key]?.use = uses
            return entries[key]?.value
        }
        set {
            uses += 1
            entries[key] = newValue.map { ($0, uses) }
            // Half at once: looking for the oldest each time would take longer than everything else.
            if entries.count > capacity {
                let middle = entries.values.map(\.use).sorted()[entries.count / 2]
                entries = entries.filter { $0.value.use > middle }
            }
        }
    }

    /// Takes the value of `key` out, so that nobody else holds it while it is changed.
    mutating func take(_ key: Key) -> Value? { entries.removeValue(forKey: key)?.value }

    mutating func removeAll() { entries = [:] }

    /// Removes the values of which `isGone` says so.
    mutating func remove(where isGone: (Value) -> Bool) { entries = entries.filter { !isGone($0.value.value) } }
}
