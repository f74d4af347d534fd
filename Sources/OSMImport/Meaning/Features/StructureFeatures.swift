/// Layers for dams, piers and bridges, each as lines or areas as mapped.
enum StructureFeatures {
    private static let dams = KindTable(["waterway": ["dam": 12]])
    private static let piers = KindTable(["man_made": ["pier": 12, "breakwater": 12, "groyne": 12]])
    private static let bridges = KindTable(["man_made": ["bridge": 12]])

    static func addArea(_ object: MapObject, to features: inout FeatureCollector) {
        add(.damPolygons, dams, object, to: &features)
        add(.pierPolygons, piers, object, to: &features)
        add(.bridges, bridges, object, to: &features)
    }

    static func addLine(_ object: MapObject, to features: inout FeatureCollector) {
        add(.damLines, dams, object, to: &features)
        add(.pierLines, piers, object, to: &features)
    }

    private static func add(
        _ layer: MapLayer, _ table: KindTable, _ object: MapObject, to features: inout FeatureCollector
    ) {
        if let kind = table.kind(of: object.tags) { features.add(layer, from: kind.zoom, [.kind(kind.name)]) }
    }
}
