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
            united.unite(bounds)
            statedBounds = united
        }
        if let timestamp { self.timestamp = max(timestamp, self.timestamp ?? timestamp) }
    }

    /// The area of all nodes.
    func nodeBounds() -> IntBox { NodeExtent.box(around: batches.flatMap { [$0.nodes.points, $0.located.points] }) }
}
