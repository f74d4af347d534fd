/// A request to OSRM's `trip` service: the best order to visit the coordinates in.
package struct OSRMTripRequest: APIRequest {
    package var profile = ""
    package var coordinates = ""
    package var roundtrip = OSRMSwitch.true
    package var source = OSRMTripStart.any
    package var destination = OSRMTripEnd.any
    package var line = OSRMLineFields()
    package var common = OSRMCommonFields()

    package init() {}

    package static let endpoint = Endpoint(
        "/trip/v1/{profile}/{coordinates}", "osrm_trip", "OSRM's `trip` service.",
        answer: .foreignJSON(.osrmTrips), refusals: .osrmRefusal)
    package static let blank = OSRMTripRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.osrmProfile, &profile)
        try fields.required(.osrmCoordinates, &coordinates)
        try fields.defaulted(
            .word("roundtrip", "Whether the trip returns to its start."), &roundtrip, standard: .true)
        try fields.defaulted(.word("source", "Where the trip begins."), &source, standard: .any)
        try fields.defaulted(.word("destination", "Where the trip ends."), &destination, standard: .any)
        try line.visit(&fields)
        try common.visit(&fields)
    }
}

/// A request to OSRM's `match` service: a recorded track on the streets.
package struct OSRMMatchRequest: APIRequest {
    package var profile = ""
    package var coordinates = ""
    package var timestamps: String?
    package var gaps = OSRMGaps.split
    package var tidy = OSRMSwitch.false
    package var waypoints: String?
    package var line = OSRMLineFields()
    package var common = OSRMCommonFields()

    package init() {}

    package static let endpoint = Endpoint(
        "/match/v1/{profile}/{coordinates}", "osrm_match", "OSRM's `match` service.",
        answer: .foreignJSON(.osrmMatch), refusals: .osrmRefusal)
    package static let blank = OSRMMatchRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.osrmProfile, &profile)
        try fields.required(.osrmCoordinates, &coordinates)
        try fields.optional(.osrmList("timestamps", "Seconds since 1970 for each coordinate."), &timestamps)
        try fields.defaulted(
            .word("gaps", "Whether a pause of more than a minute cuts the track."), &gaps, standard: .split)
        try fields.defaulted(
            .word("tidy", "Accepted: points beside each other do no harm here."), &tidy, standard: .false)
        try fields.optional(
            .osrmList("waypoints", "Positions of the coordinates at which legs end; all unless given."), &waypoints)
        try line.visit(&fields)
        try common.visit(&fields)
    }
}

/// How the services that answer with routes write them.
package struct OSRMLineFields: Sendable, Equatable {
    package var geometries = OSRMGeometries.polyline
    package var overview = OSRMOverview.simplified
    package var steps = OSRMSwitch.false
    package var annotations: String?
    package var skipWaypoints = OSRMSwitch.false

    mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.defaulted(.word("geometries", "The form of lines."), &geometries, standard: .polyline)
        try fields.defaulted(.word("overview", "How much of the line to return."), &overview, standard: .simplified)
        try fields.defaulted(.word("steps", "Whether to return steps."), &steps, standard: .false)
        try fields.optional(
            .text(
                "annotations", "`true`, `false`, or some of duration, distance, speed, weight, datasources, nodes.",
                maximumLength: 64), &annotations)
        try fields.defaulted(
            .word("skip_waypoints", "Whether to leave the waypoints out."), &skipWaypoints, standard: .false)
    }
}

package enum OSRMTripStart: String, Sendable, CaseIterable { case any, first }

package enum OSRMTripEnd: String, Sendable, CaseIterable { case any, last }

package enum OSRMGaps: String, Sendable, CaseIterable { case split, ignore }
