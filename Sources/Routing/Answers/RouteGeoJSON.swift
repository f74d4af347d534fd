import GeoCore

/// Writes routes as GeoJSON (RFC 7946), for maps and drawing programs.
package enum RouteGeoJSON {
    /// Returns a FeatureCollection: for each route its line, then a point for each of its instructions; all in the
    /// language of the first route.
    package static func write(_ routes: [PlannedRoute], _ engine: RouteEngine) -> [UInt8] {
        var features = RouteFeatures(routes, engine)
        features.collection(routes)
        return features.answer.json.bytes
    }
}

private struct RouteFeatures {
    var answer: RouteObjects

    init(_ routes: [PlannedRoute], _ engine: RouteEngine) { answer = RouteObjects(routes, engine) }

    mutating func collection(_ routes: [PlannedRoute]) {
        answer.json.beginObject()
        answer.json.key("type")
        answer.json.value("FeatureCollection")
        answer.json.key("features")
        answer.json.beginArray()
        for (number, route) in routes.enumerated() {
            line(of: route, number)
            for leg in route.legs {
                for step in leg.steps { point(of: step, number) }
            }
        }
        answer.json.endArray()
        answer.json.endObject()
    }

    private mutating func line(of route: PlannedRoute, _ number: Int) {
        beginFeature()
        answer.json.lineString(route.geometry)
        beginProperties(number)
        answer.json.key("profile")
        answer.json.value(route.profile.name)
        answer.json.totals(route.distanceInMetres, route.durationInSeconds)
        answer.json.key("name")
        answer.json.value(answer.words.title(of: route))
        if !route.notices.isEmpty {
            answer.json.key("notice")
            answer.json.value(answer.words.text(of: route.notices))
        }
        endFeature()
    }

    private mutating func point(of step: RouteStep, _ number: Int) {
        beginFeature()
        answer.json.beginObject()
        answer.json.key("type")
        answer.json.value("Point")
        answer.json.key("coordinates")
        answer.json.location(step.maneuver.location)
        answer.json.endObject()
        beginProperties(number)
        answer.json.key("instruction")
        answer.json.value(answer.words.instruction(for: step))
        answer.json.key("type")
        answer.json.value(step.maneuver.kind.name)
        if let turn = step.maneuver.turn {
            answer.json.key("modifier")
            answer.json.value(turn.name)
        }
        answer.json.key("name")
        answer.json.value(answer.words.properName(of: step.road))
        answer.json.totals(step.distanceInMetres, step.durationInSeconds)
        endFeature()
    }

    private mutating func beginFeature() {
        answer.json.beginObject()
        answer.json.key("type")
        answer.json.value("Feature")
        answer.json.key("geometry")
    }

    /// Begins the properties with the index of the feature's route.
    private mutating func beginProperties(_ number: Int) {
        answer.json.key("properties")
        answer.json.beginObject()
        answer.json.key("route")
        answer.json.value(number)
    }

    private mutating func endFeature() {
        answer.json.endObject()
        answer.json.endObject()
    }
}
