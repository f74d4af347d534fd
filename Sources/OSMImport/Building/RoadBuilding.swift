package import Atlas
import GeoCore
import Routing

/// Builds the street network of an atlas: the `roads.*` and `hier.*` sections.
///
/// Tags become facts (`Meaning/Roads`), ways become edges between junctions, restrictions become chains of arcs.
package enum RoadBuilding {
    /// Adds the sections. `text` receives the names of streets; `issues` counts unusable objects. `countries` gives the
    /// driving side if the map does not, `indoors` the levels that buildings do not have.
    package static func build(
        _ data: OSMData, rules: RoadRules = .own, countries: CountrySource = CountrySource(),
        inside indoors: Indoors = Indoors(), text: inout StringInterner, into writer: inout AtlasWriter,
        issues: inout IssueLog
    ) throws {
        let inside = InsideStreets(data, indoors, rules), data = inside.data
        let cut = CutStreets(data, StreetFinding(inside, rules, countries))
        issues.add(inside.issues)
        issues.add(cut.issues)
        let streets = cut.streets, restrictions = cut.restrictions, edges = cut.edges
        var junctions = cut.junctions
        for street in streets.all where street.facts.hasConditional {
            issues.add(ImportIssue(.conditionalIgnored, .way, data.ways.ids[street.way]))
        }
        for node in streets.conditionalNodes where junctions.ofNode[Int(node)] != JunctionFinding.none {
            issues.add(ImportIssue(.conditionalIgnored, .node, data.nodes.ids[Int(node)]))
        }
        junctions.markMapEdge(where: edges, data)

        var tables = RoadTables()
        tables.bounds = data.bounds
        tables.points = junctions.points(data)
        tables.nodeFlags = junctions.flags
        tables.kerbs = junctions.kerbs.map(\.rawValue)
        edges.fill(&tables, data, &text)
        let outArcs = OutArcs(nodeCount: tables.points.count, edges: tables.edges)
        CarriagewayJoining(tables, outArcs, widestParting: rules.widestParting).fill(&tables)
        restrictions.fill(&tables, data, edges, junctions, &issues)

        let complete = tables
        let components = Parallel.map(Profile.allCases.count) { index in
            let bit = UInt8(1) << UInt8(index)
            return StrongComponents(outArcs: outArcs, times: complete.times[index]) {
                complete.nodeFlags[$0] & bit != 0
            }
        }
        issues.add(RoomReach(cut, complete, components[Int(Profile.foot.rawValue)]).issues())
        try complete.add(to: &writer, outArcs: outArcs, components: components)
        try withNetwork({ try complete.add(to: &$0, outArcs: outArcs, components: components) }) {
            try HierarchyBuilding.build($0, into: &writer)
        }
    }

    /// Calls `body` with the network of the sections that `add` lays out, as read from an atlas. Its streets have no
    /// names.
    private static func withNetwork(
        _ add: (inout AtlasWriter) throws -> Void, _ body: (RoadNetwork) throws -> Void
    ) throws {
        var writer = AtlasWriter()
        try add(&writer)
        StringInterner().add(to: &writer)
        let bytes = writer.finish(),
            memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
        defer { unsafe memory.deallocate() }
        unsafe memory.copyBytes(from: bytes)
        try body(RoadNetwork(try unsafe AtlasView(bytes: UnsafeRawBufferPointer(memory))))
    }
}
