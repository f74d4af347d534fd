import Atlas
import GeoCore
import HereaboutsAPI
import Hummingbird

extension Routes {
    /// Adds the route that describes the server.
    mutating func addAbout(_ atlas: LiveAtlas, version: String, features: [String], _ settings: ServerSettings) {
        on(AboutRequest.self) { _, exchange in
            try await exchange.encoded(
                atlas.current.about(
                    version: version, features: features, timeZone: settings.timeZone,
                    placeHost: settings.placeHost?.name),
                cacheControl: "no-cache")
        }
    }
}

extension AtlasGeneration {
    /// Returns the description of the atlas, served by a program of `version` with `features`.
    func about(version: String, features: [String], timeZone: String?, placeHost: String? = nil) -> About {
        let middle = Coordinate(center), center = Position(lat: middle.latitude, lon: middle.longitude)
        return About(
            name: info.name, bounds: info.bounds.sidesInDegrees, center: center,
            counts: .init(nodes: Int(info.nodes), ways: Int(info.ways), relations: Int(info.relations)),
            dataTimestamp: info.timestamp.map { AtlasInfo.dateAndTime($0) },
            attribution: info.credit, atlas: .init(bytes: mapped.length, identity: identity), tileVersion: tileVersion,
            version: version,
            features: indoorTiles == nil ? features : features + ["indoor"], timeZone: timeZone,
            placeHost: placeHost)
    }
}

extension IntBox {
    /// West, south, east, north, in degrees.
    var sidesInDegrees: [Double] { [minX, minY, maxX, maxY].map { Double($0) / 1e7 } }
}
