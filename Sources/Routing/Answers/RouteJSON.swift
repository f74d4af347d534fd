import Atlas
import GeoCore

/// Writes routes as our own API returns them. Server and browser write the same bytes.
///
/// Distances are in metres and durations in seconds with one decimal; coordinates have longitude first.
package enum RouteJSON {
    /// Returns the object of one route.
    package static func write(_ route: PlannedRoute, _ engine: RouteEngine) -> [UInt8] {
        var answer = RouteObjects([route], engine)
        answer.object { $0.members(of: route) }
        return answer.json.bytes
    }

    /// Returns the object of the first, quickest route, with the others as its `alternatives`.
    package static func write(_ routes: [PlannedRoute], _ engine: RouteEngine) -> [UInt8] {
        var answer = RouteObjects(routes, engine)
        answer.object { answer in
            answer.members(of: routes[0])
            answer.array("alternatives", routes.dropFirst()) { answer, route in
                answer.object { $0.members(of: route) }
            }
        }
        return answer.json.bytes
    }

    /// Returns the object of trips: `routes`, each with the request's `points` in the order of its visits.
    package static func write(_ plan: PlannedTrips, _ engine: RouteEngine) -> [UInt8] {
        var answer = RouteObjects(plan.trips.map { $0.route }, engine)
        answer.object { answer in
            answer.array("routes", plan.trips) { answer, trip in
                answer.object { answer in
                    answer.members(of: trip.route)
                    answer.positions("points", trip.points)
                }
            }
        }
        return answer.json.bytes
    }

    /// Returns the object of a matched track: `routes`, one for each matching, each with its `confidence` and the
    /// request's `points` that are its waypoints. `leftOut` adds `refused_count` and `refused`.
    package static func write(
        _ track: MatchedTrack, leftOut: LeftOutPoints? = nil, _ engine: RouteEngine
    ) -> [UInt8] {
        var answer = RouteObjects(track.matchings.map { $0.route }, engine)
        answer.object { answer in
            answer.array("routes", track.matchings) { answer, matching in
                answer.object { answer in
                    answer.members(of: matching.route)
                    answer.json.key("confidence")
                    answer.json.value(matching.confidence, decimals: 3)
                    answer.positions("points", matching.points)
                }
            }
            if let leftOut { answer.members(of: leftOut) }
        }
        return answer.json.bytes
    }

    /// Returns the object of round walks: `routes`, each with the share that is `walked_twice` and the `place` that it
    /// passes.
    package static func write(_ loops: [PlannedLoop], _ engine: RouteEngine) -> [UInt8] {
        var answer = RouteObjects(loops.map { $0.route }, engine)
        answer.object { answer in
            answer.array("routes", loops) { answer, loop in
                answer.object { answer in
                    answer.members(of: loop.route)
                    answer.json.key("walked_twice")
                    answer.json.value(loop.walkedTwice, decimals: 3)
                    guard let place = loop.place else { return }
                    answer.json.key("place")
                    answer.object { answer in
                        answer.json.key("id")
                        answer.json.value(place.id)
                        answer.json.key("name")
                        answer.json.value(place.name)
                        answer.json.members(of: PointE7(place.coordinate))
                    }
                }
            }
        }
        return answer.json.bytes
    }
}

/// The points of a track's file that are not part of the track.
package struct LeftOutPoints {
    let count: Int
    /// The first of them, by their index in the file.
    let named: [(index: Int, reason: String)]

    package init(count: Int, named: [(index: Int, reason: String)]) {
        self.count = count
        self.named = named
    }
}

/// Writes the members of routes, all in the language of the first.
struct RouteObjects {
    var json: JSONWriter
    let words: Words

    init(_ routes: [PlannedRoute], _ engine: RouteEngine) {
        words = Words(language: routes.first?.language ?? .english, text: engine.network.text)
        json = JSONWriter(reservingCapacity: 1024 + routes.reduce(0) { $0 + $1.geometry.count } * 26)
    }

    mutating func object(_ members: (inout RouteObjects) -> Void) {
        json.beginObject()
        members(&self)
        json.endObject()
    }

    mutating func array<Element>(
        _ key: StaticString, _ elements: some Sequence<Element>, _ element: (inout RouteObjects, Element) -> Void
    ) {
        json.key(key)
        json.beginArray()
        for one in elements { element(&self, one) }
        json.endArray()
    }

    /// Writes indices of the request's points, from 0.
    mutating func positions(_ key: StaticString, _ positions: [Int]) {
        array(key, positions) { answer, position in answer.json.value(position) }
    }

