import GeoCore

/// The content of one input file: its objects, and its statements about itself.
struct InputContent: Sendable {
    var batches: [ObjectBatch] = []
    private(set) var statedBounds: IntBox?
    private(set) var timestamp: Int64?

    /// Adds a header's statements: areas are united, and the newest time counts.
    mutating func state(bounds: IntBox?, timestamp: Int64?) {
        if let bounds {
            var united = statedBounds ?? .empty
            united.unite(bounds)
            statedBounds = united
        }
        if let timestamp { self.timestamp = max(timestamp, self.timestamp ?? timestamp) }
    }

    /// Returns the box of all nodes.
    func nodeBounds() -> IntBox { NodeExtent.box(around: batches.flatMap { [$0.nodes.points, $0.located.points] }) }
}
