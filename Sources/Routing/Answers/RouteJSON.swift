import Atlas
import GeoCore

/// Writes a route as our own interface answers it: the same bytes from the server and in the browser.
package enum RouteJSON {
    /// Returns the object: distances in metres and durations in seconds with one decimal, coordinates longitude first.
    package static func write(_ route: PlannedRoute, _ engine: RouteEngine) -> [UInt8] {
        let words = Words(language: route.language, text: engine.network.text)
        var json = JSONWriter(reservingCapacity: 1024 + route.geometry.count * 26)
        json.beginObject()
        json.key("profile")
        json.value(route.profile.name)
        json.totals(route.distanceInMetres, route.durationInSeconds)
        json.key("geometry")
        json.lineString(route.geometry)
        json.key("legs")
        json.beginArray()
        for leg in route.legs { write(leg, route, words, &json) }
        json.endArray()
        json.key("waypoints")
        json.beginArray()
        for waypoint in route.waypoints { json.end(waypoint, words) }
        json.endArray()
        json.key("edge_of_map")
        json.value(route.touchesMapEdge)
        json.key("notice")
        if route.notices.isEmpty { json.null() } else { json.value(words.text(of: route.notices)) }
        json.endObject()
        return json.bytes
    }

    private static func write(_ leg: RouteLeg, _ route: PlannedRoute, _ words: Words, _ json: inout JSONWriter) {
        json.beginObject()
        json.totals(leg.distanceInMetres, leg.durationInSeconds)
        json.key("summary")
        json.value(words.summary(of: leg))
        json.key("steps")
        json.beginArray()
        for step in leg.steps {
            json.beginObject()
            json.key("instruction")
            json.value(words.instruction(for: step))
            json.key("maneuver")
            json.beginObject()
            json.maneuver(step.maneuver)
            json.endObject()
            json.key("name")
            json.value(words.properName(of: step.road))
            json.totals(step.distanceInMetres, step.durationInSeconds)
            json.key("geometry_index")
            json.value(step.firstPoint)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }
}

extension JSONWriter {
    /// Where a point was moved to.
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

    /// The members `distance` and `duration`.
    mutating func totals(_ metres: Double, _ seconds: Double) {
        key("distance")
        value(metres, decimals: 1)
        key("duration")
        value(seconds, decimals: 1)
    }

    /// A position, longitude first (RFC 7946).
    mutating func location(_ point: PointE7) {
        beginArray()
        value(e7: point.longitudeE7)
        value(e7: point.latitudeE7)
        endArray()
    }

    /// A GeoJSON LineString (RFC 7946).
    mutating func lineString(_ points: some Sequence<PointE7>) {
        beginObject()
        key("type")
        value("LineString")
        key("coordinates")
        positions(points)
        endObject()
    }

    mutating func positions(_ points: some Sequence<PointE7>) {
        beginArray()
        for point in points { location(point) }
        endArray()
    }

    /// The members of a maneuver, in OSRM's names.
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
