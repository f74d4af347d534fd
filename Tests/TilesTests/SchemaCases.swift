import TestSupport
import Testing

/// How an object is mapped.
enum Mapped: Sendable { case node, line, area, label }

/// Tags, and the feature of the schema that must come of them.
struct SchemaCase: Sendable, CustomTestStringConvertible {
    var layer: String
    var mapped: Mapped
    var tags: KeyValuePairs<String, String>
    var attributes: [String: DecodedTile.Value]
    /// The first zoom that shows it, where the schema says so.
    var zoom: Int

    init(
        _ layer: String, _ mapped: Mapped, _ tags: KeyValuePairs<String, String>, _ zoom: Int,
        _ attributes: [String: DecodedTile.Value] = [:]
    ) {
        self.layer = layer
        self.mapped = mapped
        self.tags = tags
        self.zoom = zoom
        self.attributes = attributes
    }

    var testDescription: String { "\(layer): " + tags.map { "\($0)=\($1)" }.joined(separator: " ") }
}

extension DecodedTile.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .number(Double(number)) }
    init(booleanLiteral isTrue: Bool) { self = .truth(isTrue) }
}

/// Cases for values that are their own kind.
private func kinds(
    _ layer: String, _ mapped: Mapped, _ key: String, _ zoom: Int, _ values: String, _ more: (String, String)? = nil
) -> [SchemaCase] {
    values.split(separator: " ").map { value in
        let tags: KeyValuePairs<String, String> =
            if let more { [key: String(value), more.0: more.1] } else { [key: String(value)] }
        return SchemaCase(layer, mapped, tags, zoom, ["kind": .text(String(value))])
    }
}

extension SchemaCase {
    static let all = [land, sites, water, structures, roads, links, railways, streetDetails, transport, places, points]
        .flatMap(\.self).flatMap(\.self)
}

private let land: [[SchemaCase]] = [
    kinds("land", .area, "landuse", 7, "forest"),
    kinds("land", .area, "landuse", 10, "residential industrial commercial garages retail railway"),
    kinds("land", .area, "landuse", 10, "landfill brownfield greenfield farmyard farmland"),
    kinds("land", .area, "landuse", 11, "grass meadow orchard vineyard allotments village_green recreation_ground"),
    kinds("land", .area, "landuse", 11, "greenhouse_horticulture plant_nursery quarry"),
    kinds("land", .area, "landuse", 13, "cemetery"),
    kinds("land", .area, "amenity", 13, "grave_yard"),
    kinds("land", .area, "natural", 10, "sand beach"),
    kinds("land", .area, "natural", 11, "heath scrub grassland bare_rock scree shingle"),
    kinds("land", .area, "wetland", 11, "swamp bog string_bog wet_meadow marsh", ("natural", "wetland")),
    kinds("land", .area, "leisure", 11, "golf_course park garden playground miniature_golf"),
    [SchemaCase("land", .area, ["natural": "wood"], 7, ["kind": "forest"])],
]

private let sites: [[SchemaCase]] = [
    kinds("sites", .area, "amenity", 14, "university college school hospital prison parking bicycle_parking"),
    kinds("sites", .area, "landuse", 14, "construction"),
    kinds("sites", .area, "leisure", 14, "sports_centre"),
    kinds("sites", .area, "military", 14, "danger_area"),
    [
        SchemaCase("buildings", .area, ["building": "yes"], 14, ["dummy": 1]),
        SchemaCase(
            "buildings", .area, ["building": "house", "height": "12.6 m", "min_height": "3"], 14,
            ["dummy": 1, "height": 13, "min_height": 3]),
        SchemaCase("buildings", .area, ["building": "yes", "building:levels": "4"], 14, ["dummy": 1, "height": 12]),
        SchemaCase("buildings", .area, ["building": "yes", "height": "40 ft"], 14, ["dummy": 1, "height": 12]),
        SchemaCase("buildings", .area, ["building": "yes", "height": "tall"], 14, ["dummy": 1]),
        SchemaCase(
            "addresses", .node, ["addr:housenumber": "7b", "addr:housename": "Villa"], 14,
            ["housenumber": "7b", "housename": "Villa"]),
        SchemaCase("addresses", .label, ["building": "yes", "addr:housenumber": "9"], 14, ["housenumber": "9"]),
    ],
]

