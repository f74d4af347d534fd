import Atlas

/// What a search returns: the quickest way between two sets of positions.
struct FoundPath {
    /// Indices into the positions given as starts and ends.
    var start: Int
    var end: Int
    /// From the start's arc to the end's arc, both included; a single arc when the path never leaves it.
    var arcs: [ArcID]
    var timeMillis: UInt32
}

extension FoundPath {
    /// Returns the quickest way from a start to an end on the same edge without leaving it; `nil` when there is none.
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
