package import Atlas
package import GeoCore

/// The street network of an atlas: packed arrays, read in place. See `RoadSections` for the layout.
///
/// Opening compares only counts. `check()` verifies the content; afterwards, no query can trap or loop. A class because
/// many objects share it.
package final class RoadNetwork: Sendable {
    package let text: StringTable
    package let bounds: IntBox
    package let points: Packed<PointE7>
    package let nodeFlags: Packed<UInt8>
    package let kerbs: Packed<UInt8>
    let firstOut: PackedStarts
    let outArcs: Packed<UInt32>
    let heads: Packed<UInt32>
    package let edges: Packed<RoadEdge>
    let bearings: Packed<UInt16>
    let geometryStarts: Packed<UInt32>
    let geometry: Packed<UInt8>
    let nodeIDs: NodeIDs
    let boxes: CoarseBoxTree
    package let ways: Packed<RoadWay>
    let wayMarks: WayMarks
    /// By way.
    package let chairFacts: Packed<WheelchairFacts>
    let waysByID: Packed<UInt32>
    let lanes: Packed<RoadLanes>
    let levels: EdgeLevels
    let offGround: EdgesOffGround
    let signs: EdgeSigns
    package let turns: Packed<TurnRestriction>
    package let turnArcs: Packed<UInt32>
    private let foot: ProfileLayer
    private let wheelchair: ProfileLayer
    private let bicycle: ProfileLayer
    private let car: ProfileLayer

    /// The data of one profile.
    package struct ProfileLayer: Sendable {
        package let times: ArcTimes
        /// The strongly connected component by node, the largest is 0; see `StrongComponents`.
        package let components: Packed<UInt16>
        /// The groups with edges that begin or end in the largest component.
        let mainMarks: GroupMarks

        init(_ atlas: AtlasView, _ profile: Profile, nodes: Int, edges: Int) throws(AtlasError) {
            times = try ArcTimes(atlas, profile, edgeCount: edges)
            components = try atlas.packed(RoadSections.parts(profile), of: UInt16.self, count: nodes)
            mainMarks = try GroupMarks(atlas, RoadSections.main(profile), itemCount: edges)
        }
    }

    /// Opens the sections; throws if a section is missing or if their element counts do not match.
    package convenience init(_ atlas: AtlasView) throws(AtlasError) {
        try self.init(atlas, text: try StringTable(atlas))
    }

    /// Opens the sections of an atlas whose texts are elsewhere, or not there yet.
    package init(_ atlas: AtlasView, text: StringTable) throws(AtlasError) {
        self.text = text
        bounds = try atlas.packed(RoadSections.bounds, of: IntBox.self, count: 1)[0]
        points = try atlas.packed(RoadSections.points, of: PointE7.self)
        edges = try atlas.packed(RoadSections.edges, of: RoadEdge.self)
        guard edges.count <= RoadSections.maximumEdges else {
            throw .invalid(RoadSections.edges, index: Int64(edges.count), rule: "more edges than an atlas may have")
        }
        let junctions = points.count, arcs = edges.count * 2
        nodeFlags = try atlas.packed(RoadSections.nodeFlags, of: UInt8.self, count: junctions)
        kerbs = try atlas.packed(RoadSections.kerbs, of: UInt8.self, count: junctions)
        firstOut = try PackedStarts(atlas, RoadSections.firstOut, count: junctions)
        outArcs = try atlas.packed(RoadSections.outArcs, of: UInt32.self, count: arcs)
        heads = try atlas.packed(RoadSections.heads, of: UInt32.self, count: arcs)
        bearings = try atlas.packed(RoadSections.bearings, of: UInt16.self, count: arcs)
        geometryStarts = try atlas.packed(RoadSections.geometryStarts, of: UInt32.self, count: edges.count + 1)
        geometry = try atlas.packed(RoadSections.geometry, of: UInt8.self)
        nodeIDs = try NodeIDs(atlas, edges: edges.count)
        boxes = try CoarseBoxTree(
            atlas, groups: RoadSections.boxes, parts: RoadSections.boxParts, itemCount: edges.count)
        ways = try atlas.packed(RoadSections.ways, of: RoadWay.self)
        let ways = ways
        wayMarks = WayMarks(ways.indices.lazy.map { ways[$0].firstEdge }, edgeCount: edges.count)
        chairFacts = try atlas.packed(RoadSections.chairFacts, of: WheelchairFacts.self, count: ways.count)
        waysByID = try atlas.packed(RoadSections.waysByID, of: UInt32.self, count: ways.count)
        lanes = try atlas.packed(RoadSections.lanes, of: RoadLanes.self)
        levels = try EdgeLevels(atlas)
        offGround = try EdgesOffGround(atlas)
        signs = try EdgeSigns(atlas)
        turns = try atlas.packed(RoadSections.turns, of: TurnRestriction.self)
        turnArcs = try atlas.packed(RoadSections.turnArcs, of: UInt32.self)
        foot = try ProfileLayer(atlas, .foot, nodes: junctions, edges: edges.count)
        wheelchair = try ProfileLayer(atlas, .wheelchair, nodes: junctions, edges: edges.count)
        bicycle = try ProfileLayer(atlas, .bicycle, nodes: junctions, edges: edges.count)
        car = try ProfileLayer(atlas, .car, nodes: junctions, edges: edges.count)
    }

    package func layer(_ profile: Profile) -> ProfileLayer {
        switch profile {
        case .foot: foot
        case .wheelchair: wheelchair
        case .bicycle: bicycle
        case .car: car
        }
    }

    /// Returns the level and the part of an edge; `EdgeLevel.none` in an atlas without indoor data.
    package func level(of edge: EdgeID) -> EdgeLevel { levels[edge] }

    /// Whether an edge is on a level that is not the ground: level 0 where the atlas does not know the ground.
    package func isOffGround(_ edge: EdgeID) -> Bool {
        offGround[edge] ?? levels[edge].level.map { $0 != .ground } ?? false
    }

    package func tail(of arc: ArcID) -> UInt32 {
        let edge = edges[arc.edge.rawValue]
        return arc.isBackward ? edge.head : edge.tail
    }

    package func head(of arc: ArcID) -> UInt32 {
        let edge = edges[arc.edge.rawValue]
        return arc.isBackward ? edge.tail : edge.head
    }

    /// Returns the direction in which an arc leaves its tail, in degrees clockwise from north, below 360, measured as
    /// far along as `EdgeBearing` says. The carriageways of one road share a direction.
    func bearing(leaving arc: ArcID) -> Double { Double(bearings[arc.rawValue]) * (360 / 65_536) }

    package func way(of edge: EdgeID) -> RoadWay { ways[wayMarks[edge.rawValue]] }

    /// Returns the arcs that leave `node`, usable or not.
    func arcs(leaving node: UInt32) -> Range<Int> { firstOut[Int(node)] }

    func isBlocked(_ node: UInt32, for profile: Profile) -> Bool {
        nodeFlags[node] & ProfileSet(profile).rawValue != 0
    }

    /// Calls `visit` with each point of the edge, junctions included, in the drawing's order.
    package func forEachPoint(of edge: EdgeID, _ visit: (PointE7) -> Void) {
        let record = edges[edge.rawValue], tail = points[record.tail]
        visit(tail)
        let range = Int(geometryStarts[edge.rawValue])..<Int(geometryStarts[Int(edge.rawValue) + 1])
        unsafe geometry.withElements(in: range) { bytes in
            var reader = unsafe EdgeGeometryReader(bytes: bytes, tail: tail)
            while let point = reader.next() { visit(point) }
        }
        visit(points[record.head])
    }

    /// Returns every point of the edge, junctions included, in the drawing's order.
    package func points(of edge: EdgeID) -> [PointE7] {
        var all: [PointE7] = []
        forEachPoint(of: edge) { all.append($0) }
        return all
    }

    /// Finds the edges of a way by its OSM id, in the drawing's order; `nil` if no street has that id.
    package func edges(ofWay osmID: Int64) -> Range<UInt32>? {
        let position = waysByID.partitionPoint { ways[$0].osmID < osmID }
        guard position < waysByID.count, ways[waysByID[position]].osmID == osmID else { return nil }
        return edges(ofWayAt: waysByID[position])
    }

    /// Returns the edges of the way at an index of `ways`.
    package func edges(ofWayAt way: UInt32) -> Range<UInt32> {
        let next = Int(way) + 1
        return ways[way].firstEdge..<(next < ways.count ? ways[next].firstEdge : UInt32(edges.count))
    }
}
