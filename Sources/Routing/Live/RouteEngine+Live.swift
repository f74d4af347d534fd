package import Atlas

extension RouteEngine {
    /// Returns the engine with changes applied, in addition to those that this engine applies already.
    ///
    /// Unaffected profiles keep their hierarchies. The orders of the others are contracted and customized again, which
    /// takes some tens of milliseconds for a town. Queries on this engine are not disturbed.
    ///
    /// Throws `invalid` if the atlas's order cannot come from an importer: its contraction adds many times more arcs
    /// than in a town.
    package func applying(_ changes: [StreetChange]) throws(AtlasError) -> RouteEngine {
        let profiles = Profile.allCases.filter { answers($0) }
        var changed = Profile.allCases.map { answers($0) ? ChangedTimes(metric($0).graph) : nil }
        for change in changes {
            // Found once for all profiles.
            var streets: [(EdgeID, DrawnLine.Direction)] = []
            network.forEachStreet(concernedBy: change) { streets.append(($0, $1)) }
            for profile in profiles where change.profiles.contains(ProfileSet(profile)) {
                changed[Int(profile.rawValue)]?.apply(change.effect, to: streets)
            }
        }
        var metrics = self.metrics
        for profile in profiles {
            guard let changed = changed[Int(profile.rawValue)], changed.differ else { continue }
            metrics[Int(profile.rawValue)] = try metric(profile).slowed(to: changed.times, in: self, profile)
        }
        return replacing(metrics)
    }

    /// Returns the engine for one profile without the streets of some classes, in addition to the changes that it
    /// applies already.
    ///
    /// As costly as `applying` for one profile, and free if there are no such streets. Throws the same errors as
    /// `applying`.
    package func avoiding(_ classes: StreetClasses, _ profile: Profile) throws(AtlasError) -> RouteEngine {
        let metric = metric(profile)
        var changed = ChangedTimes(metric.graph)
        changed.close(classes)
        guard changed.differ else { return self }
        var metrics = self.metrics
        metrics[Int(profile.rawValue)] = try metric.slowed(to: changed.times, in: self, profile)
        return replacing(metrics)
    }

    /// The graphs of ordinary days: contracting them gives the arcs of the import, so that the depths of an order stay
    /// valid.
    fileprivate func graphs(sharing order: HierarchySections.Order) -> [TravelGraph] {
        order.profiles.map { graph($0).usual }
    }
}

extension Metric {
    /// Returns the same graphs with other times, none of them shorter.
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
