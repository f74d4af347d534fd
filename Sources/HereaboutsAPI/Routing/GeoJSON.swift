/// A line as GeoJSON (RFC 7946): positions are longitude, latitude.
public struct LineString: Codable, Equatable, Sendable {
    public let type: String
    public let coordinates: [[Double]]
}

/// Lines as GeoJSON (RFC 7946): positions are longitude, latitude.
public struct MultiLineString: Codable, Equatable, Sendable {
    public let type: String
    public let coordinates: [[[Double]]]
}

/// Areas as GeoJSON (RFC 7946): polygons of rings, the outer one first; positions are longitude, latitude.
public struct MultiPolygon: Codable, Equatable, Sendable {
    public let type: String
    public let coordinates: [[[[Double]]]]
}
