/// The description of a tile source (TileJSON 3.0.0, github.com/mapbox/tilejson-spec).
public struct TileJSON: Codable, Equatable, Sendable {
    public let tilejson: String
    public let name: String
    public let attribution: String
    public let scheme: String
    /// Tile addresses with `{z}`, `{x}` and `{y}`.
    public let tiles: [String]
    public let minzoom: Int
    public let maxzoom: Int
    /// West, south, east, north, in degrees, of everything in the tiles; over the antimeridian, all longitudes.
    public let bounds: [Double]
    /// Longitude, latitude, zoom.
    public let center: [Double]
    public let vectorLayers: [VectorLayer]

    enum CodingKeys: String, CodingKey {
        case tilejson, name, attribution, scheme, tiles, minzoom, maxzoom, bounds, center
        case vectorLayers = "vector_layers"
    }

    /// One layer of the tiles and the attributes its features may have.
    public struct VectorLayer: Codable, Equatable, Sendable {
        public let id: String
        public let minzoom: Int
        public let maxzoom: Int
        /// `String`, `Number` or `Boolean` by attribute name.
        public let fields: [String: String]

        public init(id: String, minzoom: Int, maxzoom: Int, fields: [String: String]) {
            self.id = id
            self.minzoom = minzoom
            self.maxzoom = maxzoom
            self.fields = fields
        }
    }

    /// Describes the tiles at `tiles`; `name`, `attribution` and `center` as in `about`.
    public init(
        about: About, bounds: [Double], tiles: String, zooms: ClosedRange<Int>, centerZoom: Double,
        layers: [VectorLayer]
    ) {
        tilejson = "3.0.0"
        name = about.name
        attribution = about.attribution
        scheme = "xyz"
        self.tiles = [tiles]
        minzoom = zooms.lowerBound
        maxzoom = zooms.upperBound
        self.bounds = bounds
        center = [about.center.lon, about.center.lat, centerZoom]
        vectorLayers = layers
    }
}
