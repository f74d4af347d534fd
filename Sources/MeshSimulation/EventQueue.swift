import GeoCore

/// Events in the order of their times; those of one time in the order in which they came. A binary heap.
struct EventQueue<Event> {
    private struct Entry {
        let time: Milliseconds
        let number: Int
        let event: Event

        func isBefore(_ other: Entry) -> Bool { time != other.time ? time < other.time : number < other.number }
    }

    private var heap: [Entry] = []
    private var nextNumber = 0

    var count: Int { heap.count }
    var nextTime: Milliseconds? { heap.first?.time }

    mutating func push(_ event: Event, at time: Milliseconds) {
        heap.append(Entry(time: time, number: nextNumber, event: event))
        nextNumber += 1
        var child = heap.count - 1
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func pop() -> (time: Milliseconds, event: Event)? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return (first.time, first.event) }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[least])
            {
                least = child
            }
            guard least != parent else { return (first.time, first.event) }
            heap.swapAt(least, parent)
            parent = least
        }
    }
}
