import Atlas
import GeoCore
import OSMImport
import TestSupport
import Testing

/// Which building a room is in.
struct IndoorBuildingTests {
    /// An outline with some tags.
    struct Outline: Sendable, CustomTestStringConvertible {
        let tags: HandMade.TagPairs
        /// Whether rooms inside belong to it.
        let isBuilding: Bool

        var testDescription: String { tags.map { "\($0.key)=\($0.value)" }.joined(separator: " ") }
    }

    /// Returns the building of a room inside squares around it with these tags, ways 1, 2 and so on, the largest first;
    /// or relations of those ways with the first tag each.
    private static func building(_ outlines: [HandMade.TagPairs], isRelation: Bool = false) throws -> PlaceRef? {
        var map = HandMade()
        func square(_ way: Int64, metres: Double, _ tags: HandMade.TagPairs) {
            for (corner, (north, east)) in [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1)].enumerated() {
                map.node(10 * way + Int64(corner), 60 + metres * north / 111_195, 25 + metres * east / 55_598)
            }
            map.way(way, (0..<4).map { 10 * way + $0 } + [10 * way], tags)
        }
        for (index, tags) in outlines.enumerated() {
            square(Int64(index) + 1, metres: 50 - 10 * Double(index), isRelation ? [:] : tags)
            guard isRelation else { continue }
            map.relation(
                Int64(index) + 1, [HandMade.Member(.way, Int64(index) + 1, "outer")],
                ["type": "multipolygon", tags[0].key: tags[0].value])
        }
        square(9, metres: 3, ["indoor": "room", "level": "0"])
        let reading = try OSMReader.read(bytes: map.pbf(), name: "outlines")
        var issues = reading.issues
        let atlas = try AtlasBuilder().build(
            reading.data, objects: reading.objects, fileStem: "outlines", issues: &issues)
        return try AtlasForging.withView(atlas.finish()) { view in
            try AtlasVerifier.verify(view)
            let table = try #require(try IndoorTable.open(view))
            return table.ref(ofBuilding: table.space(at: 0).building)
        }
    }

    @Test(arguments: [
        Outline(tags: ["building": "yes"], isBuilding: true),
        Outline(tags: ["building:levels": "4", "name": "Union"], isBuilding: true),
        Outline(tags: ["leisure": "stadium", "building:architect": "Ann"], isBuilding: true),
        Outline(tags: ["building": "no", "building:levels": "4"], isBuilding: false),
        Outline(tags: ["building:part": "yes", "building:levels": "4"], isBuilding: false),
        Outline(tags: ["landuse": "residential", "building:levels": "2"], isBuilding: false),
        Outline(tags: ["indoor": "room", "building:levels": "1"], isBuilding: false),
        Outline(tags: ["leisure": "park"], isBuilding: false),
    ])
    func `rooms are in outlines of buildings, and in those that tags describe as one`(_ outline: Outline) throws {
        #expect(try Self.building([outline.tags]) == (outline.isBuilding ? PlaceRef(.way, 1) : nil))
    }

    @Test func `the smallest building counts, and before it one that says so`() throws {
        #expect(try Self.building([["building": "yes"], ["building": "yes"]]) == PlaceRef(.way, 2))
        let described: HandMade.TagPairs = ["building:levels": "2"]
        #expect(try Self.building([["building": "yes"], described]) == PlaceRef(.way, 1))
        #expect(try Self.building([described, ["building": "yes"]]) == PlaceRef(.way, 2))
        #expect(try Self.building([described, described]) == PlaceRef(.way, 2))
    }

    @Test func `relations are buildings as ways are`() throws {
        #expect(try Self.building([["building": "yes"]], isRelation: true) == PlaceRef(.relation, 1))
        #expect(try Self.building([["building:levels": "4"]], isRelation: true) == PlaceRef(.relation, 1))
    }
}
