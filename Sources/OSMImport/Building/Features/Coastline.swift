/// The coast of an extract: its coastline ways joined end to end, as chains of nodes with land on the left and water on
/// the right (OSM wiki, Tag:natural=coastline).
struct Coastline {
    struct Chain {
        /// The nodes in order; for a ring the first is not repeated.
        var nodes: [UInt32]
        var isRing: Bool
        /// Its first way, for reports.
        var way: Int
    }

    private(set) var chains: [Chain] = []

    init(_ data: OSMData) {
        var pieces: [(nodes: ArraySlice<UInt32>, way: Int)] = []
        for way in 0..<data.ways.count where data.tags(ofWay: way)["natural"] == "coastline" {
            for piece in data.ways.refs(of: way).split(separator: OSMData.missing) where piece.count >= 2 {
                pieces.append((piece, way))
            }
        }
        var successors: [UInt32: Int] = [:], hasPredecessor = [Bool](repeating: false, count: pieces.count)
        for (index, piece) in pieces.enumerated() where successors[piece.nodes[piece.nodes.startIndex]] == nil {
            successors[piece.nodes[piece.nodes.startIndex]] = index
        }
        for piece in pieces {
            if let next = successors[piece.nodes[piece.nodes.endIndex - 1]] { hasPredecessor[next] = true }
        }
        // Open chains first, from their beginnings; the rest are rings.
        var isUsed = [Bool](repeating: false, count: pieces.count)
        for start in pieces.indices.filter({ !hasPredecessor[$0] }) + Array(pieces.indices) where !isUsed[start] {
            var nodes: [UInt32] = [], next: Int? = start
            while let piece = next, !isUsed[piece] {
                isUsed[piece] = true
                if !nodes.isEmpty { nodes.removeLast() }
                nodes += pieces[piece].nodes
                next = successors[nodes[nodes.count - 1]]
            }
            let isRing = nodes.count > 3 && nodes.first == nodes.last
            if isRing { nodes.removeLast() }
            chains.append(Chain(nodes: nodes, isRing: isRing, way: pieces[start].way))
        }
    }
}
