import GeoCore

/// Orders the nodes or the edges of a road network for contraction: separators of two sides last, and each side
/// recursively before them (George, *Nested Dissection of a Regular Finite Element Mesh*, 1973).
enum NestedDissection {
    /// Returns the nodes in contraction order.
    static func nodes(_ graph: PlaneGraph) -> [UInt32] { dissect(graph, NodeSeparators.self) }

    /// Returns the edges, each once, in the contraction order of their arcs, for graphs whose states are arcs.
    ///
    /// The edges that cross a cut separate its sides (Buchhold, Wagner, Zeitz and Zündorf, *Customizable Contraction
    /// Hierarchies with Turn Costs*, ATMOS 2020).
    static func edges(_ graph: PlaneGraph) -> [NodePair] { dissect(graph, EdgeSeparators.self) }

    /// Parts with more nodes than this get another thread.
    private static let worthThread = 2000

    private static func dissect<Kind: SeparatorKind>(_ graph: PlaneGraph, _ kind: Kind.Type) -> [Kind.Element] {
        concatenate(parts(of: graph, by: [UInt8](repeating: 0, count: graph.nodeCount), kind), kind)
    }

    /// Returns the parts that have elements to order: junctions that no street of a profile touches have no edges.
    private static func parts<Kind: SeparatorKind>(
        of graph: PlaneGraph, by labels: [UInt8], _ kind: Kind.Type
    ) -> [PlaneGraph.Part] {
        graph.parts(by: labels, skipsSingles: kind.remainder.isEmpty)
    }

    private static func concatenate<Kind: SeparatorKind>(
        _ parts: [PlaneGraph.Part], _ kind: Kind.Type
    ) -> [Kind.Element] {
        let large = parts.indices.filter { parts[$0].graph.nodeCount > worthThread }
        let ordered = Dictionary(
            uniqueKeysWithValues: zip(large, Parallel.map(large.count) { order(parts[large[$0]].graph, kind) }))
        return parts.indices.flatMap { index in
            (ordered[index] ?? order(parts[index].graph, kind)).map { Kind.renumber($0, parts[index].nodes) }
        }
    }

    /// Orders a connected graph.
    private static func order<Kind: SeparatorKind>(_ graph: PlaneGraph, _ kind: Kind.Type) -> [Kind.Element] {
        if graph.nodeCount == 1 { return Kind.remainder }
        let separator = Kind.separator(of: graph, by: cut(graph))
        return concatenate(parts(of: graph, by: separator.labels, kind), kind) + separator.elements
    }

    private static func cut(_ graph: PlaneGraph) -> InertialFlow.Cut {
        let flow = InertialFlow(graph), directions = InertialFlow.directions
        let cuts: [InertialFlow.Cut?]
        if graph.nodeCount > worthThread {
            cuts = Parallel.map(directions.count) { flow.cut(directions[$0], noMoreThan: graph.nodeCount) }
        } else {
            var best: InertialFlow.Cut?
            for direction in directions {
                // A cut with more edges cannot be better, however balanced its sides are.
                let limit = best.map { Int($0.cost * Double(graph.nodeCount / 2)) } ?? graph.heads.count
                guard let found = flow.cut(direction, noMoreThan: limit) else { continue }
                if found.cost < best?.cost ?? .infinity { best = found }
            }
            cuts = [best]
        }
        guard let best = cuts.compactMap({ $0 }).min(by: { $0.cost < $1.cost }) else {
            preconditionFailure("a cut has no more edges than the graph")
        }
        return best
    }
}

/// An edge between two nodes.
struct NodePair: Hashable, Sendable {
    let one: UInt32
    let other: UInt32

    init(_ one: UInt32, _ other: UInt32) {
        self.one = min(one, other)
        self.other = max(one, other)
    }
}

/// The kind of a graph's separators.
private protocol SeparatorKind: SendableMetatype {
    associatedtype Element: Sendable
    /// The elements of a graph of one node.
    static var remainder: [Element] { get }
    /// Returns the elements of a cut, and the labels with which `PlaneGraph.parts` splits the rest.
    static func separator(of graph: PlaneGraph, by cut: InertialFlow.Cut) -> (elements: [Element], labels: [UInt8])
    /// Returns the element with the numbers that its nodes have elsewhere.
    static func renumber(_ element: Element, _ nodes: [UInt32]) -> Element
}

private enum NodeSeparators: SeparatorKind {
    static var remainder: [UInt32] { [0] }

    static func separator(of graph: PlaneGraph, by cut: InertialFlow.Cut) -> (elements: [UInt32], labels: [UInt8]) {
        let nodes = cut.nodes(of: graph)
        var labels = [UInt8](repeating: 0, count: graph.nodeCount)
        for node in nodes { labels[Int(node)] = PlaneGraph.leftOut }
        return (nodes, labels)
    }

    static func renumber(_ node: UInt32, _ nodes: [UInt32]) -> UInt32 { nodes[Int(node)] }
}

private enum EdgeSeparators: SeparatorKind {
    static var remainder: [NodePair] { [] }

    static func separator(of graph: PlaneGraph, by cut: InertialFlow.Cut) -> (elements: [NodePair], labels: [UInt8]) {
        (cut.edges(of: graph), cut.isNear.map { $0 ? 1 : 0 })
    }

    static func renumber(_ edge: NodePair, _ nodes: [UInt32]) -> NodePair {
        NodePair(nodes[Int(edge.one)], nodes[Int(edge.other)])
    }
}