private let water: [[SchemaCase]] = [
    [
        SchemaCase("water_polygons", .area, ["natural": "water"], 4, ["kind": "water"]),
        SchemaCase("water_polygons", .area, ["natural": "water", "water": "river"], 4, ["kind": "river"]),
        SchemaCase("water_polygons", .area, ["natural": "water", "water": "lake"], 4, ["kind": "water"]),
        SchemaCase("water_polygons", .area, ["waterway": "riverbank"], 4, ["kind": "river"]),
        SchemaCase("water_polygons", .area, ["natural": "glacier"], 4, ["kind": "glacier"]),
        SchemaCase("water_polygons", .area, ["landuse": "reservoir"], 4, ["kind": "reservoir"]),
        SchemaCase("water_polygons", .area, ["landuse": "basin"], 4, ["kind": "basin"]),
        SchemaCase("water_polygons", .area, ["waterway": "dock"], 10, ["kind": "dock"]),
        SchemaCase("water_polygons", .area, ["waterway": "canal", "area": "yes"], 10, ["kind": "canal"]),
        SchemaCase(
            "water_polygons_labels", .label, ["natural": "water", "name": "See"], 4, ["kind": "water", "name": "See"]),
    ],
    [
        SchemaCase(
            "water_lines", .line, ["waterway": "river"], 9, ["kind": "river", "tunnel": false, "bridge": false]),
        SchemaCase(
            "water_lines", .line, ["waterway": "canal", "bridge": "yes"], 9, ["kind": "canal", "bridge": true]),
        SchemaCase("water_lines", .line, ["waterway": "stream"], 14, ["kind": "stream"]),
        SchemaCase(
            "water_lines", .line, ["waterway": "drain", "tunnel": "yes"], 14, ["kind": "drain", "tunnel": true]),
        SchemaCase("water_lines", .line, ["waterway": "ditch"], 14, ["kind": "ditch"]),
        SchemaCase(
            "water_lines_labels", .line, ["waterway": "river", "name": "Inn"], 12, ["kind": "river", "name": "Inn"]),
        SchemaCase("water_lines_labels", .line, ["waterway": "stream", "name": "Bach"], 14, ["kind": "stream"]),
    ],
]

private let structures: [[SchemaCase]] = [
    kinds("dam_lines", .line, "waterway", 12, "dam"),
    kinds("dam_polygons", .area, "waterway", 12, "dam"),
    kinds("pier_lines", .line, "man_made", 12, "pier breakwater groyne"),
    kinds("pier_polygons", .area, "man_made", 12, "pier breakwater groyne"),
    kinds("bridges", .area, "man_made", 12, "bridge"),
]

/// A street and its label, each from its own zoom on.
private func street(_ key: String, _ kind: String, _ zoom: Int, _ labelZoom: Int) -> [SchemaCase] {
    let isRail: DecodedTile.Value = .truth(key == "railway")
    return [
        SchemaCase("streets", .line, [key: kind], zoom, ["kind": .text(kind), "rail": isRail, "link": false]),
        SchemaCase(
            "street_labels", .line, [key: kind, "name": "Allee"], labelZoom, ["kind": .text(kind), "name": "Allee"]),
    ]
}

private let roads: [[SchemaCase]] = [
    street("highway", "motorway", 5, 10), street("highway", "trunk", 6, 12), street("highway", "primary", 8, 12),
    street("highway", "secondary", 9, 13), street("highway", "tertiary", 10, 13),
    street("highway", "unclassified", 12, 14), street("highway", "residential", 12, 14),
    street("highway", "busway", 12, 14), street("highway", "bus_guideway", 12, 14),
    street("highway", "living_street", 13, 14), street("highway", "service", 13, 14),
    street("highway", "pedestrian", 13, 14), street("highway", "track", 13, 14), street("highway", "footway", 13, 14),
    street("highway", "steps", 13, 14), street("highway", "path", 13, 14), street("highway", "cycleway", 13, 14),
    street("aeroway", "runway", 11, 11), street("aeroway", "taxiway", 13, 13),
]

