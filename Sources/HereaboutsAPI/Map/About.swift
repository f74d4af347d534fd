/// Asks what the server holds.
public struct AboutRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/about", "about", "What this server holds and can do.", answer: .json(About.self))
    package static let blank = AboutRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// What a server holds: the map it serves, and what it can do.
public struct About: Codable, Equatable, Sendable {
    public let name: String
    /// West, south, east, north, in degrees.
    public let bounds: [Double]
    public let center: Position
    public let counts: Counts
    /// The newest change in the map data, as ISO 8601 in UTC; `nil` when the extract does not say.
    public let dataTimestamp: String?
    public let attribution: String
    public let atlas: AtlasFile
    /// Changes with what tiles look like; an address with it as `v` has one content for good.
    public let tileVersion: String
    public let version: String
    public let features: [String]
    /// Whose clock says what is open, such as `Europe/Helsinki`; `nil` when the server does not know its name.
    public let timeZone: String?

    public init(
        name: String, bounds: [Double], center: Position, counts: Counts, dataTimestamp: String?, attribution: String,
        atlas: AtlasFile, tileVersion: String, version: String, features: [String],
        timeZone: String? = nil
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
    }

    enum CodingKeys: String, CodingKey {
        case name, bounds, center, counts, attribution, atlas, version, features
        case dataTimestamp = "data_timestamp"
        case tileVersion = "tile_version"
        case timeZone = "time_zone"
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
        /// Sixteen hexadecimal digits; differs between any two atlases with different content.
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
        "counts": "How many objects of OpenStreetMap the map was made from.",
        "data_timestamp": "The newest change in the map data (ISO 8601, UTC), if the extract says.",
        "attribution": "The credit to show beside the map.",
        "atlas": "The file behind the answers.",
        "tile_version": "Changes with what tiles look like; a tile's address with it as `v` has one content for good.",
        "version": "The program's version.",
        "time_zone": "Whose clock says what is open, such as `Europe/Helsinki`, if the server knows its name.",
        "features": "What can be asked for: tiles, search, route.",
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
public struct AtlasRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/atlas", "atlas", "The atlas file that the answers come from; heeds Range and If-None-Match.",
        answer: .bytes(["application/octet-stream"]), failures: [.rangeNotSatisfiable])
    package static let blank = AtlasRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}
