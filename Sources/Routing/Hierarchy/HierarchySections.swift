package import Atlas

/// The contraction hierarchies of an atlas: one order of nodes for those on foot, one for bicycles, one for cars, and the arcs
/// of each profile under its own times.
///
/// ```
/// hier.<o>States   UInt32 × nodes    state of the graph (`TravelGraph`) of each rank
/// hier.<o>Depths   UInt16 × nodes    how many nodes are above each rank; ranks are a post-order of the tree
/// hier.<p>Up1st    UInt32 × nodes+1  the arcs up from rank r: Up1st[r] ..< Up1st[r + 1] in the next one
/// hier.<p>UpArcs   HierarchyArc      milliseconds and marks; depth of the higher node; ranks down to the node that the way passes
/// hier.<p>UpFar    FarMiddle         position of an arc, ascending, and the node that it passes, where that is 65,535 ranks down or more
/// hier.<p>Dn1st, hier.<p>DnArcs, hier.<p>DnFar: the same for the arcs that lead down to rank r
/// ```
/// `<o>` is walk, bike or car; `<p>` is foot, chair, bike or car. Arcs that no quickest way needs are left out. Walkers have the arcs of both
/// directions in the sections named Up, marked where they lead in one only, and none named Dn.
package enum HierarchySections {
    /// Profiles that share an order.
    package enum Order: CaseIterable, Sendable {
        case walk, bicycle, car

        package init(_ profile: Profile) {
            self =
                switch profile {
                case .foot, .wheelchair: .walk
                case .bicycle: .bicycle
                case .car: .car
                }
        }

        /// In the order of `Profile.allCases`.
        package var profiles: [Profile] { Profile.allCases.filter { Order($0) == self } }

        /// The error of streets that no hierarchy can be made of.
        package var tooInterwoven: AtlasError {
            .invalid(depths, index: 0, rule: "streets cross each other as in no town: leave out what is no map")
        }

        /// Whether most arcs weigh the same up and down.
        package var isOneList: Bool { self == .walk }

        var states: SectionID {
            switch self {
            case .walk: "hier.walkStates"
            case .bicycle: "hier.bikeStates"
            case .car: "hier.carStates"
            }
        }

        var depths: SectionID {
            switch self {
            case .walk: "hier.walkDepths"
            case .bicycle: "hier.bikeDepths"
            case .car: "hier.carDepths"
            }
        }
    }

    /// The sections of one profile's arcs in one direction.
    struct Names {
        let first: SectionID
        let arcs: SectionID
        let far: SectionID

        init(up profile: Profile) {
            switch profile {
            case .foot: (first, arcs, far) = ("hier.footUp1st", "hier.footUpArcs", "hier.footUpFar")
            case .wheelchair: (first, arcs, far) = ("hier.chairUp1st", "hier.chairUpArcs", "hier.chairUpFar")
            case .bicycle: (first, arcs, far) = ("hier.bikeUp1st", "hier.bikeUpArcs", "hier.bikeUpFar")
            case .car: (first, arcs, far) = ("hier.carUp1st", "hier.carUpArcs", "hier.carUpFar")
            }
        }

        /// Walkers' arcs of both directions are one list.
        init(down profile: Profile) {
            let up = Names(up: profile)
            switch profile {
            case .foot, .wheelchair: (first, arcs, far) = (up.first, up.arcs, up.far)
            case .bicycle: (first, arcs, far) = ("hier.bikeDn1st", "hier.bikeDnArcs", "hier.bikeDnFar")
            case .car: (first, arcs, far) = ("hier.carDn1st", "hier.carDnArcs", "hier.carDnFar")
            }
        }
    }

    /// Adds an order and the hierarchies of its profiles, in the order of `Order.profiles`.
    package static func add(
        _ order: Order, states: [UInt32], depths: [UInt16], _ hierarchies: [HierarchyTables],
        to writer: inout AtlasWriter
    ) {
        writer.add(order.states, states)
        writer.add(order.depths, depths)
        for (profile, hierarchy) in zip(order.profiles, hierarchies) {
            add(Names(up: profile), hierarchy.up, to: &writer)
            if !order.isOneList { add(Names(down: profile), hierarchy.down, to: &writer) }
        }
    }

    private static func add(_ names: Names, _ arcs: HierarchyTables.Arcs, to writer: inout AtlasWriter) {
        writer.add(names.first, arcs.first)
        writer.add(names.arcs, arcs.arcs)
        writer.add(names.far, arcs.far)
    }
}

extension HierarchyOrder {
    /// Opens the sections of an order; throws when one is missing, or they are those of no tree of the graph's states.
    init(_ atlas: AtlasView, _ order: HierarchySections.Order, stateCount: Int) throws(AtlasError) {
        let states = try atlas.packed(order.states, of: UInt32.self)
        let depths = try atlas.packed(order.depths, of: UInt16.self, count: states.count)
        try self.init(states: states, depths: depths, stateCount: stateCount, (order.states, order.depths))
    }
}

extension Hierarchy {
    /// Opens the sections of a profile; throws when one is missing or their numbers of elements do not agree.
    init(_ atlas: AtlasView, _ profile: Profile, _ order: HierarchyOrder) throws(AtlasError) {
        self.order = order
        up = try Arcs(
            atlas, HierarchySections.Names(up: profile), nodeCount: order.nodeCount, mask: ~HierarchyArc.notDown)
        down = try Arcs(
            atlas, HierarchySections.Names(down: profile), nodeCount: order.nodeCount, mask: ~HierarchyArc.notUp)
    }
}

extension Hierarchy.Arcs {
    init(_ atlas: AtlasView, _ names: HierarchySections.Names, nodeCount: Int, mask: UInt32) throws(AtlasError) {
        self.init(
            first: try atlas.packed(names.first, of: UInt32.self, count: nodeCount + 1),
            arcs: try atlas.packed(names.arcs, of: HierarchyArc.self),
            far: try atlas.packed(names.far, of: FarMiddle.self), mask: mask)
    }
}
