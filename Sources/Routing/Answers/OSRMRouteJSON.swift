import Atlas
import GeoCore

/// Writes answers in the format of OSRM's HTTP API, version 1 (github.com/Project-OSRM/osrm-backend, docs/http.md).
package enum OSRMRouteJSON {
    /// Returns the answer of the `route` service with one route.
    package static func write(_ route: PlannedRoute, _ options: OSRMOptions, _ engine: RouteEngine) -> [UInt8] {
        write([route], options, engine)
    }

    /// Returns the answer of the `route` service, the quickest route first.
    package static func write(_ routes: [PlannedRoute], _ options: OSRMOptions, _ engine: RouteEngine) -> [UInt8] {
        var answer = OSRMAnswer(routes[0], options, engine)
        return answer.write { answer in
            answer.array("routes", routes) { answer, route in answer.members(of: route) }
            if !options.skipsWaypoints {
                answer.json.waypoints(routes[0].waypoints, answer.words, hints: options.hints)
            }
        }
    }

    /// Returns the answer of the `trip` service. Waypoints are in the order of the request.
    package static func write(_ plan: PlannedTrips, _ options: OSRMOptions, _ engine: RouteEngine) -> [UInt8] {
        var answer = OSRMAnswer(plan.trips[0].route, options, engine)
        return answer.write { answer in
            answer.array("trips", plan.trips) { answer, trip in answer.members(of: trip.route) }
            guard !options.skipsWaypoints else { return }
            answer.array("waypoints", plan.visits) { answer, visit in
                let waypoint = plan.trips[visit.trip].route.waypoints[visit.position]
                answer.json.members(of: waypoint, answer.words, hints: options.hints)
                answer.json.key("trips_index")
                answer.json.value(visit.trip)
                answer.json.key("waypoint_index")
                answer.json.value(visit.position)
            }
        }
    }

    /// Returns the answer of the `match` service, for a track with at least one matching.
    package static func write(_ track: MatchedTrack, _ options: OSRMOptions, _ engine: RouteEngine) -> [UInt8] {
        var answer = OSRMAnswer(track.matchings[0].route, options, engine)
        return answer.write { answer in
            answer.array("matchings", track.matchings) { answer, matching in
                answer.members(of: matching.route)
                answer.json.key("confidence")
                answer.json.value(matching.confidence, decimals: 6)
            }
            guard !options.skipsWaypoints else { return }
            answer.tracepoints(of: track)
        }
    }

    /// Returns the answer of the `nearest` service.
    package static func writeNearest(
        _ waypoints: [Waypoint], hints: Bool, dataVersion: String? = nil, _ engine: RouteEngine
    ) -> [UInt8] {
        let words = Words(language: .english, text: engine.network.text)
        var json = JSONWriter()
        json.beginOSRM(dataVersion)
        json.key("waypoints")
        json.beginArray()
        for waypoint in waypoints {
            json.beginObject()
            json.members(of: waypoint, words, hints: hints)
            let ids = engine.network.nodeIDs(around: waypoint.position)
            json.key("nodes")
            json.beginArray()
            json.value(ids.0)
            json.value(ids.1)
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return json.bytes
    }

    /// Returns OSRM's code for an error; the message is ours.
    package static func code(for error: RouteError) -> String {
        switch error {
        case .tooFewPoints: "InvalidOptions"
        case .tooManyPoints, .tooFar, .stopped: "TooBig"
        case .outsideMap, .noRoadNear: "NoSegment"
        case .noRoute: "NoRoute"
        }
    }
}
