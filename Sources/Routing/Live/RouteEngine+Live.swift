package import Atlas

extension RouteEngine {
    /// The engine as it answers while changes hold, those of an engine that heeds some already on top of them.
    ///
    /// Profiles that none concerns keep their hierarchies; the others' orders are contracted and customized anew, some
    /// tens of milliseconds for a town. Nobody who asks this engine meanwhile is disturbed.
    ///
    /// Throws `invalid` when the atlas's order is one that no importer makes: contracting by it joins many times more
    /// nodes than in a town.
    package func heeding(_ changes: [StreetChange]) throws(AtlasError) -> RouteEngine {
        var changed = Profile.allCases.map { ChangedTimes(metric($0).graph) }
        for change in changes {
            // Found once for all profiles.
            var streets: [(EdgeID, DrawnLine.Direction)] = []
            network.forEachStreet(concernedBy: change) { streets.append(($0, $1)) }
            for profile in Profile.allCases where change.profiles.contains(ProfileSet(profile)) {
                changed[Int(profile.rawValue)].apply(change.effect, to: streets)
            }
        }
        var metrics: [Metric] = []
        for (profile, changed) in zip(Profile.allCases, changed) {
            let metric = metric(profile)
            metrics.append(changed.differ ? try metric.slowed(to: changed.times, in: self, profile) : metric)
        }
        return replacing(metrics)
    }

    /// The engine as it answers one profile's questions that leave out all streets of some classes, beside what it
    /// heeds already.
    ///
    /// As costly as `heeding` for one profile, and nothing where there are no such streets. Throws as `heeding` does.
    package func avoiding(_ classes: StreetClasses, _ profile: Profile) throws(AtlasError) -> RouteEngine {
        let metric = metric(profile)
        var changed = ChangedTimes(metric.graph)
        changed.close(classes)
        guard changed.differ else { return self }
        var metrics = self.metrics
        metrics[Int(profile.rawValue)] = try metric.slowed(to: changed.times, in: self, profile)
        return replacing(metrics)
    }

    /// On ordinary days: contracting them joins what it joined when the atlas was made, so that the depths of an order
    /// hold.
    fileprivate func graphs(sharing order: HierarchySections.Order) -> [TravelGraph] {
        order.profiles.map { graph($0).usual }
    }
}

extension Metric {
    /// The same streets at other times, none of them shorter.
    fileprivate func slowed(
        to times: [UInt32], in engine: RouteEngine, _ profile: Profile
    ) throws(AtlasError) -> Metric {
        let order = hierarchy.order, slowed = graph.slowed(to: times), shared = HierarchySections.Order(profile)
        guard let shape = HierarchyShape(of: engine.graphs(sharing: shared), order.ranks, nodeCount: order.nodeCount),
            let tables = HierarchyTables(
                shape, depths: order.depths.indices.map { order.depths[$0] },
                steps: HierarchyWeights(shape, slowed, order.ranks), hasBoth: false)
        else { throw shared.tooInterwoven }
        return Metric(graph: slowed, hierarchy: Hierarchy(order: order, ArcList(tables), hasBoth: false))
    }
}
