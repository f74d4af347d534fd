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
        // Each step ends what it alone needs: making the hierarchies takes more memory than all before it.
        try Streets(data, rules, countries, indoors, &text, &issues).add(to: &writer)
        FreedMemory.giveBack()
        let hierarchies = try writer.withView { try HierarchyBuilding.make(RoadNetwork($0, text: .empty)) }
        HierarchyBuilding.add(hierarchies, to: &writer)
    }
}

/// The street network before it is stored.
private struct Streets {
    private let tables: RoadTables
    private let outArcs: OutArcs
    private let components: [StrongComponents]

    init(
        _ data: OSMData, _ rules: RoadRules, _ countries: CountrySource, _ indoors: Indoors,
        _ text: inout StringInterner, _ issues: inout IssueLog
    ) {
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
        self.tables = complete
        self.outArcs = outArcs
        self.components = components
    }

    /// Adds the `roads.*` sections; throws if more streets meet at a junction than is realistic.
    func add(to writer: inout AtlasWriter) throws(AtlasError) {
        try tables.add(to: &writer, outArcs: outArcs, components: components)
    }
}