private let railways: [[SchemaCase]] = [
    street("railway", "rail", 8, 10), street("railway", "narrow_gauge", 8, 10), street("railway", "tram", 10, 10),
    street("railway", "light_rail", 10, 10), street("railway", "funicular", 10, 10),
    street("railway", "subway", 10, 10), street("railway", "monorail", 10, 10),
    [SchemaCase("streets", .line, ["railway": "rail", "service": "yard"], 10, ["kind": "rail", "service": "yard"])],
]

/// A link road: its class in `streets`, its own word on labels.
private func link(_ kind: String, _ zoom: Int, _ labelZoom: Int) -> [SchemaCase] {
    [
        SchemaCase("streets", .line, ["highway": kind + "_link"], zoom, ["kind": .text(kind), "link": true]),
        SchemaCase(
            "street_labels", .line, ["highway": kind + "_link", "ref": "A 1"], labelZoom,
            ["kind": .text(kind + "_link"), "ref": "A 1", "ref_rows": 1, "ref_cols": 3]),
    ]
}

private let links: [[SchemaCase]] = [
    link("motorway", 5, 13), link("trunk", 6, 13), link("primary", 8, 13), link("secondary", 9, 13),
    link("tertiary", 10, 14),
]

private let streetDetails: [[SchemaCase]] = [
    [
        SchemaCase(
            "street_labels", .line, ["aeroway": "runway", "ref": "09;27"], 11,
            ["ref": "09\n27", "ref_rows": 2, "ref_cols": 2]),
        SchemaCase(
            "streets", .line,
            ["highway": "track", "tracktype": "grade2", "surface": "gravel", "tunnel": "building_passage"], 13,
            ["tracktype": "grade2", "surface": "gravel", "tunnel": true, "bridge": false]),
        SchemaCase(
            "streets", .line, ["highway": "primary", "oneway": "-1", "bridge": "viaduct"], 8,
            ["oneway": true, "oneway_reverse": true, "bridge": true]),
        SchemaCase(
            "streets", .line, ["highway": "service", "service": "alley", "access": "private", "foot": "permissive"], 13,
            ["service": "alley", "motorcar": "no", "bicycle": "no", "horse": "no", "foot": "yes"]),
        SchemaCase(
            "streets", .line,
            ["highway": "path", "bicycle": "dismount", "horse": "designated", "vehicle": "destination"], 13,
            ["motorcar": "limited", "bicycle": "no", "horse": "yes"]),
    ],
    [
        SchemaCase(
            "street_polygons", .area, ["highway": "pedestrian", "area": "yes", "surface": "sett"], 14,
            ["kind": "pedestrian", "surface": "sett", "rail": false, "tunnel": false, "bridge": false]),
        SchemaCase(
            "street_polygons", .area, ["highway": "service", "area": "yes", "service": "alley"], 14,
            ["kind": "service", "service": "alley"]),
        SchemaCase("street_polygons", .area, ["area:aeroway": "runway"], 11, ["kind": "runway"]),
        SchemaCase("street_polygons", .area, ["area:aeroway": "taxiway"], 13, ["kind": "taxiway"]),
        SchemaCase(
            "streets_polygons_labels", .label, ["highway": "pedestrian", "area": "yes", "name": "Markt"], 14,
            ["kind": "pedestrian", "name": "Markt"]),
        SchemaCase(
            "street_labels_points", .node, ["highway": "motorway_junction", "ref": "12", "name": "Ost"], 12,
            ["kind": "motorway_junction", "ref": "12", "name": "Ost"]),
    ],
]

