package import Atlas

/// The index of an edge in the atlas: an undirected part of a street between two junctions, in the direction of its
/// way.
package struct EdgeID: Equatable, Sendable {
    package let rawValue: UInt32
    package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    /// The arc along the drawing of the way, from tail to head.
    package var forward: ArcID { ArcID(rawValue << 1) }
    /// The arc against the drawing of the way, from head to tail.
    package var backward: ArcID { ArcID(rawValue << 1 | 1) }
}

/// A direction of an edge: edge × 2, plus 1 against the drawing. Both arcs always exist; their times say whether they
/// may be used.
package struct ArcID: Equatable, Sendable {
    package let rawValue: UInt32
    package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    package var edge: EdgeID { EdgeID(rawValue >> 1) }
    package var isBackward: Bool { rawValue & 1 == 1 }
    package var reversed: ArcID { ArcID(rawValue ^ 1) }
}

/// One element of `roads.edges`: 12 bytes.
package struct RoadEdge: Equatable, BitwiseCopyable, Sendable {
    /// The junctions at the first and the last point, in the drawing's order.
    package var tail: UInt32
    package var head: UInt32
    /// The length along every point of the geometry, on the sphere.
    package var lengthMillimetres: UInt32

    package init(tail: UInt32, head: UInt32, lengthMillimetres: UInt32) {
        self.tail = tail
        self.head = head
        self.lengthMillimetres = lengthMillimetres
    }
}

/// One element of `roads.ways`: 24 bytes. The way's edges are `firstEdge` up to the next way's, in the drawing's order.
package struct RoadWay: Equatable, BitwiseCopyable, Sendable {
    package var osmID: Int64
    package var name: StringID
    package var ref: StringID
    package var firstEdge: UInt32
    /// `RoadClass`.
    package var roadClass: UInt8
    /// `Surface`.
    package var surface: UInt8
    package var flags: UInt16

    package init(
        osmID: Int64, name: StringID, ref: StringID, firstEdge: UInt32, roadClass: RoadClass, surface: Surface,
        flags: WayFlags
    ) {
        self.osmID = osmID
        self.name = name
        self.ref = ref
        self.firstEdge = firstEdge
        self.roadClass = roadClass.rawValue
        self.surface = surface.rawValue
        self.flags = flags.rawValue
    }

    /// The class; `.road` for a number this program does not know.
    package var kind: RoadClass { RoadClass(rawValue: roadClass) ?? .road }
    package func has(_ flag: WayFlags) -> Bool { WayFlags(rawValue: flags).contains(flag) }
}

/// One element of `roads.lanes`: 12 bytes. The text of `Lanes` along a way and against it, empty if unknown.
package struct RoadLanes: Equatable, BitwiseCopyable, Sendable {
    /// Index into `roads.ways`.
    package var way: UInt32
    package var forward: StringID
    package var backward: StringID

    package init(way: UInt32, forward: StringID, backward: StringID) {
        self.way = way
        self.forward = forward
        self.backward = backward
    }
}

/// One element of `roads.turns`: 8 bytes. A turn restriction over a chain of arcs.
///
/// The chain is `roads.turnArcs` from `firstArc`, `arcCount` arcs long: the from arc, the arcs of via ways if any, the
/// to arc. Prohibitions forbid the whole chain. A mandatory restriction (`only_…`) forbids, after all arcs but the
/// last, every other arc than the last.
package struct TurnRestriction: Equatable, BitwiseCopyable, Sendable {
    package var firstArc: UInt32
    package var arcCount: UInt16
    /// 0 prohibition, 1 mandatory.
    package var isMandatory: UInt8
    /// The `ProfileSet` that the restriction applies to.
    package var profiles: UInt8

    package init(firstArc: UInt32, arcCount: UInt16, isMandatory: Bool, profiles: ProfileSet) {
        self.firstArc = firstArc
        self.arcCount = arcCount
        self.isMandatory = isMandatory ? 1 : 0
        self.profiles = profiles.rawValue
    }
}

extension RoadEdge: PackedElement {}
extension RoadWay: PackedElement {}
extension RoadLanes: PackedElement {}
extension TurnRestriction: PackedElement {}