    mutating func members(of leftOut: LeftOutPoints) {
        json.key("refused_count")
        json.value(leftOut.count)
        array("refused", leftOut.named) { answer, point in
            answer.object { answer in
                answer.json.key("index")
                answer.json.value(point.index)
                answer.json.key("reason")
                answer.json.value(point.reason)
            }
        }
    }

    mutating func members(of route: PlannedRoute) {
        json.key("profile")
        json.value(route.profile.name)
        json.totals(route.distanceInMetres, route.durationInSeconds)
        json.key("geometry")
        json.lineString(route.geometry)
        array("legs", route.legs) { answer, leg in answer.object { $0.members(of: leg) } }
        array("waypoints", route.waypoints) { answer, waypoint in answer.json.end(waypoint, answer.words) }
        json.key("edge_of_map")
        json.value(route.touchesMapEdge)
        json.key("notice")
        if route.notices.isEmpty { json.null() } else { json.value(words.text(of: route.notices)) }
        if let label = route.label {
            json.key("label")
            json.value(words.text(of: label))
        }
        if let extra = route.extraMillis {
            json.key("extra_duration")
            json.value(Double(extra) / 1000, decimals: 1)
        }
        guard let report = route.wheelchair else { return }
        json.key("wheelchair")
        json.report(report, words)
    }

    private mutating func members(of leg: RouteLeg) {
        json.totals(leg.distanceInMetres, leg.durationInSeconds)
        json.key("summary")
        json.value(words.summary(of: leg))
        array("steps", leg.steps) { answer, step in answer.object { $0.members(of: step) } }
    }

    private mutating func members(of step: RouteStep) {
        json.key("instruction")
        json.value(words.instruction(for: step))
        json.key("maneuver")
        object { answer in
            answer.json.maneuver(step.maneuver)
            guard let stop = step.maneuver.stop else { return }
            answer.json.key("stop")
            answer.json.value(stop)
        }
        json.key("name")
        json.value(words.properName(of: step.road))
        json.totals(step.distanceInMetres, step.durationInSeconds)
        json.key("geometry_index")
        json.value(step.firstPoint)
        guard let level = step.level else { return }
        json.key("level")
        json.value(of: level)
        guard !step.sign.isEmpty else { return }
        json.key("level_name")
        json.value(words.text.string(step.sign))
    }
}

extension JSONWriter {
    /// Writes the point on a street that a requested point was moved to.
    mutating func end(_ waypoint: Waypoint, _ words: Words) {
        beginObject()
        key("location")
        location(waypoint.position.point)
        key("distance")
        value(waypoint.position.distanceInMetres, decimals: 1)
        key("name")
        value(words.properName(of: waypoint.road))
        endObject()
    }

    /// Writes the members `distance` and `duration`.
    mutating func totals(_ metres: Double, _ seconds: Double) {
        key("distance")
        value(metres, decimals: 1)
        key("duration")
        value(seconds, decimals: 1)
    }

    /// Writes a position, longitude first (RFC 7946).
    mutating func location(_ point: PointE7) {
        beginArray()
        value(e7: point.longitudeE7)
        value(e7: point.latitudeE7)
        endArray()
    }

    /// Writes a GeoJSON LineString (RFC 7946).
    mutating func lineString(_ points: some Sequence<PointE7>) {
        beginObject()
        key("type")
        value("LineString")
        key("coordinates")
        positions(points)
        endObject()
    }

    /// Writes the positions of a line. Across the antimeridian, its longitudes continue beyond ±180°, so that a map
    /// draws it without a break.
    mutating func positions(_ points: some Sequence<PointE7>) {
        beginArray()
        var previous: Int32?
        for var point in points {
            if let previous { point.longitudeE7 = Longitude.continued(from: previous, to: point.longitudeE7) }
            location(point)
            previous = point.longitudeE7
        }
        endArray()
    }

    /// Writes the members of a maneuver, with OSRM's names.
    mutating func maneuver(_ maneuver: Maneuver) {
        key("type")
        value(maneuver.kind.name)
        if let turn = maneuver.turn {
            key("modifier")
            value(turn.name)
        }
        key("bearing_before")
        value(maneuver.bearingBefore)
        key("bearing_after")
        value(maneuver.bearingAfter)
        key("location")
        location(maneuver.location)
        if let exit = maneuver.exit {
            key("exit")
            value(exit)
        }
    }
}
