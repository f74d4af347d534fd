import Atlas

/// The result of a search: the quickest path between two sets of positions.
struct FoundPath {
    /// Indices into the given start and end positions.
    var start: Int
    var end: Int
    /// The arcs from the start's to the end's, both included; a single arc if the path stays on it.
    var arcs: [ArcID]
    var timeMillis: UInt32
}

extension FoundPath {
    /// Returns the quickest path from a start to an end on the same edge without leaving it; `nil` if there is none.
    ///
    /// It makes no turn, so every turn restriction allows it.
    static func withinOneEdge(
        from starts: [SnappedPosition], to ends: [SnappedPosition], in graph: TravelGraph
    ) -> FoundPath? {
        var best: FoundPath?
        for (startIndex, start) in starts.enumerated() {
            for (endIndex, end) in ends.enumerated() where start.edge == end.edge {
                let from = PartialTimes(start, graph), to = PartialTimes(end, graph)
                if let from = from.forward, let to = to.forward, start.fraction <= end.fraction {
                    consider(start.edge.forward, to.fromTail - from.fromTail)
                }
                if let from = from.backward, let to = to.backward, start.fraction >= end.fraction {
                    consider(start.edge.backward, to.fromHead - from.fromHead)
                }
                func consider(_ arc: ArcID, _ time: UInt32) {
                    guard time < best?.timeMillis ?? .max else { return }
                    best = FoundPath(start: startIndex, end: endIndex, arcs: [arc], timeMillis: time)
                }
            }
        }
        return best
    }
}
