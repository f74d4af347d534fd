/// Asks for the server's map and features.
public struct AboutRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/about", "about", "The map that this server has, and what it can do.", answer: .json(About.self))
}

/// The map and the features of a server.
public struct About: Codable, Equatable, Sendable {
    public let name: String
    public let bounds: [Double]
    public let center: Position
    public let counts: Counts
    public let dataTimestamp: String?
    public let attribution: String
    public let atlas: AtlasFile
    public let tileVersion: String
    public let version: String
    public let features: [String]
    public let timeZone: String?
    public let placeHost: String?

    public init(
        name: String, bounds: [Double], center: Position, counts: Counts, dataTimestamp: String?, attribution: String,
        atlas: AtlasFile, tileVersion: String, version: String, features: [String],
        timeZone: String? = nil, placeHost: String? = nil
    ) {
        self.name = name
        self.bounds = bounds
        self.center = center
        self.counts = counts
        self.dataTimestamp = dataTimestamp
        self.attribution = attribution
        self.atlas = atlas
        self.tileVersion = tileVersion
        self.version = version
        self.features = features
        self.timeZone = timeZone
        self.placeHost = placeHost
    }

    enum CodingKeys: String, CodingKey {
        case name, bounds, center, counts, attribution, atlas, version, features
        case dataTimestamp = "data_timestamp"
        case tileVersion = "tile_version"
        case timeZone = "time_zone"
        case placeHost = "place_host"
    }

    /// How many objects of OpenStreetMap the map was made from.
    public struct Counts: Codable, Equatable, Sendable {
        public let nodes: Int
        public let ways: Int
        public let relations: Int

        public init(nodes: Int, ways: Int, relations: Int) {
            self.nodes = nodes
            self.ways = ways
            self.relations = relations
        }
    }

    /// The file behind the answers.
    public struct AtlasFile: Codable, Equatable, Sendable {
        public let bytes: Int
        public let identity: String

        public init(bytes: Int, identity: String) {
            self.bytes = bytes
            self.identity = identity
        }
    }
}

extension About: Annotated {
    package static let notes = [
        "name": "The place's name.",
        "bounds": "West, south, east, north, in degrees. West is greater than east over the antimeridian.",
        "center": "Where a map of the place begins.",
        "counts": "How many OpenStreetMap objects the map was made from.",
        "data_timestamp":
            "The newest change in the map data, as ISO 8601 in UTC; missing when the extract does not say.",
        "attribution": "The credit to show beside the map.",
        "atlas": "The file behind the answers.",
        "tile_version":
            "Changes with the look of tiles. A tile's address with it as `v` always has the same content.",
        "version": "The program's version.",
        "time_zone": """
        The time zone of opening hours, such as `Europe/Helsinki`; missing when the server does not know its \
        name.
        """,
        "place_host": """
        The name to which all nodes of the place answer, such as `library.local`; missing where there is none. No \
        cookies are set there.
        """,
        "features": "What you can ask for: tiles, search, route.",
    ]
}

extension About.AtlasFile: Annotated {
    package static let notes = [
        "identity": "Sixteen hexadecimal digits; different for any two atlases with different content."
    ]
}

/// A coordinate on the wire: degrees, WGS 84.
public struct Position: Codable, Equatable, Sendable {
    public let lat: Double
    public let lon: Double

    public init(lat: Double, lon: Double) {
        self.lat = lat
        self.lon = lon
    }
}

/// Asks for the atlas itself, for use without a network.
public struct AtlasRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/atlas", "atlas", "The atlas file that the answers come from; supports Range and If-None-Match.",
        answer: .bytes(["application/octet-stream"]), failures: [.rangeNotSatisfiable])
}
