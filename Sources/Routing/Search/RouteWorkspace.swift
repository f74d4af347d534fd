package import GeoCore

/// The memory of searches: kept by a worker, used for one query at a time, grown to the largest network it meets.
@usableFromInline
package struct RouteWorkspace: ~Copyable {
    var hierarchy = HierarchySearch()
    var exploration = SearchSide(nodeCount: 0)
    var cover = ReachCover()
    var loops = LoopMemory()

    /// Whether the question that is being answered is to be given up. Then the engine throws `RouteError.stopped`.
    package var stop = StopRequest.never

    package init() {}
}
