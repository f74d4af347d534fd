package import Atlas

/// The contraction hierarchies of an atlas: one order of nodes for walkers, one for bicycles, one for cars; and the
/// arcs of each profile with its own times.
///
/// ```
/// hier.<o>States   UInt32 × nodes    state of the graph (`TravelGraph`) of each rank
/// hier.<o>Depths   UInt16 × nodes    depth of each rank; ranks are a post-order of the elimination tree
/// hier.<p>Starts   PackedStarts      for each rank its upward arcs, and after them the downward arcs to it
/// hier.<p>Arcs     HierarchyArc      milliseconds and marks; depth of the higher node; ranks down to the middle node
/// hier.<p>Far      FarMiddle         position of an arc, ascending, and its middle node if that is 65,535 or more
///                                    ranks down
/// ```
/// `<o>` is walk, bike or car; `<p>` is foot, chair, bike or car. Arcs that no quickest path needs are left out.
/// Walkers have the arcs of both directions in one part for each rank, marked if they have only one direction.
package enum HierarchySections {
    /// A contraction order that several profiles share.
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

        /// The profiles that use it, in the order of `Profile.allCases`.
        package var profiles: [Profile] { Profile.allCases.filter { Order($0) == self } }

        /// The error for streets that are too interwoven for a hierarchy.
        package var tooInterwoven: AtlasError {
            .invalid(depths, index: 0, rule: "streets cross each other as in no town: leave out what is no map")
        }

        /// Whether one part has the arcs of both directions, because most weigh the same in both.
        package var hasBoth: Bool { self == .walk }

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

    /// The section names of one profile's arcs.
    struct Names {
        let starts: SectionID
        let arcs: SectionID
        let far: SectionID

        init(_ profile: Profile) {
            switch profile {
            case .foot: (starts, arcs, far) = ("hier.footStarts", "hier.footArcs", "hier.footFar")
            case .wheelchair: (starts, arcs, far) = ("hier.chairStarts", "hier.chairArcs", "hier.chairFar")
            case .bicycle: (starts, arcs, far) = ("hier.bikeStarts", "hier.bikeArcs", "hier.bikeFar")
            case .car: (starts, arcs, far) = ("hier.carStarts", "hier.carArcs", "hier.carFar")
            }
        }
    }

    /// Whether an atlas has any section of an order's hierarchies.
    static func has(_ order: Order, _ atlas: AtlasView) -> Bool {
        atlas.entries.contains { isSection($0.id, of: order) }
    }

    /// Whether a section of an atlas belongs to the hierarchies of an order.
    package static func isSection(_ section: SectionID, of order: Order) -> Bool {
        let names = order.profiles.map { Names($0) }
        return ([order.states, order.depths] + names.flatMap { [$0.starts, $0.arcs, $0.far] }).contains(section)
    }

    /// Adds an order and the hierarchies of its profiles, in the order of `Order.profiles`.
    package static func add(
        _ order: Order, states: [UInt32], depths: [UInt16], _ hierarchies: [HierarchyTables],
        to writer: inout AtlasWriter
    ) {
        writer.add(order.states, states)
        writer.add(order.depths, depths)
        for (profile, hierarchy) in zip(order.profiles, hierarchies) {
            let names = Names(profile)
            writer.add(names.starts, hierarchy.starts)
            writer.add(names.arcs, hierarchy.arcs)
            writer.add(names.far, hierarchy.far)
        }
    }
}

extension HierarchyOrder {
    /// Opens the sections of an order; throws if a section is missing, or if they are not a tree of the graph's states.
    convenience init(_ atlas: AtlasView, _ order: HierarchySections.Order, stateCount: Int) throws(AtlasError) {
        let states = try atlas.packed(order.states, of: UInt32.self)
        let depths = try atlas.packed(order.depths, of: UInt16.self, count: states.count)
        try self.init(states: states, depths: depths, stateCount: stateCount, (order.states, order.depths))
    }
}

extension Hierarchy {
    /// Opens the sections of a profile; throws if a section is missing or if their element counts do not match.
    convenience init(_ atlas: AtlasView, _ profile: Profile, _ order: HierarchyOrder) throws(AtlasError) {
        let names = HierarchySections.Names(profile), hasBoth = HierarchySections.Order(profile).hasBoth
        let list = ArcList(
            starts: try PackedStarts(atlas, names.starts, count: hasBoth ? order.nodeCount : order.nodeCount * 2),
            arcs: try atlas.packed(names.arcs, of: HierarchyArc.self),
            far: try atlas.packed(names.far, of: FarMiddle.self))
        self.init(order: order, list, hasBoth: hasBoth)
    }
}
