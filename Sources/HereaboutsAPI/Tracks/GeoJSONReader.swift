/// Reads GeoJSON (RFC 7946): the lines or the points of a file in order. They may be alone, features, in a collection
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
    /// The tracks of points by the devices that those name.
    private var devices: [String: Int] = [:]
    /// Why the last text was not read to its end.
    private var fault: JSONPieces.Fault?

    /// Numbers that stand together in `coordinates`, and the depth of their lists.
    private struct Place {
        var longitude: Double?
        var latitude: Double?
        var altitude: Double?
        let depth: Int
        /// The index of its line among several, from 0.
        let line: Int
        let isFirst: Bool
        /// Whether its list has no numbers.
        var isEmpty = false
    }

    /// The members of an object that were read so far.
    private struct Object {
        var type: String?
        var isFeature = false
        var places: [Place] = []
        var lineTimes = LineTimes()
        var pointTime = TrackFile.Moment.missing
        /// The other values of a feature's point.
        var point = TrackPoints.Point()
        /// Degrees × 10⁷, as Google writes the places of a timeline.
        var latitudeE7: Double?
        var longitudeE7: Double?
        /// The id and the name of the device that the position is of, in a file of ours.
        var device: String?
        var deviceName: String?
    }

    static func read(_ bytes: [UInt8]) -> TrackPoints {
        var reader = GeoJSONReader(json: JSONPieces(bytes))
        reader.readTexts(JSONTexts(of: bytes, as: .sequence))
        if reader.fault != nil, JSONTexts.areLines(bytes) {
            reader = GeoJSONReader(json: JSONPieces(bytes))
            reader.readTexts(JSONTexts(of: bytes, as: .lines))
        }
        var found = TrackPoints.track(of: [reader.lines, reader.points])
        if let fault = reader.fault { found.end(fault.reason) }
        return found
    }

    private init(json: JSONPieces) { self.json = json }

    private var isFull: Bool { lines.isFull || points.isFull }

    /// Reads one text after the other. A broken text loses everything behind its fault; `fault` is that of the last
    /// text.
    private mutating func readTexts(_ texts: JSONTexts) {
        var texts = texts
        while !isFull, let text = texts.next() {
            if fault != nil { refuse(.brokenText) }
            fault = nil
            json.enter(text)
            do throws(JSONPieces.Fault) {
                while !isFull, json.peek() != nil { try values(isEntry: false) }
            } catch {
                fault = error
            }
        }
    }

    /// Counts something that may have been a line or a point.
    private mutating func refuse(_ reason: TrackFile.Refusal.Reason) {
        lines.refuse(reason)
        points.refuse(reason)
    }

    /// An object that may hold positions, or a list of those, whose entries are to be nothing else.
    private mutating func values(isEntry: Bool) throws(JSONPieces.Fault) {
        switch json.peek() {
        case UInt8(ascii: "{"): try object(isEntry: isEntry)
        case UInt8(ascii: "["):
            try json.begin("[")
            while try json.nextElement() {
                if isFull { return }
                try values(isEntry: true)
            }
        default:
            try json.skip()
            if isEntry { refuse(.place) }
        }
    }

    private mutating func object(isEntry: Bool) throws(JSONPieces.Fault) {
        var object = Object()
        do throws(JSONPieces.Fault) {
            try members(of: &object)
        } catch {
            // The beginning of a line is one.
            if object.type?.hasSuffix("LineString") ?? (object.places.count > 1) { finish(object) }
            throw error
        }
        let isBare = object.type == nil && object.latitudeE7 == nil && object.longitudeE7 == nil
        // A feature without a place, or an entry of something else.
        if isBare && (object.isFeature || isEntry) { points.refuse(.place) } else { finish(object) }
    }

    private mutating func members(of object: inout Object) throws(JSONPieces.Fault) {
        try json.begin("{")
        while let name = try json.nextMember() {
            if isFull { return }
            switch String(decoding: name.dropFirst().dropLast(), as: UTF8.self) {
            case "features", "locations", "geometries": try values(isEntry: false)
            case "geometry" where json.peek() == UInt8(ascii: "{"): try members(of: &object)
            case "type":
                // A feature's geometry says more than the feature.
                let type = try json.text()
                if type == "Feature" { object.isFeature = true } else { object.type = type }
            case "coordinates":
                try coordinates(&object.places, depth: 0, line: 0, isFirst: true)
                if object.places.count > TrackFile.mostPoints { return }
            case "properties" where json.peek() == UInt8(ascii: "{"): try properties(of: &object)
            case "latitudeE7": object.latitudeE7 = try json.number()
            case "longitudeE7": object.longitudeE7 = try json.number()
            case "timestamp", "timestampMs": object.pointTime = try moment()
            default: try json.skip()
            }
        }
    }

    /// The places of a list of numbers, or of lists within lists. A value beside lists that is no list counts as
    /// a place that is not on Earth.
    private mutating func coordinates(
        _ places: inout [Place], depth: Int, line: Int, isFirst: Bool
    ) throws(JSONPieces.Fault) {
        guard json.peek() == UInt8(ascii: "[") else { return try json.skip() }
        try json.begin("[")
        var place = Place(depth: depth, line: line, isFirst: isFirst), count = 0, holdsLists = false
        while try json.nextElement() {
            if places.count > TrackFile.mostPoints { return }
            let line = depth == 0 ? count : line
            if json.peek() == UInt8(ascii: "[") {
                if !holdsLists {
                    places += (0..<min(count, TrackFile.mostPoints)).map {
                        Place(depth: depth + 1, line: depth == 0 ? $0 : line, isFirst: $0 == 0)
                    }
                }
                holdsLists = true
                try coordinates(&places, depth: depth + 1, line: line, isFirst: count == 0)
            } else if holdsLists {
                try json.skip()
                places.append(Place(depth: depth + 1, line: line, isFirst: false))
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
        place.isEmpty = count == 0
        if !holdsLists { places.append(place) }
    }

    private mutating func properties(of object: inout Object) throws(JSONPieces.Fault) {
        try json.begin("{")
        while let name = try json.nextMember() {
            switch String(decoding: name.dropFirst().dropLast(), as: UTF8.self) {
            case "coordTimes", "times":
                object.lineTimes = LineTimes()
                try lineTimes(&object.lineTimes)
            case "coordinateProperties" where json.peek() == UInt8(ascii: "{"): try properties(of: &object)
            case "timestamp", "time", "datetime", "tst":
                let read = try moment()
                // The first name with a valid time counts.
                if object.pointTime == .missing || object.pointTime == .unreadable { object.pointTime = read }
            case "altitude": object.point.altitudeMetres = try json.number()
            case "speed": object.point.speed = try json.number()
            case "course": object.point.course = try json.number()
            case "accuracy": object.point.accuracyMetres = try json.number()
            case "device": object.device = try json.text()
            case "device_name": object.deviceName = try json.text()
            default: try json.skip()
            }
        }
    }

    /// Times, or lists of them for each line.
    private mutating func lineTimes(_ times: inout LineTimes) throws(JSONPieces.Fault) {
        guard json.peek() == UInt8(ascii: "[") else { return times.add(try moment()) }
        try json.begin("[")
        while try json.nextElement() {
            if times.count > TrackFile.mostPoints { return }
            guard json.peek() == UInt8(ascii: "[") else {
                times.add(try moment())
                continue
            }
            times.beginLine()
            try json.begin("[")
            while try json.nextElement() {
                if times.count > TrackFile.mostPoints { return }
                times.addToLine(try moment())
            }
        }
    }

    private mutating func moment() throws(JSONPieces.Fault) -> TrackFile.Moment {
        switch json.peek() {
        case UInt8(ascii: "n"):
            try json.skip()
            return .missing
        case UInt8(ascii: "\""):
            let text = try json.text() ?? ""
            return TrackFile.Moment(milliseconds: RecordedTime.read(anyForm: text))
        default:
            let number = try json.number()
            return TrackFile.Moment(milliseconds: number.flatMap { RecordedTime.milliseconds(unix: $0) })
        }
    }

    private mutating func finish(_ object: Object) {
        if object.latitudeE7 != nil || object.longitudeE7 != nil {
            var point = TrackPoints.Point()
            point.latitude = object.latitudeE7.map { $0 / 1e7 }
            point.longitude = object.longitudeE7.map { $0 / 1e7 }
            point.moment = object.pointTime
            points.add(point)
            return
        }
        let depth: Int
        switch object.type {
        case "Point": depth = 0
        case "LineString", "MultiPoint": depth = 1
        case "MultiLineString": depth = 2
        default: return
        }
        // A list that should hold positions and is empty holds none.
        let places = object.places.filter { $0.depth >= depth || !$0.isEmpty }
        let isLine = depth > 0 && object.type != "MultiPoint"
        let track = track(of: object, isLine)
        var times = object.lineTimes, last = places.first?.line ?? 0
        times.begin(ofSeveralLines: depth == 2)
        for place in places where !isFull {
            if place.line != last { refuseTimes(times.rest(of: last), isLine) }
            last = place.line
            var point = places.count == 1 ? object.point : TrackPoints.Point()
            if place.depth == depth { (point.latitude, point.longitude) = (place.latitude, place.longitude) }
            point.altitudeMetres = place.altitude ?? point.altitudeMetres
            point.beginsSegment = place.isFirst
            point.track = track
            point.moment = times.next(of: place.line)
            if places.count == 1, times.count == 0 { point.moment = object.pointTime }
            if isLine { lines.add(point) } else { points.add(point) }
        }
        if depth > 0 { refuseTimes(times.rest, isLine) }
    }

    /// The track that an object's positions are of: all points of a device have one, and each line.
    private mutating func track(of object: Object, _ isLine: Bool) -> Int {
        guard let device = object.device else {
            return isLine ? lines.add(TrackFile.Track()) : 0
        }
        let name = object.deviceName ?? device
        if isLine { return lines.add(TrackFile.Track(device: name, id: device)) }
        if let track = devices[device] { return track }
        let track = points.add(TrackFile.Track(device: name, id: device))
        devices[device] = track
        return track
    }

    /// Counts the times that have no place.
    private mutating func refuseTimes(_ count: Int, _ isLine: Bool) {
        for _ in 0..<count where !isFull {
            if isLine { lines.refuse(.place) } else { points.refuse(.place) }
        }
    }
}
