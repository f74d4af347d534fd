import Atlas
import GeoCore

/// An answer in OSRM's format that is being written.
struct OSRMAnswer {
    /// The route that is being written.
    private var route: PlannedRoute
    private let options: OSRMOptions
    private let network: RoadNetwork
    let words: Words
    var json: JSONWriter

    /// About how many bytes a span takes in an answer with steps.
    private static let bytesPerSpan = 160

    init(_ route: PlannedRoute, _ options: OSRMOptions, _ engine: RouteEngine) {
        self.route = route
        self.options = options
        network = engine.network
        words = Words(language: route.language, text: engine.network.text)
        let spans = options.steps ? route.legs.reduce(0) { $0 + $1.spans.count } : 0
        json = JSONWriter(reservingCapacity: 4096 + spans * Self.bytesPerSpan)
    }

    /// Returns a successful answer with the content that `body` writes.
    mutating func write(_ body: (inout OSRMAnswer) -> Void) -> [UInt8] {
        json.beginOSRM(options.dataVersion)
        body(&self)
        json.endObject()
        return json.bytes
    }

    /// Writes an array of objects.
    mutating func array<Element>(
        _ key: StaticString, _ elements: [Element], _ members: (inout OSRMAnswer, Element) -> Void
    ) {
        json.key(key)
        json.beginArray()
        for element in elements {
            json.beginObject()
            members(&self, element)
            json.endObject()
        }
        json.endArray()
    }

    mutating func members(of route: PlannedRoute) {
        self.route = route
        switch options.overview {
        case .full:
            json.key("geometry")
            line(route.geometry[...])
        case .simplified:
            json.key("geometry")
            line(OverviewLine.points(of: route.geometry)[...])
        case .byLegs, .none: break
        }
        json.key("legs")
        json.beginArray()
        for leg in route.legs { write(leg) }
        json.endArray()
        totals(route.distanceInMetres, route.durationInSeconds)
        json.key("weight_name")
        json.value("duration")
    }

    /// Writes a tracepoint for each point of the track, `null` for points left out.
    mutating func tracepoints(of track: MatchedTrack) {
        var places = [(matching: Int, waypoint: Int)?](repeating: nil, count: track.alternatives.count)
        for (number, matching) in track.matchings.enumerated() {
            for (waypoint, point) in matching.points.enumerated() { places[point] = (number, waypoint) }
        }
        json.key("tracepoints")
        json.beginArray()
        for (place, alternatives) in zip(places, track.alternatives) {
            guard let place else {
                json.null()
                continue
            }
            json.beginObject()
            let waypoint = track.matchings[place.matching].route.waypoints[place.waypoint]
            json.members(of: waypoint, words, hints: options.hints)
            json.key("matchings_index")
            json.value(place.matching)
            json.key("waypoint_index")
            // Points that the route passes without a stop are not waypoints.
            if let stop = track.matchings[place.matching].stops.firstIndex(of: place.waypoint) {
                json.value(stop)
            } else {
                json.null()
            }
            json.key("alternatives_count")
            json.value(alternatives ?? 0)
            json.endObject()
        }
        json.endArray()
    }

    /// Writes distance, duration and weight. The weight is the duration: our routes are the quickest.
    private mutating func totals(_ metres: Double, _ seconds: Double) {
        json.totals(metres, seconds)
        json.key("weight")
        json.value(seconds, decimals: 1)
    }

    private mutating func line(_ points: ArraySlice<PointE7>) {
        switch options.geometries {
        case .polyline: json.value(utf8: Polyline.encode(points.span, precision: .five).span)
        case .polyline6: json.value(utf8: Polyline.encode(points.span, precision: .six).span)
        case .geojson: json.lineString(points)
        }
    }

    private mutating func write(_ leg: RouteLeg) {
        json.beginObject()
        json.key("steps")
        json.beginArray()
        if options.steps { for step in leg.steps { write(step, of: leg) } }
        json.endArray()
        json.key("summary")
        json.value(options.steps ? words.summary(of: leg) : "")
        if options.overview == .byLegs {
            json.key("geometry")
            line(OverviewLine.points(of: Array(route.line(of: leg)))[...])
        }
        totals(leg.distanceInMetres, leg.durationInSeconds)
        if !options.annotations.isEmpty {
            json.key("annotation")
            json.beginObject()
            json.annotation(options.annotations, of: leg, route.geometry, in: network)
            json.endObject()
        }
        json.endObject()
    }

