import Atlas
import GeoCore
import HereaboutsAPI
import Hummingbird

extension Routes {
    /// Adds what the server says about itself.
    mutating func addAbout(_ atlas: LiveAtlas, version: String, features: [String]) {
        on(AboutRequest.self) { _, exchange in
            try exchange.encoded(atlas.current.about(version: version, features: features), cacheControl: "no-cache")
        }
    }
}

extension AtlasGeneration {
    /// Describes the atlas, served by a program of `version` that can do `features`.
    func about(version: String, features: [String]) -> About {
        let box = info.bounds
        func degrees(_ e7: Int64) -> Double { Double(e7) / 1e7 }
        let sides = [box.minX, box.minY, box.maxX, box.maxY].map { degrees(Int64($0)) }
        let center = Position(lat: degrees(Int64(center.latitudeE7)), lon: degrees(Int64(center.longitudeE7)))
        return About(
            name: info.name, bounds: sides, center: center,
            counts: .init(nodes: Int(info.nodes), ways: Int(info.ways), relations: Int(info.relations)),
            dataTimestamp: info.timestamp.map { AtlasInfo.dateAndTime($0) },
            attribution: info.credit, atlas: .init(bytes: mapped.length, identity: identity), tileVersion: tileVersion,
            version: version,
            features: features)
    }
}
