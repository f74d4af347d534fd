/// Layers `water_polygons`, `water_lines` and their labels.
enum WaterFeatures {
    private static let surfaces = KindTable([
        "natural": ["glacier": 4, "water": 4],
        "waterway": ["riverbank": .init("river", from: 4), "dock": 10, "canal": 10],
        "landuse": ["reservoir": 4, "basin": 4],
    ])

    /// Rivers and canals show from zoom 9 if they are a quarter of a pixel long, the others at zoom 14.
    private static let lines = KindTable([
        "waterway": ["river": 9, "canal": 9, "stream": 14, "drain": 14, "ditch": 14]
    ])

    /// Smaller areas wait for a deeper zoom.
    private static let smallestSquarePixels = 1.0

    static func addArea(_ object: MapObject, to features: inout FeatureCollector) {
        guard let surface = surfaces.kind(of: object.tags) else { return }
        let kind = surface.name == "water" && object.tags["water"] == "river" ? "river" : surface.name
        let zoom = object.zoom(covering: smallestSquarePixels, from: surface.zoom)
        let attributes: [MapAttribute] = [.kind(kind), .real(.wayArea, object.squareMetres)]
        features.add(.waterPolygons, from: zoom, order: -object.squareMetres, attributes)
        let names = object.names
        if !names.isEmpty {
            features.add(.waterPolygonsLabels, from: zoom, order: -object.squareMetres, attributes + names)
        }
    }

    static func addLine(_ object: MapObject, to features: inout FeatureCollector) {
        guard let line = lines.kind(of: object.tags) else { return }
        let attributes: [MapAttribute] = [
            .kind(line.name), .truth(.tunnel, object.isTunnel), .truth(.bridge, object.isBridge),
        ]
        features.add(
            .waterLines, from: object.zoom(reaching: 0.25, from: line.zoom), order: Double(object.layer), attributes)
        let names = object.names
        if !names.isEmpty {
            let zoom = object.zoom(reaching: 0.25, from: max(12, line.zoom))
            features.add(.waterLinesLabels, from: zoom, order: Double(object.layer), attributes + names)
        }
    }
}
