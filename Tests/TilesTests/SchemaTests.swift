import GeoCore
import OSMImport
import TestSupport
import Testing

/// A map of one object, large enough that its size hides it at no zoom, and a border around it that is not drawn.
private func map(of schemaCase: SchemaCase) -> HandMadeMap {
    var map = HandMadeMap(south: 59.5, west: 24.5)
    switch schemaCase.mapped {
    case .node: map.node(500, 500, schemaCase.tags)
    case .line: map.way(map.nodes((0, 500), (500, 500), (1000, 500)), schemaCase.tags)
    case .area, .label: map.rectangle(0...1000, 0...1000, schemaCase.tags)
    }
    map.node(0, 0)
    map.node(1000, 1000)
    return map
}

struct SchemaTests {
    @Test(arguments: SchemaCase.all)
    func `tags make the feature of the schema`(_ schemaCase: SchemaCase) throws {
        let atlas = try AtlasInMemory(map(of: schemaCase))
        let features = try atlas.tile(14).features(schemaCase.layer)
        #expect(features.count == 1)
        let feature = try #require(features.first)
        for (name, value) in schemaCase.attributes { #expect(feature.attributes[name] == value, "\(name)") }
        let types: [Mapped: Int] = [.node: 1, .label: 1, .line: 2, .area: 3]
        #expect(feature.type == types[schemaCase.mapped])
        // The zooms below the first show nothing of the layer, and all from there on show it.
        let zooms = try (0...14).filter { try !atlas.tile($0).features(schemaCase.layer).isEmpty }
        #expect(zooms == Array(schemaCase.zoom...14))
    }

    @Test func `attributes wait for the zoom that the schema gives them`() throws {
        var map = HandMadeMap(south: 59.5, west: 24.5)
        map.way(
            map.nodes((0, 500), (1000, 500)),
            ["highway": "motorway", "surface": "asphalt", "oneway": "yes", "foot": "no", "bridge": "yes"])
        let atlas = try AtlasInMemory(map)
        func names(_ zoom: Int) throws -> Set<String> {
            Set(try #require(try atlas.tile(zoom).features("streets").first).attributes.keys)
        }
        #expect(try names(5) == ["kind", "rail"])
        #expect(try names(10) == ["kind", "rail"])
        #expect(try names(11) == ["kind", "rail", "link", "tunnel", "bridge", "surface"])
        #expect(try names(13).subtracting(try names(11)) == ["foot"])
        #expect(try names(14).subtracting(try names(13)) == ["oneway", "oneway_reverse"])
    }

    @Test func `a point of interest is not repeated as an address`() throws {
        var map = HandMadeMap()
        map.node(1, 1, ["shop": "books", "addr:housenumber": "5"])
        map.node(2, 2, ["shop": "unknown to the schema", "addr:housenumber": "6"])
        let tile = try AtlasInMemory(map).tile(14)
        #expect(tile.features("pois").map { $0.attributes["housenumber"] } == ["5"])
        #expect(tile.features("addresses").map { $0.attributes["housenumber"] } == ["6"])
    }

    @Test func `names in other languages need a language's code`() throws {
        var map = HandMadeMap()
        map.node(
            1, 1,
            [
                "place": "village", "name": "Ort", "name:fi": "Paikka", "name:be-tarask": "a", "name:left": "b",
                "name:FI": "c", "name:etymology:wikidata": "d", "name:": "e", "name:zh_pinyin": "f", "old_name:de": "g",
            ])
        let place = try #require(try AtlasInMemory(map).tile(14).features("place_labels").first)
        #expect(Set(place.attributes.keys) == ["kind", "population", "name", "name_fi", "name_be-tarask"])
    }

    @Test func `boundaries take the highest level of the relations that run along a way`() throws {
        var map = HandMadeMap(south: 59, west: 23)
        let corners = map.nodes((0, 0), (900, 0), (900, 900), (0, 900), (450, 0), (450, 900))
        let west = map.way([corners[4], corners[0], corners[3], corners[5]])
        let east = map.way([corners[4], corners[1], corners[2], corners[5]], ["maritime": "yes"])
        let middle = map.way([corners[4], corners[5]])
        let country: KeyValuePairs = [
            "type": "boundary", "boundary": "administrative", "admin_level": "2", "name": "Land",
        ]
        map.relation([(west, "outer"), (east, "outer")], country)
        map.relation(
            [(west, "outer"), (middle, "outer")],
            ["type": "boundary", "boundary": "administrative", "admin_level": "4", "name": "Staat"])
        map.relation([(middle, "")], ["type": "boundary", "boundary": "disputed"])
        let atlas = try AtlasInMemory(map), lines = try atlas.tile(7).features("boundaries")
        func summary(_ feature: DecodedTile.Feature) -> [DecodedTile.Value?] {
            [feature.attributes["admin_level"], feature.attributes["maritime"], feature.attributes["disputed"]]
        }
        #expect(lines.map(summary) == [[2, false, false], [2, true, false], [4, false, true]])
        #expect(try atlas.tile(6).features("boundaries").map(summary) == [[2, false, false], [2, true, false]])
        let labels = try atlas.tile(7).features("boundary_labels")
        #expect(labels.map { $0.attributes["name"] } == ["Land", "Staat"])
        let ratio = { (feature: DecodedTile.Feature) -> Double in
            if case .number(let hectares)? = feature.attributes["way_area"] { hectares } else { 0 }
        }
        // A degree of longitude is 111 km on the Mercator plane, and at 60° one of latitude is twice that.
        #expect(abs(ratio(labels[0]) / (100.2e3 * 197.4e3 / 1e4) - 1) < 0.02)
        #expect(abs(ratio(labels[0]) / ratio(labels[1]) - 2) < 0.01)
    }

    @Test func `a ferry line's ways are drawn without tags of their own, and once`() throws {
        var map = HandMadeMap(south: 59.5, west: 24.5)
        let nodes = map.nodes((0, 0), (20, 0), (40, 0), (60, 0))
        let bare = map.way([nodes[0], nodes[1]])
        let tagged = map.way([nodes[1], nodes[2]], ["route": "ferry", "name": "Own"])
        let road = map.way([nodes[2], nodes[3]], ["highway": "residential"])
        map.relation(
            [(bare, ""), (tagged, ""), (road, "")],
            ["type": "route", "route": "ferry", "name": "Line 1", "motor_vehicle": "no"])
        let atlas = try AtlasInMemory(map)
        func ferries(_ zoom: Int) throws -> [Set<DecodedTile.Value>] {
            try atlas.tileIDs(zoom).map { id in
                let lines = try atlas.tile(zoom, id.x, id.y).features("ferries")
                let names = lines.compactMap { $0.attributes["name"] }
                #expect(names.count == Set(names).count)
                return Set(names)
            }
        }
        #expect(Set(try ferries(12).joined()) == ["Line 1", "Own"])
        #expect(Set(try ferries(11).joined()) == ["Own"])
    }

    @Test func `a boundary that the extract cuts has no label`() throws {
        var map = HandMadeMap(south: 59.5, west: 24.5)
        let island = map.rectangle(400...500, 400...500)
        map.relation(
            [(island, "outer"), (99_999, "outer")],
            ["type": "boundary", "boundary": "administrative", "admin_level": "4", "name": "Staat"])
        #expect(try AtlasInMemory(map).tile(10).features("boundary_labels").isEmpty)
    }

    @Test func `a street with tracks is both, and a square with area is no line`() throws {
        var map = HandMadeMap()
        map.way(map.nodes((0, 0), (5, 5)), ["highway": "residential", "railway": "tram"])
        map.rectangle(2...3, 2...3, ["highway": "pedestrian", "area": "yes"])
        let tile = try AtlasInMemory(map).tile(14)
        #expect(Set(tile.features("streets").map { $0.attributes["kind"] }) == ["residential", "tram"])
        #expect(tile.features("street_polygons").count == 1)
    }
}
