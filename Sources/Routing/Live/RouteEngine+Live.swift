import Atlas

extension RouteEngine {
    /// The engine as it answers while changes hold, those of an engine that heeds some already on top of them.
    ///
    /// Profiles that none concerns keep their hierarchies; the others' orders are contracted and customized anew, some tens of
    /// milliseconds for a town. Nobody who asks this engine meanwhile is disturbed.
    package func heeding(_ changes: [StreetChange]) -> RouteEngine {
        let metrics = Profile.allCases.map { profile in
            let metric = metric(profile)
            var changed = ChangedTimes(metric.graph)
            for change in changes where change.profiles.contains(ProfileSet(profile)) { changed.apply(change) }
            return changed.differ ? metric.slowed(to: changed.times, shapeOf: graphs(sharing: profile)) : metric
        }
        return replacing(metrics)
    }

    /// On ordinary days: contracting them joins what it joined when the atlas was made, so that the depths of an order hold.
    private func graphs(sharing profile: Profile) -> [TravelGraph] {
        HierarchySections.Order(profile).profiles.map { graph($0).usual }
    }
}

extension Metric {
    /// The same streets at other times, none of them shorter. `graphs` are all that share the order.
    fileprivate func slowed(to times: [UInt32], shapeOf graphs: [TravelGraph]) -> Metric {
        let order = hierarchy.order, slowed = graph.slowed(to: times)
        guard let shape = HierarchyShape(of: graphs, order.ranks, nodeCount: order.nodeCount) else {
            preconditionFailure("what was contracted before is not too interwoven")
        }
        let steps = HierarchyWeights(shape, slowed, order.ranks), depths = order.depths.indices.map { order.depths[$0] }
        guard let tables = HierarchyTables(shape, depths: depths, steps: steps, hasBoth: false) else {
            preconditionFailure("what the atlas packed can be packed")
        }
        return Metric(graph: slowed, hierarchy: Hierarchy(order: order, ArcList(tables), hasBoth: false))
    }
}
