package import GeoCore

/// The memory of searches: each worker keeps one, uses it for one query at a time, and it grows to the largest network.
@usableFromInline
package struct RouteWorkspace: ~Copyable {
    var hierarchy = HierarchySearch()
    var exploration = SearchSide(nodeCount: 0)
    var cover = ReachCover()
    var loops = LoopMemory()

    /// Whether to cancel the current request. The engine then throws `RouteError.stopped`.
    package var stop = StopRequest.never

    package init() {}
}
