import Tiles

/// The layers of our vector tiles: Shortbread 1.1 (https://shortbread-tiles.org/schema/1.1/), in its order.
enum MapLayer: UInt8, CaseIterable, Sendable {
    case ocean, waterPolygons, waterPolygonsLabels, waterLines, waterLinesLabels
    case damLines, damPolygons, pierLines, pierPolygons
    case boundaries, boundaryLabels, placeLabels
    case land, sites, buildings, addresses
    case streets, streetPolygons, streetLabels, streetsPolygonsLabels, streetLabelsPoints
    case bridges, aerialways, ferries, publicTransport, pois

    /// The layer's name, geometry and attributes.
    var schema: LayerSchema { Self.schemas[Int(rawValue)] }

    private static let schemas: [LayerSchema] = allCases.map { LayerSchema($0) }
}

/// The schema of one layer.
struct LayerSchema: Sendable {
    struct Field: Sendable {
        let field: MapField
        let type: TileFieldType
        /// Tiles above this zoom leave the attribute out.
        let minimumZoom: Int
    }

    let name: String
    let geometry: TileGeometry
    let minimumZoom: Int
    let fields: [Field]

    private init(_ name: String, _ geometry: TileGeometry, from zoom: Int, _ fields: [Field] = []) {
        self.name = name
        self.geometry = geometry
        minimumZoom = zoom
        self.fields = fields
    }

    init(_ layer: MapLayer) {
        self =
            switch layer {
            case .ocean: Self("ocean", .polygon, from: 0)
            case .waterPolygons: Self("water_polygons", .polygon, from: 4, [.text(.kind), .number(.wayArea)])
            case .waterPolygonsLabels:
                Self("water_polygons_labels", .point, from: 4, [.text(.kind), .number(.wayArea), .text(.name)])
            case .waterLines: Self("water_lines", .line, from: 9, [.text(.kind), .truth(.tunnel), .truth(.bridge)])
            case .waterLinesLabels:
                Self(
                    "water_lines_labels", .line, from: 12,
                    [.text(.kind), .text(.name), .truth(.tunnel), .truth(.bridge)])
            case .damLines: Self("dam_lines", .line, from: 12, [.text(.kind)])
            case .damPolygons: Self("dam_polygons", .polygon, from: 12, [.text(.kind)])
            case .pierLines: Self("pier_lines", .line, from: 12, [.text(.kind)])
            case .pierPolygons: Self("pier_polygons", .polygon, from: 12, [.text(.kind)])
            case .boundaries:
                Self("boundaries", .line, from: 0, [.number(.adminLevel), .truth(.maritime), .truth(.disputed)])
            case .boundaryLabels:
                Self("boundary_labels", .point, from: 2, [.number(.adminLevel), .number(.wayArea), .text(.name)])
            case .placeLabels:
                Self("place_labels", .point, from: 4, [.text(.kind), .text(.name), .number(.population)])
            case .land: Self("land", .polygon, from: 7, [.text(.kind)])
            case .sites: Self("sites", .polygon, from: 14, [.text(.kind)])
            case .buildings:
                Self("buildings", .polygon, from: 14, [.number(.dummy), .number(.height), .number(.minHeight)])
            case .addresses: Self("addresses", .point, from: 14, [.text(.houseName), .text(.houseNumber)])
            case .streets: Self("streets", .line, from: 5, Self.streetFields)
            case .streetPolygons:
                Self(
                    "street_polygons", .polygon, from: 11,
                    [.text(.kind), .truth(.bridge), .truth(.rail), .text(.service), .text(.surface), .truth(.tunnel)])
            case .streetLabels:
                Self(
                    "street_labels", .line, from: 10,
                    [
                        .text(.kind), .text(.ref), .number(.refRows), .number(.refColumns), .text(.name),
                        .truth(.tunnel),
                    ])
            case .streetsPolygonsLabels:
                Self("streets_polygons_labels", .point, from: 14, [.text(.kind), .text(.name)])
            case .streetLabelsPoints:
                Self("street_labels_points", .point, from: 12, [.text(.kind), .text(.ref), .text(.name)])
            case .bridges: Self("bridges", .polygon, from: 12, [.text(.kind)])
            case .aerialways: Self("aerialways", .line, from: 12, [.text(.kind)])
            case .ferries: Self("ferries", .line, from: 10, [.text(.kind), .text(.name)])
            case .publicTransport:
                Self("public_transport", .point, from: 11, [.text(.kind), .text(.name), .text(.iata)])
            case .pois: Self("pois", .point, from: 14, Self.poiFields)
            }
    }

    private static let streetFields: [Field] = [
        .text(.kind), .truth(.link, from: 11), .truth(.rail), .truth(.tunnel, from: 11), .truth(.bridge, from: 11),
        .truth(.oneway, from: 14), .truth(.onewayReverse, from: 14), .text(.trackType, from: 11),
        .text(.surface, from: 11), .text(.service, from: 11), .text(.motorcar, from: 13), .text(.bicycle, from: 13),
        .text(.foot, from: 13), .text(.horse, from: 13),
    ]

    private static let poiFields: [Field] = [
        .text(.amenity), .text(.leisure), .text(.tourism), .text(.shop), .text(.manMade), .text(.historic),
        .text(.emergency), .text(.highway), .text(.office), .text(.name), .text(.houseName), .text(.houseNumber),
        .text(.cuisine), .text(.sport), .text(.vending), .text(.information), .text(.towerType), .text(.religion),
        .text(.denomination), .truth(.recyclingGlassBottles), .truth(.recyclingPaper), .truth(.recyclingClothes),
        .truth(.recyclingScrapMetal), .truth(.atm),
    ]
}

extension LayerSchema.Field {
    fileprivate static func text(_ field: MapField, from zoom: Int = 0) -> Self {
        Self(field: field, type: .text, minimumZoom: zoom)
    }
    fileprivate static func number(_ field: MapField) -> Self { Self(field: field, type: .number, minimumZoom: 0) }
    fileprivate static func truth(_ field: MapField, from zoom: Int = 0) -> Self {
        Self(field: field, type: .truth, minimumZoom: zoom)
    }
}
