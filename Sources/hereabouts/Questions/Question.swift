import Atlas
import GeoCore
import Routing
import Search

/// A question to an atlas, in the form of the page's `OpenAtlas` (Web/core/core.js).
enum Question {
    case about
    case tile(TileID)
    case suggest(SearchRequest, at: PlaceTime? = nil)
    case places(SearchRequest, at: PlaceTime? = nil)
    case place(PlaceRef, language: String, at: PlaceTime? = nil)
    case address(Coordinate, language: String, at: PlaceTime? = nil)
    case route([Coordinate], Profile, alternatives: Int, language: String)
    case routeGPX([Coordinate], Profile, alternatives: Int, only: Int, language: String)
    case reach(from: Coordinate, minutes: [Int], Profile, withStreets: Bool)
    /// A table of routes from the first point to all others.
    case table([Coordinate], Profile)
    /// Round walks of some minutes, past places of a kind; an empty kind for walks anywhere.
    case loop(Coordinate, minutes: Int, kind: String, Profile, alternatives: Int, language: String)
    case trip([Coordinate], Profile, isRoundTrip: Bool, startsAtFirst: Bool, endsAtLast: Bool, language: String)
    /// Has no answer, but changes later answers.
    case applyChanges([StreetChange])

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
        case .suggest(let request, let time):
            json.value("suggest")
            json.write(request)
            json.write(time)
        case .places(let request, let time):
            json.value("places")
            json.write(request)
            json.write(time)
        case .place(let reference, let language, let time):
            var id: [UInt8] = []
            reference.append(to: &id)
            json.value("place")
            json.value(utf8: id)
            json.value(language)
            json.write(time)
        case .address(let coordinate, let language, let time):
            let point = PointE7(coordinate)
            json.value("address")
            json.value(e7: point.latitudeE7)
            json.value(e7: point.longitudeE7)
            json.value(language)
            json.write(time)
        case .route(let points, let profile, let alternatives, let language):
            json.value("route")
            json.write(points, profile, language)
            json.value(alternatives)
        case .routeGPX(let points, let profile, let alternatives, let only, let language):
            json.value("routeGPX")
            json.write(points, profile, language)
            json.value(alternatives)
            json.value(only)
        case .reach(let from, let minutes, let profile, let withStreets):
            json.value("reach")
            json.write(from)
            json.write(minutes)
            json.value(profile.name)
            json.value(withStreets)
        case .table(let points, let profile):
            json.value("table")
            json.write(points)
            json.write([0])
            json.write(Array(1..<points.count))
            json.value(profile.name)
        case .loop(let start, let minutes, let kind, let profile, let alternatives, let language):
            json.value("loop")
            json.write(start)
            json.beginObject()
            json.key("minutes")
            json.value(minutes)
            json.endObject()
            json.value(kind)
            json.value(profile.name)
            json.value(alternatives)
            json.value(language)
        case .trip(let points, let profile, let isRoundTrip, let startsAtFirst, let endsAtLast, let language):
            json.value("trip")
            json.write(points, profile, language)
            json.beginObject()
            json.key("isRoundTrip")
            json.value(isRoundTrip)
            json.key("startsAtFirst")
            json.value(startsAtFirst)
            json.key("endsAtLast")
            json.value(endsAtLast)
            json.endObject()
        case .applyChanges(let changes):
            json.value("applyChanges")
            json.beginArray()
            for number in StreetChange.numbers(of: changes) { json.value(number, decimals: 7) }
            json.endArray()
        }
        json.endArray()
        return json.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ request: SearchRequest) {
        value(request.text)
        if let near = request.near { write(near) } else { null() }
        value(request.limit)
        value(request.language ?? "")
    }

    /// Writes the numbers of `localClock` (Web/core/core.js); -1 for no time, because JSON has no NaN.
    fileprivate mutating func write(_ time: PlaceTime?) {
        let change = time?.clock?.change
        write([time?.local.minutes ?? -1, time?.clock?.minutes ?? 0, change?.at ?? -1, change?.minutes ?? 0])
    }

    fileprivate mutating func write(_ points: [Coordinate], _ profile: Profile, _ language: String) {
        write(points)
        value(profile.name)
        value(language)
    }

    fileprivate mutating func write(_ points: [Coordinate]) {
        beginArray()
        for point in points { write(point) }
        endArray()
    }

    fileprivate mutating func write(_ numbers: [Int]) {
        beginArray()
        for number in numbers { value(number) }
        endArray()
    }

    /// Writes a position as the page does; exactly, because questions contain stored points.
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
