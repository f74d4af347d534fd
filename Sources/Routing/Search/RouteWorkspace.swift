/// The memory of searches: kept by a worker, used for one query at a time, grown to the largest network it meets.
@usableFromInline
package struct RouteWorkspace: ~Copyable {
    var hierarchy = HierarchySearch()
    var exploration = SearchSide(nodeCount: 0)
    var cover = ReachCover()
    var loops = LoopMemory()

    package init() {}
}
