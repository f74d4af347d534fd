package import Atlas

/// The contraction hierarchies of an atlas: one order of nodes for those on foot, one for bicycles, one for cars, and the arcs
/// of each profile under its own times.
///
/// ```
/// hier.<o>Ranks    UInt32 × states   rank of each state of the graph (`TravelGraph`), UInt32.max where it is never used
/// hier.<o>States   UInt32 × nodes    state of each rank
/// hier.<o>Parents  UInt32 × nodes    by rank: the lowest higher neighbour, UInt32.max at a root
/// hier.<p>Up1st    UInt32 × nodes+1  the arcs up from rank r: Up1st[r] ..< Up1st[r + 1] in the next two
/// hier.<p>UpArcs   HierarchyArc      the higher node, milliseconds; by node, ascending
/// hier.<p>UpVia    UInt32            rank of a node below both ends that the way passes, UInt32.max for a single step
/// hier.<p>Dn1st, hier.<p>DnArcs, hier.<p>DnVia: the same for the arcs that lead down to rank r
/// ```
/// `<o>` is walk, bike or car; `<p>` is foot, chair, bike or car. Arcs that no quickest way needs are left out.
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

        package var profiles: [Profile] {
            switch self {
            case .walk: [.foot, .wheelchair]
            case .bicycle: [.bicycle]
            case .car: [.car]
            }
        }

        /// The error of streets that no hierarchy can be made of.
        package var tooInterwoven: AtlasError {
            .invalid(parents, index: 0, rule: "streets cross each other as in no town: leave out what is no map")
        }

        var ranks: SectionID {
            switch self {
            case .walk: "hier.walkRanks"
            case .bicycle: "hier.bikeRanks"
            case .car: "hier.carRanks"
            }
        }

        var states: SectionID {
            switch self {
            case .walk: "hier.walkStates"
            case .bicycle: "hier.bikeStates"
            case .car: "hier.carStates"
            }
        }

        var parents: SectionID {
            switch self {
            case .walk: "hier.walkParents"
            case .bicycle: "hier.bikeParents"
            case .car: "hier.carParents"
            }
        }
    }

    /// The sections of one profile's arcs in one direction.
    struct Names {
        let first: SectionID
        let arcs: SectionID
        let middles: SectionID

        init(up profile: Profile) {
            switch profile {
            case .foot: (first, arcs, middles) = ("hier.footUp1st", "hier.footUpArcs", "hier.footUpVia")
            case .wheelchair: (first, arcs, middles) = ("hier.chairUp1st", "hier.chairUpArcs", "hier.chairUpVia")
            case .bicycle: (first, arcs, middles) = ("hier.bikeUp1st", "hier.bikeUpArcs", "hier.bikeUpVia")
            case .car: (first, arcs, middles) = ("hier.carUp1st", "hier.carUpArcs", "hier.carUpVia")
            }
        }

        init(down profile: Profile) {
            switch profile {
            case .foot: (first, arcs, middles) = ("hier.footDn1st", "hier.footDnArcs", "hier.footDnVia")
            case .wheelchair: (first, arcs, middles) = ("hier.chairDn1st", "hier.chairDnArcs", "hier.chairDnVia")
            case .bicycle: (first, arcs, middles) = ("hier.bikeDn1st", "hier.bikeDnArcs", "hier.bikeDnVia")
            case .car: (first, arcs, middles) = ("hier.carDn1st", "hier.carDnArcs", "hier.carDnVia")
            }
        }
    }

    /// Adds an order and the hierarchies of its profiles, in the order of `Order.profiles`.
    package static func add(
        _ order: Order, ranks: [UInt32], states: [UInt32], _ hierarchies: [HierarchyTables],
        to writer: inout AtlasWriter
    ) {
        writer.add(order.ranks, ranks)
        writer.add(order.states, states)
        writer.add(order.parents, hierarchies[0].parents)
        for (profile, hierarchy) in zip(order.profiles, hierarchies) {
            for (names, arcs) in [(Names(up: profile), hierarchy.up), (Names(down: profile), hierarchy.down)] {
                writer.add(names.first, arcs.first)
                writer.add(names.arcs, arcs.arcs)
                writer.add(names.middles, arcs.middles)
            }
        }
    }
}

extension Hierarchy {
    /// Opens the sections of a profile; throws when one is missing or their numbers of elements do not agree.
    init(_ atlas: AtlasView, _ profile: Profile, stateCount: Int) throws(AtlasError) {
        let order = HierarchySections.Order(profile)
        ranks = try atlas.packed(order.ranks, of: UInt32.self, count: stateCount)
        parents = try atlas.packed(order.parents, of: UInt32.self)
        states = try atlas.packed(order.states, of: UInt32.self, count: parents.count)
        up = try Arcs(atlas, HierarchySections.Names(up: profile), nodeCount: parents.count)
        down = try Arcs(atlas, HierarchySections.Names(down: profile), nodeCount: parents.count)
    }
}

extension Hierarchy.Arcs {
    init(_ atlas: AtlasView, _ names: HierarchySections.Names, nodeCount: Int) throws(AtlasError) {
        first = try atlas.packed(names.first, of: UInt32.self, count: nodeCount + 1)
        arcs = try atlas.packed(names.arcs, of: HierarchyArc.self)
        middles = try atlas.packed(names.middles, of: UInt32.self, count: arcs.count)
    }
}
