/// Asks for one vector tile.
public struct TileRequest: APIRequest {
    public var z: Int
    public var x: Int
    public var y: Int
    /// The version for which the address was made. With it the answer may be kept for good.
    public var version: String?

    public init(z: Int, x: Int, y: Int, version: String? = nil) {
        self.z = z
        self.x = x
        self.y = y
        self.version = version
    }

    package static let endpoint = Endpoint(
        "/tiles/{z}/{x}/{y}.mvt", "tile",
        "One vector tile (MVT 2.1, Shortbread 1.1 schema); 204 where the map has nothing.",
        answer: .bytes(["application/vnd.mapbox-vector-tile"], orNothing: true))
    package static let blank = TileRequest(z: 0, x: 0, y: 0)

    private static let zoom = Parameter.integer("z", "Zoom; maps enlarge the last.", in: 0...14)
    private static let column = Parameter.integer("x", "Column, from 180° W eastward.", in: 0...16383)
    private static let row = Parameter.integer("y", "Row, from the north edge southward.", in: 0...16383)
    package static let version = Parameter.text(
        "v", "The version in the TileJSON's address; an answer to the current one may be cached for good.",
        maximumLength: 32)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(Self.zoom, &z)
        try fields.required(Self.column, &x)
        try fields.required(Self.row, &y)
        try fields.optional(Self.version, &version)
        try checkTile(z, x, y)
    }
}

/// Throws unless zoom `z` has column `x` and row `y`.
private func checkTile(_ z: Int, _ x: Int, _ y: Int) throws(ErrorBody) {
    guard x >> z == 0, y >> z == 0 else {
        throw ErrorBody(
            .invalidParameter, "zoom \(z) has rows and columns 0 to \((1 << z) - 1)",
            field: x >> z == 0 ? "y" : "x")
    }
}

/// Asks for the description of the tiles.
public struct TileJSONRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/tiles.json", "tilejson", "The tiles' description (TileJSON 3.0.0).", answer: .json(TileJSON.self))
}

/// The description of a tile source (TileJSON 3.0.0, github.com/mapbox/tilejson-spec).
public struct TileJSON: Codable, Equatable, Sendable {
    public let tilejson: String
    public let name: String
    public let attribution: String
    public let scheme: String
    public let tiles: [String]
    public let minzoom: Int
    public let maxzoom: Int
    public let bounds: [Double]
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

extension TileJSON: Annotated {
    package static let notes = [
        "tiles": "Tile addresses with `{z}`, `{x}` and `{y}`.",
        "bounds": """
        West, south, east, north, in degrees, of everything in the tiles; across the antimeridian, all \
        longitudes.
        """,
        "center": "Longitude, latitude, zoom.",
    ]
}

extension TileJSON.VectorLayer: Annotated {
    package static let notes = ["fields": "`String`, `Number` or `Boolean` by attribute name."]
}

/// Asks for all vector tiles in one file.
public struct TileArchiveRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/tiles.pmtiles", "tile_archive",
        """
        All vector tiles in one archive (PMTiles 3), for map programs that read it by ranges; supports Range, If-Range \
        and If-None-Match. The first request after a change of the map waits until the server has made the file.
        """,
        answer: .bytes(["application/vnd.pmtiles"]), failures: [.notFound, .rangeNotSatisfiable])
}

/// Asks for one vector tile of the inside of buildings.
public struct IndoorTileRequest: APIRequest {
    public var z: Int
    public var x: Int
    public var y: Int
    /// The version for which the address was made. With it the answer may be kept for good.
    public var version: String?

    public init(z: Int, x: Int, y: Int, version: String? = nil) {
        self.z = z
        self.x = x
        self.y = y
        self.version = version
    }

    package static let endpoint = Endpoint(
        "/tiles/indoor/{z}/{x}/{y}.mvt", "indoor_tile",
        """
        One vector tile of the inside of buildings (MVT 2.1): rooms, doors, stairs and lifts on all levels; 204 where \
        the map has none.
        """,
        answer: .bytes(["application/vnd.mapbox-vector-tile"], orNothing: true))
    package static let blank = IndoorTileRequest(z: 17, x: 0, y: 0)

    private static let zoom = Parameter.integer("z", "Zoom; maps enlarge the last.", in: 17...19)
    private static let column = Parameter.integer("x", "Column, from 180° W eastward.", in: 0...524_287)
    private static let row = Parameter.integer("y", "Row, from the north edge southward.", in: 0...524_287)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(Self.zoom, &z)
        try fields.required(Self.column, &x)
        try fields.required(Self.row, &y)
        try fields.optional(TileRequest.version, &version)
        try checkTile(z, x, y)
    }
}

/// Asks for the description of the tiles of the inside of buildings.
public struct IndoorTileJSONRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/tiles/indoor.json", "indoor_tilejson",
        "The description of the tiles of the inside of buildings (TileJSON 3.0.0); 404 where the map has none.",
        answer: .json(TileJSON.self), failures: [.notFound])
}

/// Asks for one picture of the style *satellite*.
public struct PictureTileRequest: APIRequest {
    public var z: Int
    public var x: Int
    public var y: Int
    /// The version for which the address was made. With it the answer may be kept for good.
    public var version: String?

    public init(z: Int, x: Int, y: Int, version: String? = nil) {
        self.z = z
        self.x = x
        self.y = y
        self.version = version
    }

    package static let endpoint = Endpoint(
        "/tiles/satellite/{z}/{x}/{y}", "satellite_tile",
        "One picture of the style *satellite*, of 256 pixels a side as a rule; 404 where there is none.",
        answer: .bytes(["image/png", "image/jpeg", "image/webp", "image/avif"]), failures: [.notFound])
    package static let blank = PictureTileRequest(z: 0, x: 0, y: 0)

    private static let zoom = Parameter.integer("z", "Zoom; maps enlarge the last.", in: 0...24)
    private static let column = Parameter.integer("x", "Column, from 180° W eastward.", in: 0...16_777_215)
    private static let row = Parameter.integer("y", "Row, from the north edge southward.", in: 0...16_777_215)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(Self.zoom, &z)
        try fields.required(Self.column, &x)
        try fields.required(Self.row, &y)
        try fields.optional(TileRequest.version, &version)
        try checkTile(z, x, y)
    }
}

/// Asks for the description of the pictures of the style *satellite*.
public struct PictureTileJSONRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/tiles/satellite.json", "satellite_tilejson",
        "The description of the pictures of the style *satellite* (TileJSON 3.0.0).",
        answer: .json(PictureTileJSON.self), failures: [.notFound])
}

/// The description of a source of pictures (TileJSON 3.0.0). Its tiles have 256 pixels a side as a rule, which TileJSON
/// cannot say: a map's style must.
public struct PictureTileJSON: Codable, Equatable, Sendable {
    public let tilejson: String
    public let name: String
    public let attribution: String
    public let scheme: String
    public let tiles: [String]
    public let minzoom: Int
    public let maxzoom: Int
    public let bounds: [Double]

    public init(name: String, attribution: String, tiles: String, zooms: ClosedRange<Int>, bounds: [Double]) {
        tilejson = "3.0.0"
        self.name = name
        self.attribution = attribution
        scheme = "xyz"
        self.tiles = [tiles]
        minzoom = zooms.lowerBound
        maxzoom = zooms.upperBound
        self.bounds = bounds
    }
}

extension PictureTileJSON: Annotated {
    package static let notes = [
        "tiles": "Tile addresses with `{z}`, `{x}` and `{y}`.",
        "bounds": "West, south, east, north, in degrees, of all pictures.",
    ]
}