    private mutating func write(_ step: RouteStep, of leg: RouteLeg) {
        json.beginObject()
        json.key("geometry")
        // A line needs two ends, also for the last step, which has no length.
        let points = route.geometry[step.firstPoint...step.lastPoint]
        line(points.count > 1 ? points : [points[points.startIndex], points[points.startIndex]])
        json.key("maneuver")
        json.beginObject()
        json.maneuver(step.maneuver)
        json.endObject()
        json.key("mode")
        json.value(mode(of: step))
        json.key("driving_side")
        let passed = leg.spans(of: step), span = leg.spans[passed.first ?? leg.spans.count - 1]
        json.value(network.way(of: span.arc.edge).has(.drivesOnLeft) ? "left" : "right")
        json.key("name")
        json.value(words.text.string(step.road.name))
        if !step.road.ref.isEmpty {
            json.key("ref")
            json.value(words.text.string(step.road.ref))
        }
        if !step.maneuver.rotaryName.isEmpty {
            json.key("rotary_name")
            json.value(words.text.string(step.maneuver.rotaryName))
        }
        json.key("intersections")
        intersections(of: step, in: leg)
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

    /// Writes the corner where the step begins, then the corners that it passes.
    private mutating func intersections(of step: RouteStep, in leg: RouteLeg) {
        json.beginArray()
        let network = network  // Held once, because all workers share its reference count.
        let passed = leg.spans(of: step), profile = route.profile
        let choice: LaneChoice? =
            if let first = passed.first, first > 0, profile == .car {
                lanes(from: leg.spans[first - 1].arc, to: leg.spans[first].arc)
            } else { nil }
        write(
            step.maneuver.intersection, at: step.maneuver.location, before: passed.first.map { leg.spans[$0] }, choice)
        for index in passed.dropFirst() {
            let before = leg.spans[index - 1].arc, after = leg.spans[index], node = network.head(of: before)
            guard network.arcs(leaving: node).count > 2 else { continue }
            let arms = Corner.arms(at: node, in: network, profile)
            // If the street only continues, there is nothing to cross.
            guard arms.count > 2 else { continue }
            let choice =
                profile == .car ? LaneChoice(before: before, after: after.arc, arms, in: network) : nil
            write(
                Maneuver.Intersection(arms, from: before, to: after.arc), at: network.points[node], before: after,
                choice)
        }
        json.endArray()
    }

    private func lanes(from before: ArcID, to after: ArcID) -> LaneChoice? {
        LaneChoice(
            before: before, after: after, Corner.arms(at: network.head(of: before), in: network, route.profile),
            in: network)
    }

    private mutating func write(
        _ corner: Maneuver.Intersection, at location: PointE7, before span: RouteSpan?, _ lanes: LaneChoice?
    ) {
        json.beginObject()
        json.key("location")
        json.location(location)
        json.key("bearings")
        json.beginArray()
        for street in corner.streets { json.value(street.bearing) }
        json.endArray()
        json.key("entry")
        json.beginArray()
        for street in corner.streets { json.value(street.canEnter) }
        json.endArray()
        if let from = corner.from {
            json.key("in")
            json.value(from)
        }
        if let to = corner.to {
            json.key("out")
            json.value(to)
        }
        if let lanes { json.lanes(lanes) }
        if let span { classes(of: network.way(of: span.arc.edge)) }
        json.endObject()
    }

    /// Writes the classes of OSRM's car profile (github.com/Project-OSRM/osrm-backend, profiles/car.lua); no member if
    /// there are none.
    private mutating func classes(of way: RoadWay) {
        let classes = StreetClasses(of: way)
        guard !classes.isEmpty || way.has(.restrictedAccess) || way.has(.tunnel) else { return }
        json.key("classes")
        json.beginArray()
        if classes.contains(.toll) { json.value("toll") }
        if classes.contains(.motorway) { json.value("motorway") }
        if classes.contains(.ferry) { json.value("ferry") }
        if way.has(.restrictedAccess) { json.value("restricted") }
        if way.has(.tunnel) { json.value("tunnel") }
        json.endArray()
    }
}

extension JSONWriter {
    /// Begins a successful answer.
    mutating func beginOSRM(_ dataVersion: String?) {
        beginObject()
        key("code")
        value("Ok")
        if let dataVersion {
            key("data_version")
            value(dataVersion)
        }
    }

    /// Writes the member `waypoints`, or another member with waypoints, in OSRM's format.
    mutating func waypoints(
        _ waypoints: [Waypoint], as name: StaticString = "waypoints", _ words: Words, hints: Bool
    ) {
        key(name)
        beginArray()
        for waypoint in waypoints {
            beginObject()
            members(of: waypoint, words, hints: hints)
            endObject()
        }
        endArray()
    }

    mutating func members(of waypoint: Waypoint, _ words: Words, hints: Bool) {
        if hints {
            key("hint")
            value(PositionHint(for: waypoint).text)
        }
        key("location")
        location(waypoint.position.point)
        key("name")
        value(words.text.string(waypoint.road.name))
        key("distance")
        value(waypoint.position.distanceInMetres, decimals: 6)
    }
}
