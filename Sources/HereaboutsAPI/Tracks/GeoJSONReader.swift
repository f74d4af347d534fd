/// Reads GeoJSON (RFC 7946): of a file its lines or its points in order; alone, as features, in a collection of those
/// or in a sequence (RFC 8142). Points beside lines are remarks on those, unless they have times and the lines have
/// none.
///
/// The times of a line are its feature's `coordTimes` or `times` (also in `coordinateProperties`, as togeojson has
/// them), the time of a point its feature's `timestamp`, `time`, `datetime` or `tst`: ISO 8601 or a number since 1970
/// (`RecordedTime`), also as text.
struct GeoJSONReader {
    private var json: JSONPieces
    private var lines = TrackPoints()
    private var points = TrackPoints()

    /// Numbers that stand together in `coordinates`, in so many lists.
    private struct Place {
        var longitude: Double?
        var latitude: Double?
        var altitude: Double?
        let depth: Int
        let isFirst: Bool
    }

    /// What an object says so far.
    private struct Object {
        var type: String?
        var places: [Place] = []
        var lineTimes: [TrackFile.Moment] = []
        var pointTime = TrackFile.Moment.missing
        /// What else is known of a feature's point.
        var point = TrackPoints.Point()
        /// Degrees × 10⁷, as Google writes the places of a timeline.
        var latitudeE7: Double?
        var longitudeE7: Double?
    }

    static func read(_ bytes: [UInt8]) -> TrackPoints {
        var reader = GeoJSONReader(json: JSONPieces(bytes)), damage: String?
        do throws(JSONPieces.Fault) {
            reader.json.passSeparators()
            while !reader.isFull, reader.json.peek() != nil {
                try reader.values()
                reader.json.passSeparators()
            }
        } catch {
            damage = error.reason
        }
        var found = TrackPoints.track(of: [reader.lines, reader.points])
        if let damage { found.end(damage) }
        return found
    }

    private init(json: JSONPieces) { self.json = json }

    private var isFull: Bool { lines.isFull || points.isFull }

    /// An object that may hold positions, or a list of those.
    private mutating func values() throws(JSONPieces.Fault) {
        switch json.peek() {
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["):
            try json.begin("[")
            while try json.nextElement() {
                if isFull { return }
                try values()
            }
        default: try json.skip()
        }
    }

    private mutating func object() throws(JSONPieces.Fault) {
        var object = Object()
        do throws(JSONPieces.Fault) {
            try members(of: &object)
        } catch {
            // The beginning of a line is one.
            if object.type?.hasSuffix("LineString") ?? (object.places.count > 1) { finish(object) }
            throw error
        }
        finish(object)
    }

    private mutating func members(of object: inout Object) throws(JSONPieces.Fault) {
        try json.begin("{")
        while let name = try json.nextMember() {
            if isFull { return }
            switch String(decoding: name.dropFirst().dropLast(), as: UTF8.self) {
            case "features", "locations", "geometries": try values()
            case "geometry" where json.peek() == UInt8(ascii: "{"): try members(of: &object)
            case "type":
                // A feature's geometry says more than the feature.
                let type = try json.text()
                if type != "Feature" { object.type = type }
            case "coordinates":
                try coordinates(&object.places, depth: 0, isFirst: true)
                if object.places.count > TrackFile.mostPoints { return }
            case "properties" where json.peek() == UInt8(ascii: "{"): try properties(of: &object)
            case "latitudeE7": object.latitudeE7 = try json.number()
            case "longitudeE7": object.longitudeE7 = try json.number()
            case "timestamp", "timestampMs": object.pointTime = try moment()
            default: try json.skip()
            }
        }
    }

    private mutating func coordinates(
        _ places: inout [Place], depth: Int, isFirst: Bool
    ) throws(JSONPieces.Fault) {
        guard json.peek() == UInt8(ascii: "[") else { return try json.skip() }
        try json.begin("[")
        var place = Place(depth: depth, isFirst: isFirst), count = 0, holdsLists = false
        while try json.nextElement() {
            if json.peek() == UInt8(ascii: "[") {
                try coordinates(&places, depth: depth + 1, isFirst: count == 0)
                holdsLists = true
                if places.count > TrackFile.mostPoints { return }
            } else {
                // Longitude first; an altitude may follow.
                let number = try json.number()
                switch count {
                case 0: place.longitude = number
                case 1: place.latitude = number
                case 2: place.altitude = number
                default: break
                }
            }
            count += 1
        }
        if !holdsLists { places.append(place) }
    }

    private mutating func properties(of object: inout Object) throws(JSONPieces.Fault) {
        try json.begin("{")
        while let name = try json.nextMember() {
            switch String(decoding: name.dropFirst().dropLast(), as: UTF8.self) {
            case "coordTimes", "times":
                object.lineTimes = []
                try moments(&object.lineTimes)
            case "coordinateProperties" where json.peek() == UInt8(ascii: "{"): try properties(of: &object)
            case "timestamp", "time", "datetime", "tst":
                let read = try moment()
                // What one name says is not undone by another.
                if object.pointTime == .missing || object.pointTime == .unreadable { object.pointTime = read }
            case "altitude": object.point.altitudeMetres = try json.number()
            case "speed": object.point.speed = try json.number()
            case "course": object.point.course = try json.number()
            case "accuracy": object.point.accuracyMetres = try json.number()
            default: try json.skip()
            }
        }
    }

    /// Times, or lists of them for each line.
    private mutating func moments(_ moments: inout [TrackFile.Moment]) throws(JSONPieces.Fault) {
        guard json.peek() == UInt8(ascii: "[") else { return moments.append(try moment()) }
        try json.begin("[")
        while try json.nextElement() {
            if moments.count > TrackFile.mostPoints { return }
            try self.moments(&moments)
        }
    }

    private mutating func moment() throws(JSONPieces.Fault) -> TrackFile.Moment {
        switch json.peek() {
        case UInt8(ascii: "n"):
            try json.skip()
            return .missing
        case UInt8(ascii: "\""):
            let text = try json.text() ?? ""
            return RecordedTime.read(anyForm: text).map { .at($0) } ?? .unreadable
        default:
            return (try json.number()).flatMap { RecordedTime.milliseconds(unix: $0) }.map { .at($0) } ?? .unreadable
        }
    }

    private mutating func finish(_ object: Object) {
        if let latitude = object.latitudeE7, let longitude = object.longitudeE7 {
            var point = TrackPoints.Point()
            (point.latitude, point.longitude, point.moment) = (latitude / 1e7, longitude / 1e7, object.pointTime)
            return points.add(point)
        }
        let depth: Int
        switch object.type {
        case "Point": depth = 0
        case "LineString", "MultiPoint": depth = 1
        case "MultiLineString": depth = 2
        default: return
        }
        // A list that should hold positions and is empty holds none.
        let places = object.places.filter { $0.depth >= depth || $0.longitude != nil }
        let isLine = depth > 0 && object.type != "MultiPoint"
        for (index, place) in places.enumerated() where !isFull {
            var point = places.count == 1 ? object.point : TrackPoints.Point()
            if place.depth == depth { (point.latitude, point.longitude) = (place.latitude, place.longitude) }
            point.altitudeMetres = place.altitude ?? point.altitudeMetres
            point.beginsSegment = place.isFirst
            if object.lineTimes.count == places.count {
                point.moment = object.lineTimes[index]
            } else if places.count == 1 {
                point.moment = object.pointTime
            }
            if isLine { lines.add(point) } else { points.add(point) }
        }
    }
}
