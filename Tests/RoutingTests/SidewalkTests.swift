import Atlas
import OSMImport
import Routing
import Testing

@Suite struct SidewalkTests {
    @Test(arguments: [
        // Along the street on either side, as far as the kerb of an avenue.
        (12.0, 0.0, "footway", "sidewalk", "Main Street"), (-20.0, 0.0, "footway", "sidewalk", "Main Street"),
        (12.0, 0.0, "footway", "crossing", "Main Street"),
        // Too far, crosswise, or no sidewalk.
        (40.0, 0.0, "footway", "sidewalk", ""), (12.0, 90.0, "footway", "sidewalk", ""),
        (12.0, 0.0, "footway", "access_aisle", ""),
    ])
    func `a sidewalk has the name of its street`(
        _ north: Double, _ rise: Double, _ highway: String, _ kind: String, _ name: String
    ) throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 300, 0)
        map.node("C", 100, north)
        map.node("D", 180, north + rise)
        map.way("AB", ["highway": "residential", "name": "Main Street"])
        let sidewalk = map.way("CD", ["highway": "\(highway)", "footway": "\(kind)"])
        #expect(try self.name(of: sidewalk, map) == name)
    }

    @Test func `the nearer of two streets gives its name, and an own name is kept`() throws {
        var map = StreetMap()
        for (name, north) in [("A", 0.0), ("B", 16), ("C", 6), ("D", 11)] {
            map.node(Character(name), 0, north)
            map.node(Character(name.lowercased()), 200, north)
        }
        map.way("Aa", ["highway": "residential", "name": "South Street"])
        map.way("Bb", ["highway": "residential", "name": "North Street"])
        let south = map.way("Cc", ["highway": "footway", "footway": "sidewalk"])
        let own = map.way("Dd", ["highway": "footway", "footway": "sidewalk", "name": "Promenade"])
        #expect(try name(of: south, map) == "South Street")
        #expect(try name(of: own, map) == "Promenade")
    }

    private func name(of way: Int64, _ map: StreetMap) throws -> String {
        let town = try map.build()
        defer { withExtendedLifetime(town) {} }  // The network reads its memory.
        let network = town.network
        return network.text.string(network.way(of: EdgeID(network.edges(ofWay: way)!.lowerBound)).name)
    }
}
