/// Layers `streets` and `street_labels`: roads, paths, railways, runways.
enum StreetFeatures {
    /// A line of the road network, by the value of its tag.
    private struct Street: Sendable {
        let kind: String
        let zoom: Int
        let labelZoom: Int
        /// The class in the z-order: larger classes are more important and come first.
        let importance: Int
        var isLink = false
    }

    private static let highways: [String: Street] = [
        "motorway": Street(kind: "motorway", zoom: 5, labelZoom: 10, importance: 10),
        "motorway_link": Street(kind: "motorway", zoom: 5, labelZoom: 13, importance: 5, isLink: true),
        "trunk": Street(kind: "trunk", zoom: 6, labelZoom: 12, importance: 9),
        "trunk_link": Street(kind: "trunk", zoom: 6, labelZoom: 13, importance: 5, isLink: true),
        "primary": Street(kind: "primary", zoom: 8, labelZoom: 12, importance: 8),
        "primary_link": Street(kind: "primary", zoom: 8, labelZoom: 13, importance: 5, isLink: true),
        "secondary": Street(kind: "secondary", zoom: 9, labelZoom: 13, importance: 7),
        "secondary_link": Street(kind: "secondary", zoom: 9, labelZoom: 13, importance: 5, isLink: true),
        "tertiary": Street(kind: "tertiary", zoom: 10, labelZoom: 13, importance: 6),
        "tertiary_link": Street(kind: "tertiary", zoom: 10, labelZoom: 14, importance: 5, isLink: true),
        "unclassified": Street(kind: "unclassified", zoom: 12, labelZoom: 14, importance: 5),
        "residential": Street(kind: "residential", zoom: 12, labelZoom: 14, importance: 5),
        "busway": Street(kind: "busway", zoom: 12, labelZoom: 14, importance: 5),
        "bus_guideway": Street(kind: "bus_guideway", zoom: 12, labelZoom: 14, importance: 5),
        "living_street": Street(kind: "living_street", zoom: 13, labelZoom: 14, importance: 4),
        "pedestrian": Street(kind: "pedestrian", zoom: 13, labelZoom: 14, importance: 4),
        "service": Street(kind: "service", zoom: 13, labelZoom: 14, importance: 3),
        "track": Street(kind: "track", zoom: 13, labelZoom: 14, importance: 2),
        "footway": Street(kind: "footway", zoom: 13, labelZoom: 14, importance: 2),
        "path": Street(kind: "path", zoom: 13, labelZoom: 14, importance: 2),
        "cycleway": Street(kind: "cycleway", zoom: 13, labelZoom: 14, importance: 2),
        "steps": Street(kind: "steps", zoom: 13, labelZoom: 14, importance: 1),
    ]

    private static let railways: [String: Street] = [
        "rail": Street(kind: "rail", zoom: 8, labelZoom: 10, importance: 13),
        "narrow_gauge": Street(kind: "narrow_gauge", zoom: 8, labelZoom: 10, importance: 13),
        "tram": Street(kind: "tram", zoom: 10, labelZoom: 10, importance: 11),
        "light_rail": Street(kind: "light_rail", zoom: 10, labelZoom: 10, importance: 11),
        "funicular": Street(kind: "funicular", zoom: 10, labelZoom: 10, importance: 11),
        "subway": Street(kind: "subway", zoom: 10, labelZoom: 10, importance: 11),
        "monorail": Street(kind: "monorail", zoom: 10, labelZoom: 10, importance: 11),
    ]

    private static let aeroways: [String: Street] = [
        "runway": Street(kind: "runway", zoom: 11, labelZoom: 11, importance: 0),
        "taxiway": Street(kind: "taxiway", zoom: 13, labelZoom: 13, importance: 0),
    ]

    /// A way may be several lines, such as a street with tram tracks. `area=yes` makes it a surface instead.
    static func addLine(_ object: MapObject, to features: inout FeatureCollector) {
        let tags = object.tags
        guard tags["area"] != "yes" else { return }
        if let value = tags["highway"], let street = highways[value] {
            add(street, label: value, isRail: false, StreetAccess.attributes(of: tags), object, to: &features)
        }
        if let value = tags["railway"], let street = railways[value] {
            add(street, label: value, isRail: true, [], object, to: &features)
        }
        if let value = tags["aeroway"], let street = aeroways[value] {
            add(street, label: value, isRail: false, [], object, to: &features)
        }
    }

    private static func add(
        _ street: Street, label: String, isRail: Bool, _ access: [MapAttribute], _ object: MapObject,
        to features: inout FeatureCollector
    ) {
        let tags = object.tags, isTunnel = object.isTunnel, isBridge = object.isBridge, oneway = tags["oneway"]
        let isSiding = isRail && tags["service"] != nil
        var attributes: [MapAttribute] = [
            .kind(street.kind), .truth(.link, street.isLink), .truth(.rail, isRail), .truth(.tunnel, isTunnel),
            .truth(.bridge, isBridge), .truth(.oneway, !isRail && oneway.map(onewayValues.contains) ?? false),
            .truth(.onewayReverse, !isRail && oneway == "-1"),
        ]
        attributes.append(.trackType, tag: "tracktype", of: tags)
        attributes.append(.surface, tag: "surface", of: tags)
        attributes.append(.service, tag: "service", of: tags)
        let level = object.layer + (isBridge ? 1 : isTunnel ? -1 : 0)
        features.add(
            .streets, from: isSiding ? max(10, street.zoom) : street.zoom, order: -Double(street.importance),
            level: level, attributes + access)
        StreetLabels.addLine(
            object, kind: label, from: street.labelZoom, order: -Double(street.importance), isTunnel: isTunnel,
            to: &features)
    }

    private static let onewayValues: Set = ["yes", "1", "true", "-1"]
}
