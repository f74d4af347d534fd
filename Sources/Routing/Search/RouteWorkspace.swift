/// The memory of searches: kept by a worker, used for one query at a time, grown to the largest network it meets.
@usableFromInline
package struct RouteWorkspace: ~Copyable {
    var forward = SearchSide(nodeCount: 0)
    var backward = SearchSide(nodeCount: 0)
    /// For searches over turns.
    var turns = SearchSide(nodeCount: 0)

    package init() {}

    /// Makes both sides ready for a query on a network of so many nodes.
    mutating func prepare(nodeCount: Int) {
        if forward.nodeCount < nodeCount {
            forward = SearchSide(nodeCount: nodeCount)
            backward = SearchSide(nodeCount: nodeCount)
        }
        forward.reset()
        backward.reset()
    }

    /// Makes the workspace ready for a search over so many states of turn rules.
    mutating func prepareTurns(stateCount: Int) {
        if turns.nodeCount < stateCount { turns = SearchSide(nodeCount: stateCount) }
        turns.reset()
    }
}
