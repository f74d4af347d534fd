import Routing

/// Streets, their junctions, and the edges between them, with no more edges at a junction than an atlas allows.
struct CutStreets {
    let streets: StreetFinding
    let restrictions: RestrictionFinding
    let junctions: JunctionFinding
    let edges: EdgeBuilding
    /// Turn restrictions that could not be used, and junctions with omitted streets.
    private(set) var issues = IssueLog()

    /// Without a street, its neighbours may join to longer edges, of which too many may meet elsewhere. Only a hostile
    /// extract needs more rounds.
    private static let mostRounds = 8

    /// Splits the streets; if too many meet, leaves out the last ones.
    init(_ data: OSMData, _ found: StreetFinding) {
        self.init(data, all: found)
        var nodes: Set<UInt32> = []
        for _ in 0..<Self.mostRounds {
            let crowd = StreetCrowd(self)
            guard !crowd.surplus.isEmpty else { break }
            nodes.formUnion(crowd.nodes)
            self = CutStreets(data, all: streets.leavingOut(crowd.surplus))
        }
        for node in nodes.sorted() { issues.add(ImportIssue(.tooManyStreets, .node, data.nodes.ids[Int(node)])) }
    }

    private init(_ data: OSMData, all streets: StreetFinding) {
        self.streets = streets
        restrictions = RestrictionFinding(data, streets, &issues)
        junctions = JunctionFinding(
            data, streets, viaNodes: restrictions.viaNodes + streets.kerbNodes + streets.squares.nodes)
        edges = EdgeBuilding(data, streets, junctions)
    }
}

/// The junctions with more edges than an atlas allows, and the streets to leave out there.
private struct StreetCrowd {
    /// The data's nodes, by junction.
    private(set) var nodes: [UInt32] = []
    /// Positions in `StreetFinding.all`. The first ways in the input stay.
    private(set) var surplus: Set<Int> = []

    init(_ cut: CutStreets) {
        let junctions = cut.junctions, edges = cut.edges, streets = cut.streets
        var ends = [UInt32](repeating: 0, count: junctions.nodes.count)
        edges.forEachEnd { ends[Int($0)] += 1 }
        let most = UInt32(RoadSections.maximumStreetsAtJunction)
        guard ends.contains(where: { $0 > most }) else { return }
        nodes = ends.indices.filter { ends[$0] > most }.map { junctions.nodes[$0] }

        // By street, the crowded junctions at its edges' ends, with repetitions.
        var meetings: [[Int]] = Array(repeating: [], count: streets.all.count), end = 0, street = 0
        edges.forEachEnd { junction in
            while end / 2 >= Int(edges.firstEdge[street + 1]) { street += 1 }
            if ends[Int(junction)] > most { meetings[street].append(Int(junction)) }
            end += 1
        }
        var kept: [Int: Int] = [:]
        for street in meetings.indices.sorted(by: { streets.all[$0].way < streets.all[$1].way })
        where !meetings[street].isEmpty {
            let counts = Dictionary(meetings[street].map { ($0, 1) }, uniquingKeysWith: +)
            guard counts.allSatisfy({ kept[$0.key, default: 0] + $0.value <= Int(most) }) else {
                surplus.insert(street)
                continue
            }
            kept.merge(counts, uniquingKeysWith: +)
        }
    }
}
