import GeoCore

/// What one input file holds: its objects, and what it states about itself.
struct InputContent: Sendable {
    var batches: [ObjectBatch] = []
    private(set) var statedBounds: IntBox?
    private(set) var timestamp: Int64?

    /// Adds what a header states: areas are united, of times the newest counts.
    mutating func state(bounds: IntBox?, timestamp: Int64?) {
        if let bounds {
            var united = statedBounds ?? .empty
            united.include(bounds)
            statedBounds = united
        }
        if let timestamp { self.timestamp = max(timestamp, self.timestamp ?? timestamp) }
    }

    /// The area of all nodes.
    func nodeBounds() -> IntBox {
        Parallel.map(batches.count) { index in
            var box = IntBox.empty
            for point in batches[index].nodes.points { box.include(point) }
            return box
        }.reduce(into: IntBox.empty) { $0.include($1) }
    }
}
