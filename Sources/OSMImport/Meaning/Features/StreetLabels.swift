/// Layers `street_labels`, `street_labels_points`, `street_polygons` and `streets_polygons_labels`.
enum StreetLabels {
    static func addLine(
        _ object: MapObject, kind: String, from zoom: Int, order: Double, isTunnel: Bool,
        to features: inout FeatureCollector
    ) {
        let names = object.names, numbers = reference(object.tags)
        guard !names.isEmpty || !numbers.isEmpty else { return }
        features.add(
            .streetLabels, from: zoom, order: order, [.kind(kind), .truth(.tunnel, isTunnel)] + numbers + names)
    }

    /// Returns `ref` with one number a line, the number of lines, and the length of the longest.
    private static func reference(_ tags: Tags) -> [MapAttribute] {
        let lines = (tags["ref"] ?? "").split(separator: ";").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        guard let columns = lines.map(\.count).max() else { return [] }
        return [
            .text(.ref, lines.joined(separator: "\n")), .integer(.refRows, Int32(lines.count)),
            .integer(.refColumns, Int32(columns)),
        ]
    }

    static func addNode(_ object: MapObject, to features: inout FeatureCollector) {
        guard object.tags["highway"] == "motorway_junction" else { return }
        var attributes = [MapAttribute.kind("motorway_junction")]
        attributes.append(.ref, tag: "ref", of: object.tags)
        features.add(.streetLabelsPoints, from: 12, attributes + object.names)
    }

    private static let surfaces = KindTable([
        "highway": ["pedestrian": 14, "service": 14],
        "area:aeroway": ["runway": 11, "taxiway": 13],
        "aeroway": ["runway": 11, "taxiway": 13],
    ])

    static func addArea(_ object: MapObject, to features: inout FeatureCollector) {
        let tags = object.tags
        guard let surface = surfaces.kind(of: tags) else { return }
        let isBridge = object.isBridge, isTunnel = object.isTunnel
        var attributes: [MapAttribute] = [
            .kind(surface.name), .truth(.bridge, isBridge), .truth(.rail, false), .truth(.tunnel, isTunnel),
        ]
        attributes.append(.service, tag: "service", of: tags)
        attributes.append(.surface, tag: "surface", of: tags)
        let importance = ["pedestrian": 4.0, "service": 3.0]
        features.add(
            .streetPolygons, from: surface.zoom, order: -(importance[surface.name] ?? 0),
            level: object.layer + (isBridge ? 1 : isTunnel ? -1 : 0), attributes)
        let names = object.names
        if !names.isEmpty { features.add(.streetsPolygonsLabels, from: 14, [.kind(surface.name)] + names) }
    }
}
