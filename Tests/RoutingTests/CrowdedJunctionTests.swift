import OSMImport
import Routing
import Testing

/// Junctions of more streets than an atlas takes.
@Suite struct CrowdedJunctionTests {
    /// Streets of 100 m from node 1 to one end each, from way 1 and node 2 on; `more` besides.
    private func star(_ count: Int, more: String = "") throws -> RuleTown {
        let ends = (1...count).map { RuleTown.node($0 + 1, 100, Double(10 * $0)) }.joined()
        let streets = (1...count).map { RuleTown.way($0, [1, $0 + 1], ["highway": "residential"]) }.joined()
        return try RuleTown(RuleTown.node(1, 0, 0) + ends + streets + more)
    }

    @Test func `the first streets at a junction stay, and the rest of the map with them`() throws {
        let other =
            RuleTown.node(901, 0, -100) + RuleTown.node(902, 500, -100)
            + RuleTown.way(901, [901, 902], ["highway": "residential"])
        let town = try star(300, more: other), network = town.engine.network
        #expect(town.issues.counts[.tooManyStreets] == 1)
        #expect(town.issues.examples[.tooManyStreets] == [ImportIssue(.tooManyStreets, .node, 1)])
        for way in [1, 256, 901] as [Int64] { #expect(network.edges(ofWay: way) != nil, "\(way)") }
        for way in [257, 300] as [Int64] { #expect(network.edges(ofWay: way) == nil, "\(way)") }
        #expect(try town.ways(of: town.route((100, 10), (100, 2560), .car)) == [1, 256])
    }

    @Test func `as many as an atlas takes all stay`() throws {
        let town = try star(256)
        #expect(town.issues.counts[.tooManyStreets] == nil)
        #expect(town.engine.network.edges(ofWay: 256) != nil)
    }

    @Test func `a way that comes back to a junction too often is left out alone`() throws {
        var petals = "", refs = [1]
        for petal in 0..<200 {
            let nodes = [1000 + 2 * petal, 1001 + 2 * petal]
            petals += RuleTown.node(nodes[0], -100, Double(10 * petal))
            petals += RuleTown.node(nodes[1], -110, Double(10 * petal))
            refs += nodes + [1]
        }
        let flower = RuleTown.way(900, refs, ["highway": "residential"])
        let town = try star(3, more: petals + flower)
        #expect(town.issues.counts[.tooManyStreets] == 1)
        #expect(town.engine.network.edges(ofWay: 900) == nil)
        #expect(try town.ways(of: town.route((100, 10), (100, 30), .car)) == [1, 3])
    }
}
