package import Atlas
package import GeoCore

/// The street network of an import, in storage order; everything that follows from it is derived here.
package struct RoadTables: Sendable {
    package var bounds = IntBox.empty
    package var points: [PointE7] = []
    package var nodeFlags: [UInt8] = []
    /// The `Kerb` of each junction.
    package var kerbs: [UInt8] = []
    package var edges: [RoadEdge] = []
    /// By arc.
    package var bearings: [UInt16] = []
    package var geometryStarts: [UInt32] = [0]
    package var geometry: [UInt8] = []
    /// OSM ids of the points of each edge, junctions included, and the number of them.
    package var nodeIDs: [Int64] = []
    package var nodeCounts: [UInt32] = []
    package var boxes: [IntBox] = []
    package var ways: [RoadWay] = []
    /// By way.
    package var chairFacts: [WheelchairFacts] = []
    /// The lanes of the ways that have any, ascending.
    package var lanes: [RoadLanes] = []
    /// By edge; empty for a place without indoor data.
    package var levels: [EdgeLevel] = []
    /// By edge; empty for a place without indoor data.
    package var isOffGround: [Bool] = []
    /// By edge: what the signs call its level. Empty for a place without indoor data.
    package var signs: [StringID] = []
    package var turns: [TurnRestriction] = []
    package var turnArcs: [UInt32] = []
    /// By profile, then by arc.
    package var times: [[UInt32]] = []

    package init() {}

    /// Adds a restriction over a chain of arcs; returns whether it is short enough to keep. The caller adds chains in
    /// ascending order.
    package mutating func addTurn(_ chain: [UInt32], isMandatory: Bool, profiles: ProfileSet) -> Bool {
        guard chain.count <= RoadSections.maximumChain else { return false }
        turns.append(
            TurnRestriction(
                firstArc: UInt32(turnArcs.count), arcCount: UInt16(chain.count), isMandatory: isMandatory,
                profiles: profiles))
        turnArcs += chain
        return true
    }

    /// Adds all `roads.*` sections. `components` come from `StrongComponents`, one for each profile.
    ///
    /// Throws if more streets meet at a junction than is realistic.
    package func add(
        to writer: inout AtlasWriter, outArcs: OutArcs, components: [StrongComponents]
    ) throws(AtlasError) {
        guard let firstOut = PackedStarts.words(outArcs.firstOut) else {
            throw .invalid(RoadSections.firstOut, index: 0, rule: "too many streets meet")
        }
        precondition(edges.count <= RoadSections.maximumEdges, "more edges than an atlas may have")
        writer.add(RoadSections.bounds, [bounds])
        writer.add(RoadSections.points, points)
        writer.add(RoadSections.nodeFlags, nodeFlags)
        writer.add(RoadSections.kerbs, kerbs)
        writer.add(RoadSections.firstOut, firstOut)
        writer.add(RoadSections.outArcs, outArcs.arcs)
        writer.add(RoadSections.heads, outArcs.heads)
        writer.add(RoadSections.edges, edges)
        writer.add(RoadSections.bearings, bearings)
        writer.add(RoadSections.geometryStarts, geometryStarts)
        writer.add(RoadSections.geometry, geometry)
        let packedIDs = NodeIDs.packed(nodeIDs, counts: nodeCounts)
        writer.add(RoadSections.nodeIDStarts, packedIDs.starts)
        writer.add(RoadSections.nodeIDs, packedIDs.differences)
        BoxTreeWriter.addCoarse(boxes, groups: RoadSections.boxes, parts: RoadSections.boxParts, to: &writer)
        writer.add(RoadSections.ways, ways)
        writer.add(RoadSections.chairFacts, chairFacts)
        writer.add(RoadSections.waysByID, waysByID)
        writer.add(RoadSections.lanes, lanes)
        if !levels.isEmpty { EdgeLevels.add(levels, to: &writer) }
        if !isOffGround.isEmpty { EdgesOffGround.add(isOffGround, to: &writer) }
        if signs.contains(where: { !$0.isEmpty }) { EdgeSigns.add(signs, to: &writer) }
        writer.add(RoadSections.turns, turns)
        writer.add(RoadSections.turnArcs, turnArcs)
        for profile in Profile.allCases {
            ArcTimes.add(times[Int(profile.rawValue)], of: profile, to: &writer)
            let parts = components[Int(profile.rawValue)].ofNode
            writer.add(RoadSections.parts(profile), parts)
            writer.add(
                RoadSections.main(profile),
                GroupMarks.bytes(itemCount: edges.count) {
                    StrongComponents.isMain(parts[Int(edges[$0].tail)], parts[Int(edges[$0].head)])
                })
        }
    }

    private var waysByID: [UInt32] {
        ways.indices.map { UInt32($0) }.sorted { ways[Int($0)].osmID < ways[Int($1)].osmID }
    }
}
