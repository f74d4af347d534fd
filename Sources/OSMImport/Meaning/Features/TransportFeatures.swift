/// Layers `public_transport`, `ferries` and `aerialways`.
enum TransportFeatures {
    private static let stops = KindTable([
        "railway": ["station": 13, "halt": 13, "tram_stop": 14],
        "highway": ["bus_stop": 14],
        "amenity": ["bus_station": 13, "ferry_terminal": 12],
        "aerialway": ["station": .init("aerialway_station", from: 13)],
        "aeroway": ["aerodrome": 11, "helipad": 13],
    ])

    private static let aerialways = KindTable([
        "aerialway": [
            "cable_car": 12, "gondola": 12, "goods": 12, "chair_lift": 12, "drag_lift": 12, "t-bar": 12, "j-bar": 12,
            "platter": 12, "rope_tow": .init("rope-tow", from: 12),
        ]
    ])

    /// Adds a stop mapped as node or area.
    static func addStop(_ object: MapObject, to features: inout FeatureCollector) {
        guard let stop = stops.kind(of: object.tags) else { return }
        var attributes = [MapAttribute.kind(stop.name)]
        attributes.append(.iata, tag: "iata", of: object.tags)
        features.add(.publicTransport, from: stop.zoom, attributes + object.names)
    }

    /// Adds a way of a ferry or an aerialway; `object` has the tags of the way, or of its line.
    static func addLine(_ object: MapObject, to features: inout FeatureCollector) {
        if object.tags["route"] == "ferry" { addFerry(object, to: &features) }
        if let kind = aerialways.kind(of: object.tags) {
            features.add(.aerialways, from: kind.zoom, [.kind(kind.name)])
        }
    }

    /// Adds a way of a ferry.
    private static func addFerry(_ object: MapObject, to features: inout FeatureCollector) {
        let zoom = object.tags["motor_vehicle"] == "no" ? 12 : 10
        features.add(.ferries, from: zoom, [.kind("ferry")] + object.names)
    }
}
