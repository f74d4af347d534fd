import Atlas

/// The sections of the street network. One network carries all profiles; hierarchies and squares are sections of their
/// own.
///
/// ```
/// roads.bounds      IntBox × 1        the area of the map, E7, x is longitude
/// roads.points      PointE7 × nodes   junctions along the Hilbert curve
/// roads.nodeFlags   UInt8 × nodes     see NodeFlags
/// roads.kerbs       UInt8 × nodes     see Kerb
/// roads.firstOut    PackedStarts      for each node its outgoing arcs in the next two
/// roads.outArcs     UInt32 × arcs     ArcID, by tail, ascending for each tail
/// roads.heads       UInt32 × arcs     the head of each of them
/// roads.edges       RoadEdge × edges  by way
/// roads.bearings    UInt16 × arcs     by ArcID: its direction at its tail, see below
/// roads.geomStarts  UInt32 × edges+1  byte offsets into roads.geometry
/// roads.geometry    UInt8             see EdgeGeometry
/// roads.nodeStarts  UInt32            byte offsets into roads.nodes: where every sixteenth edge begins, and the end
/// roads.nodes       UInt8             OSM ids along the edges, see NodeIDs
/// roads.boxes       IntBox            CoarseBoxTree over the edges: the groups' boxes
/// roads.boxParts    UInt32 × edges    and each edge's within its group's
/// roads.ways        RoadWay × ways    along the Hilbert curve
/// roads.chairFacts  UInt16 × ways     see WheelchairFacts
/// roads.waysByID    UInt32 × ways     positions of the ways by ascending OSM id
/// roads.lanes       RoadLanes         of the ways with marked lanes, ascending
/// roads.levels      LevelRun          see EdgeLevels; only in atlases of places with indoor data
/// roads.offGround   UInt32            see EdgesOffGround; only in atlases of places with indoor data
/// roads.signs       SignRun           see EdgeSigns; only in atlases of places with words for levels
/// roads.turns       TurnRestriction   by chain of arcs, ascending
/// roads.turnArcs    UInt32            ArcIDs of the chains
/// roads.<p>Time     UInt32 × edges    milliseconds and directions, see ArcTimes
/// roads.<p>Other    OtherTime         milliseconds against the drawing, if different
/// roads.<p>Parts    UInt16 × nodes    strongly connected component, see StrongComponents; 65,535 if no arc of
///                                     the profile ends there
/// roads.<p>Main     UInt8             GroupMarks: groups with edges that begin or end in the largest component
/// ```
/// `<p>` is foot, chair, bike or car. Directions are 65536ths of a turn clockwise from north, to the point some metres
/// on (`EdgeBearing`). The carriageways of a divided road share a direction, so that they count as one road
/// (`TurnCosts`).
package enum RoadSections {
    static let bounds: SectionID = "roads.bounds"
    static let points: SectionID = "roads.points"
    static let nodeFlags: SectionID = "roads.nodeFlags"
    static let kerbs: SectionID = "roads.kerbs"
    static let firstOut: SectionID = "roads.firstOut"
    static let outArcs: SectionID = "roads.outArcs"
    static let heads: SectionID = "roads.heads"
    static let edges: SectionID = "roads.edges"
    static let bearings: SectionID = "roads.bearings"
    static let geometryStarts: SectionID = "roads.geomStarts"
    static let geometry: SectionID = "roads.geometry"
    static let nodeIDStarts: SectionID = "roads.nodeStarts"
    static let nodeIDs: SectionID = "roads.nodes"
    static let boxes: SectionID = "roads.boxes"
    static let boxParts: SectionID = "roads.boxParts"
    static let ways: SectionID = "roads.ways"
    static let chairFacts: SectionID = "roads.chairFacts"
    static let waysByID: SectionID = "roads.waysByID"
    static let lanes: SectionID = "roads.lanes"
    static let levels: SectionID = "roads.levels"
    static let offGround: SectionID = "roads.offGround"
    static let signs: SectionID = "roads.signs"
    static let turns: SectionID = "roads.turns"
    static let turnArcs: SectionID = "roads.turnArcs"

    static func time(_ profile: Profile) -> SectionID {
        switch profile {
        case .foot: "roads.footTime"
        case .wheelchair: "roads.chairTime"
        case .bicycle: "roads.bikeTime"
        case .car: "roads.carTime"
        }
    }

    static func otherTime(_ profile: Profile) -> SectionID {
        switch profile {
        case .foot: "roads.footOther"
        case .wheelchair: "roads.chairOther"
        case .bicycle: "roads.bikeOther"
        case .car: "roads.carOther"
        }
    }

    static func parts(_ profile: Profile) -> SectionID {
        switch profile {
        case .foot: "roads.footParts"
        case .wheelchair: "roads.chairParts"
        case .bicycle: "roads.bikeParts"
        case .car: "roads.carParts"
        }
    }

    static func main(_ profile: Profile) -> SectionID {
        switch profile {
        case .foot: "roads.footMain"
        case .wheelchair: "roads.chairMain"
        case .bicycle: "roads.bikeMain"
        case .car: "roads.carMain"
        }
    }

    /// The maximum number of edges. It keeps arc ids below 2³¹, so that searches may mark the top bit.
    static let maximumEdges = 1 << 29
    /// The maximum number of streets at a junction: possible turns are their number squared, and contraction costs
    /// their number cubed.
    package static let maximumStreetsAtJunction = 256
    /// The maximum length of a turn restriction's chain; it bounds the memory of a search.
    static let maximumChain = 32
}
