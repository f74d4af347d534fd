import GeoCore
import Gossip

/// The messages of a class that a node keeps, as a set that another node can be compared with.
struct ClassSet {
    private(set) var items = ItemRuns()
    /// The sum of the messages' bytes that are kept.
    var bytes = 0
    /// The second before which the node keeps nothing, since there was no room.
    private(set) var floor: UInt64 = 0

    mutating func insert(_ item: NegentropyItem) { items.insert(item) }
    mutating func remove(_ item: NegentropyItem) { items.remove(item) }

    /// The items of `range`, in seconds, in their order.
    func items(from start: UInt64, to end: UInt64 = .max) -> [NegentropyItem] {
        items.items(in: positions(from: start, to: end))
    }

    /// The positions in `items` of those in a range of seconds.
    func positions(from start: UInt64, to end: UInt64) -> Range<Int> {
        position(of: start)..<max(position(of: start), position(of: end))
    }

    /// Returns the oldest items beyond `count`, with all others of their seconds; the floor is then above them.
    mutating func raiseFloor(toKeep count: Int) -> [NegentropyItem] {
        guard items.count > count else { return [] }
        floor = items[items.count - count - 1].time + 1
        return items(from: 0, to: floor)
    }

    /// Takes older messages again.
    mutating func dropFloor() { floor = 0 }

    private func position(of time: UInt64) -> Int {
        var low = 0, high = items.count
        while low < high {
            let middle = (low + high) / 2
            if items[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
