import Atlas
import GeoCore

/// Writes answers in the shape of OSRM's HTTP API, version 1 (github.com/Project-OSRM/osrm-backend, docs/http.md).
package enum OSRMRouteJSON {
    /// Returns the answer of the `route` service.
    package static func write(_ route: PlannedRoute, _ options: OSRMOptions, _ engine: RouteEngine) -> [UInt8] {
        var answer = OSRMAnswer(
            route: route, options: options, words: Words(language: route.language, text: engine.network.text))
        return answer.write()
    }

    /// Returns the answer of the `nearest` service.
    package static func writeNearest(_ waypoints: [Waypoint], hints: Bool, _ engine: RouteEngine) -> [UInt8] {
        let words = Words(language: .english, text: engine.network.text)
        var json = JSONWriter()
        json.beginObject()
        json.key("code")
        json.value("Ok")
        json.waypoints(waypoints, words, hints: hints)
        json.endObject()
        return json.bytes
    }

    /// OSRM's word for an error; the message is ours.
    package static func code(for error: RouteError) -> String {
        switch error {
        case .tooFewPoints: "InvalidOptions"
        case .tooManyPoints, .tooFar: "TooBig"
        case .outsideMap, .noRoadNear: "NoSegment"
        case .noRoute: "NoRoute"
        }
    }
}

private struct OSRMAnswer {
    let route: PlannedRoute
    let options: OSRMOptions
    let words: Words
    private var json = JSONWriter(reservingCapacity: 4096)

    init(route: PlannedRoute, options: OSRMOptions, words: Words) {
        self.route = route
        self.options = options
        self.words = words
    }

    mutating func write() -> [UInt8] {
        json.beginObject()
        json.key("code")
        json.value("Ok")
        json.key("routes")
        json.beginArray()
        json.beginObject()
        switch options.overview {
        case .full:
            json.key("geometry")
            line(route.geometry[...])
        case .simplified:
            json.key("geometry")
            line(OverviewLine.points(of: route.geometry)[...])
        case .none: break
        }
        json.key("legs")
        json.beginArray()
        for leg in route.legs { write(leg) }
        json.endArray()
        totals(route.distanceInMetres, route.durationInSeconds)
        json.key("weight_name")
        json.value("duration")
        json.endObject()
        json.endArray()
        if !options.skipsWaypoints { json.waypoints(route.waypoints, words, hints: options.hints) }
        json.endObject()
        return json.bytes
    }

    /// Weight is duration: our routes are the quickest.
    private mutating func totals(_ metres: Double, _ seconds: Double) {
        json.totals(metres, seconds)
        json.key("weight")
        json.value(seconds, decimals: 1)
    }

    private mutating func line(_ points: ArraySlice<PointE7>) {
        switch options.geometries {
        case .polyline: json.value(utf8: Polyline.encode(Array(points), precision: .five).span)
        case .polyline6: json.value(utf8: Polyline.encode(Array(points), precision: .six).span)
        case .geojson: json.lineString(points)
        }
    }

    private mutating func write(_ leg: RouteLeg) {
        json.beginObject()
        json.key("steps")
        json.beginArray()
        if options.steps { for step in leg.steps { write(step) } }
        json.endArray()
        json.key("summary")
        json.value(options.steps ? words.summary(of: leg) : "")
        totals(leg.distanceInMetres, leg.durationInSeconds)
        if !options.annotations.isEmpty { annotation(of: leg) }
        json.endObject()
    }

    /// A known limit: `driving_side` is always "right", also where people drive on the left. An atlas does not say.
    private mutating func write(_ step: RouteStep) {
        json.beginObject()
        json.key("geometry")
        // A line has two ends, also the last step's, which goes nowhere.
        let points = route.geometry[step.firstPoint...step.lastPoint]
        line(points.count > 1 ? points : [points[points.startIndex], points[points.startIndex]])
        json.key("maneuver")
        json.beginObject()
        json.maneuver(step.maneuver)
        json.endObject()
        json.key("mode")
        json.value(mode(of: step))
        json.key("driving_side")
        json.value("right")
        json.key("name")
        json.value(words.text.string(step.road.name))
        if !step.road.ref.isEmpty {
            json.key("ref")
            json.value(words.text.string(step.road.ref))
        }
        json.key("intersections")
        intersections(of: step)
        totals(step.distanceInMetres, step.durationInSeconds)
        json.endObject()
    }

    private func mode(of step: RouteStep) -> String {
        if step.road.kind == .ferry { return "ferry" }
        switch route.profile {
        case .foot, .wheelchair: return "walking"
        case .bicycle: return "cycling"
        case .car: return "driving"
        }
    }

    /// The corner where the step begins; those passed without a word are left out.
    private mutating func intersections(of step: RouteStep) {
        let corner = step.maneuver.intersection
        json.beginArray()
        json.beginObject()
        json.key("location")
        json.location(step.maneuver.location)
        json.key("bearings")
        json.beginArray()
        for bearing in corner.bearings { json.value(bearing) }
        json.endArray()
        json.key("entry")
        json.beginArray()
        for entry in corner.entries { json.value(entry) }
        json.endArray()
        if let from = corner.from {
            json.key("in")
            json.value(from)
        }
        if let to = corner.to {
            json.key("out")
            json.value(to)
        }
        json.endObject()
        json.endArray()
    }

    private mutating func annotation(of leg: RouteLeg) {
        let values = Annotation(leg, route.geometry)
        json.key("annotation")
        json.beginObject()
        if options.annotations.contains(.distance) {
            json.key("distance")
            numbers(values.metres)
        }
        if options.annotations.contains(.duration) {
            json.key("duration")
            numbers(values.seconds)
        }
        if options.annotations.contains(.weight) {
            json.key("weight")
            numbers(values.seconds)
        }
        if options.annotations.contains(.speed) {
            json.key("speed")
            numbers(values.speeds)
        }
        if options.annotations.contains(.datasources) {
            json.key("datasources")
            numbers(values.metres.map { _ in 0 })
        }
        json.endObject()
    }

    private mutating func numbers(_ values: [Double]) {
        json.beginArray()
        for value in values { json.value(value, decimals: 3) }
        json.endArray()
    }
}

extension JSONWriter {
    /// The member `waypoints`, in OSRM's shape.
    fileprivate mutating func waypoints(_ waypoints: [Waypoint], _ words: Words, hints: Bool) {
        key("waypoints")
        beginArray()
        for waypoint in waypoints {
            beginObject()
            if hints {
                // Edge and fraction, opaque to callers.
                key("hint")
                let position = waypoint.position
                value(hexadecimal: UInt64(position.edge.rawValue) << 16 | UInt64(position.fraction), digits: 12)
            }
            key("location")
            location(waypoint.position.point)
            key("name")
            value(words.text.string(waypoint.road.name))
            key("distance")
            value(waypoint.position.distanceInMetres, decimals: 6)
            endObject()
        }
        endArray()
    }
}
