import GeoCore

extension JSONWriter {
    /// Writes the members of an OSRM annotation: values for each segment of the leg's line, `nodes` for each of its
    /// points. A weight is a time, because our routes are the quickest.
    mutating func annotation(
        _ wanted: OSRMOptions.Annotations, of leg: RouteLeg, _ geometry: [PointE7], in network: RoadNetwork
    ) {
        let values = Annotation(leg, geometry)
        if wanted.contains(.distance) { numbers("distance", values.metres) }
        if wanted.contains(.duration) { numbers("duration", values.seconds) }
        if wanted.contains(.weight) { numbers("weight", values.seconds) }
        if wanted.contains(.speed) { numbers("speed", values.speeds) }
        if wanted.contains(.datasources) {
            numbers("datasources", values.metres.map { _ in 0 })
            key("metadata")
            beginObject()
            key("datasource_names")
            beginArray()
            value("OpenStreetMap")
            endArray()
            endObject()
        }
        if wanted.contains(.nodes) {
            key("nodes")
            beginArray()
            for id in NodesAlong(leg, geometry, in: network).ids { value(id) }
            endArray()
        }
    }

    private mutating func numbers(_ name: StaticString, _ values: [Double]) {
        key(name)
        beginArray()
        for number in values { value(number, decimals: 3) }
        endArray()
    }
}
