import Synchronization

/// Lends expensive objects, such as compressors and workspaces, to one caller at a time.
///
/// It never holds more objects than were in use at once, and the number of threads bounds that.
final class Pool<Item: Sendable>: Sendable {
    private let idle = Mutex<[Item]>([])
    private let make: @Sendable () -> Item

    init(_ make: @escaping @Sendable () -> Item) { self.make = make }

    /// Calls `body` with an object that no other caller uses meanwhile.
    func with<Result, Failure: Error>(_ body: (Item) throws(Failure) -> Result) throws(Failure) -> Result {
        let item = idle.withLock { $0.popLast() } ?? make()
        defer { idle.withLock { $0.append(item) } }
        return try body(item)
    }
}
