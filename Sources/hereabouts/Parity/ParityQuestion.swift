import GeoCore

/// A question to an atlas, as the page's `OpenAtlas` takes it (Web/core/core.js).
enum ParityQuestion {
    case about
    case tile(TileID)
    case route(from: Coordinate, to: Coordinate, language: String)

    /// The method's name and its arguments as a JSON array.
    var json: [UInt8] {
        var json = JSONWriter()
        json.beginArray()
        switch self {
        case .about: json.value("about")
        case .tile(let tile):
            json.value("tile")
            json.value(tile.zoom)
            json.value(tile.x)
            json.value(tile.y)
        case .route(let from, let to, let language):
            json.value("route")
            json.write(from)
            json.write(to)
            json.value(language)
        }
        json.endArray()
        return json.bytes
    }
}

extension JSONWriter {
    /// A position as the page writes it; exact, for questions are made of stored points.
    fileprivate mutating func write(_ coordinate: Coordinate) {
        let point = PointE7(coordinate)
        beginObject()
        key("lat")
        value(e7: point.latitudeE7)
        key("lon")
        value(e7: point.longitudeE7)
        endObject()
    }
}
