import Synchronization

/// Things that are costly to make and serve one user at a time: compressors, the engines' workspaces.
///
/// There are never more than were in use at once, which the number of threads bounds.
final class Pool<Item: Sendable>: Sendable {
    private let idle = Mutex<[Item]>([])
    private let make: @Sendable () -> Item

    init(_ make: @escaping @Sendable () -> Item) { self.make = make }

    /// Calls `body` with an item that nobody else holds meanwhile.
    func with<Result, Failure: Error>(_ body: (Item) throws(Failure) -> Result) throws(Failure) -> Result {
        let item = idle.withLock { $0.popLast() } ?? make()
        defer { idle.withLock { $0.append(item) } }
        return try body(item)
    }
}