private let transport: [[SchemaCase]] = [
    kinds("public_transport", .node, "railway", 13, "station halt"),
    kinds("public_transport", .node, "railway", 14, "tram_stop"),
    kinds("public_transport", .node, "highway", 14, "bus_stop"),
    kinds("public_transport", .node, "amenity", 13, "bus_station"),
    kinds("public_transport", .node, "amenity", 12, "ferry_terminal"),
    kinds("public_transport", .node, "aeroway", 13, "helipad"),
    kinds("aerialways", .line, "aerialway", 12, "cable_car gondola goods chair_lift drag_lift t-bar j-bar platter"),
    [
        SchemaCase("aerialways", .line, ["aerialway": "rope_tow"], 12, ["kind": "rope-tow"]),
        SchemaCase("public_transport", .node, ["aerialway": "station"], 13, ["kind": "aerialway_station"]),
        SchemaCase(
            "public_transport", .label, ["aeroway": "aerodrome", "iata": "HEL", "name": "Vantaa"], 11,
            ["kind": "aerodrome", "iata": "HEL", "name": "Vantaa"]),
        SchemaCase("ferries", .line, ["route": "ferry", "name": "Line 1"], 10, ["kind": "ferry", "name": "Line 1"]),
        SchemaCase("ferries", .line, ["route": "ferry", "motor_vehicle": "no"], 12, ["kind": "ferry"]),
    ],
]

/// A place with the number of people that the schema assumes.
private func place(_ kind: String, _ zoom: Int, _ population: Double) -> SchemaCase {
    SchemaCase(
        "place_labels", .node, ["place": kind, "name": "Ort"], zoom,
        ["kind": .text(kind), "name": "Ort", "population": .number(population)])
}

private let places: [[SchemaCase]] = [
    [
        place("city", 6, 100_000), place("town", 7, 5_000), place("village", 10, 100), place("hamlet", 10, 50),
        place("suburb", 10, 1_000), place("quarter", 10, 500), place("neighbourhood", 10, 100),
        place("isolated_dwelling", 10, 5), place("farm", 10, 5), place("island", 10, 0), place("locality", 10, 0),
    ],
    [
        SchemaCase(
            "place_labels", .node, ["place": "town", "capital": "yes", "name": "Vaduz", "population": "5 450"], 4,
            ["kind": "capital", "population": 5450]),
        SchemaCase(
            "place_labels", .node,
            ["place": "city", "capital": "4", "name": "Graz", "name:de": "Graz", "name:zh-Hant": "格拉茲"], 4,
            ["kind": "state_capital", "population": 100_000, "name_de": "Graz", "name_zh-Hant": "格拉茲"]),
        SchemaCase(
            "place_labels", .label, ["place": "island", "name": "Insel"], 10, ["kind": "island", "name": "Insel"]),
    ],
]

private let points: [[SchemaCase]] = [
    [
        SchemaCase(
            "pois", .node, ["amenity": "restaurant", "cuisine": "thai", "name": "Orchid", "addr:housenumber": "3"], 14,
            ["amenity": "restaurant", "cuisine": "thai", "name": "Orchid", "housenumber": "3"]),
        SchemaCase(
            "pois", .label, ["leisure": "pitch", "sport": "tennis"], 14, ["leisure": "pitch", "sport": "tennis"]),
        SchemaCase("pois", .node, ["amenity": "vending_machine", "vending": "water"], 14, ["vending": "water"]),
        SchemaCase("pois", .node, ["tourism": "information", "information": "map"], 14, ["information": "map"]),
        SchemaCase("pois", .node, ["man_made": "tower", "tower:type": "bell_tower"], 14, ["tower:type": "bell_tower"]),
        SchemaCase(
            "pois", .label, ["amenity": "place_of_worship", "religion": "christian", "denomination": "lutheran"], 14,
            ["religion": "christian", "denomination": "lutheran"]),
        SchemaCase(
            "pois", .node, ["amenity": "recycling", "recycling:paper": "yes", "recycling:clothes": "no"], 14,
            [
                "recycling:paper": true, "recycling:clothes": false, "recycling:glass_bottles": false,
                "recycling:scrap_metal": false,
            ]),
        SchemaCase("pois", .node, ["amenity": "bank", "atm": "yes"], 14, ["amenity": "bank", "atm": true]),
    ],
    [
        SchemaCase("pois", .node, ["shop": "bakery"], 14, ["shop": "bakery"]),
        SchemaCase("pois", .node, ["historic": "ruins"], 14, ["historic": "ruins"]),
        SchemaCase("pois", .node, ["emergency": "phone"], 14, ["emergency": "phone"]),
        SchemaCase("pois", .node, ["highway": "emergency_access_point"], 14, ["highway": "emergency_access_point"]),
        SchemaCase("pois", .node, ["office": "diplomatic"], 14, ["office": "diplomatic"]),
    ],
]
