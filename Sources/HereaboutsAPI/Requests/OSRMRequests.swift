/// A request to OSRM's `route` service (github.com/Project-OSRM/osrm-backend, docs/http.md).
package struct OSRMRouteRequest: APIRequest {
    package var profile = ""
    /// As written: `lon,lat;lon,lat`, `polyline(…)` or `polyline6(…)`.
    package var coordinates = ""
    package var geometries = OSRMGeometries.polyline
    package var overview = OSRMOverview.simplified
    package var steps = OSRMSwitch.false
    /// `true`, `false`, or words of `OSRMAnnotation` with commas between.
    package var annotations: String?
    package var alternatives: String?
    package var continueStraight: String?
    package var skipWaypoints = OSRMSwitch.false
    package var common = OSRMCommonFields()

    package init() {}

    package static let endpoint = Endpoint(
        "/route/v1/{profile}/{coordinates}", "osrm_route", "OSRM's `route` service.",
        answer: .foreignJSON(documentation: OSRMCommonFields.documentation),
        hasForeignRefusals: true)
    package static let blank = OSRMRouteRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.osrmProfile, &profile)
        try fields.required(.osrmCoordinates, &coordinates)
        try fields.defaulted(
            .word("geometries", "The form of lines."), &geometries, standard: .polyline)
        try fields.defaulted(.word("overview", "How much of the line to return."), &overview, standard: .simplified)
        try fields.defaulted(.word("steps", "Whether to return steps."), &steps, standard: .false)
        try fields.optional(
            .text(
                "annotations", "`true`, `false`, or some of duration, distance, speed, weight, datasources.",
                maximumLength: 64), &annotations)
        try fields.optional(
            .text("alternatives", "`true`, `false` or a number; one route is returned.", maximumLength: 8),
            &alternatives)
        try fields.optional(
            .text("continue_straight", "`default`, `true` or `false`; walkers may turn round.", maximumLength: 8),
            &continueStraight)
        try fields.defaulted(
            .word("skip_waypoints", "Whether to leave the waypoints out."), &skipWaypoints, standard: .false)
        try common.visit(&fields)
    }
}

/// A request to OSRM's `nearest` service.
package struct OSRMNearestRequest: APIRequest {
    package var profile = ""
    package var coordinates = ""
    package var number = 1
    package var common = OSRMCommonFields()

    package init() {}

    package static let endpoint = Endpoint(
        "/nearest/v1/{profile}/{coordinates}", "osrm_nearest", "OSRM's `nearest` service.",
        answer: .foreignJSON(documentation: OSRMCommonFields.documentation),
        hasForeignRefusals: true)
    package static let blank = OSRMNearestRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.osrmProfile, &profile)
        try fields.required(.osrmCoordinates, &coordinates)
        try fields.defaulted(.integer("number", "How many streets at most.", in: 1...100), &number, standard: 1)
        try common.visit(&fields)
    }
}

/// The options that every OSRM service knows.
package struct OSRMCommonFields: Sendable, Equatable {
    package var generateHints = OSRMSwitch.true
    package var hints: String?
    /// Metres for each coordinate, or `unlimited`.
    package var radiuses: String?
    package var bearings: String?
    package var approaches: String?
    package var exclude: String?
    package var snapping: String?

    static let documentation = "https://github.com/Project-OSRM/osrm-backend/blob/master/docs/http.md"

    mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        func list(_ name: String, _ summary: String) -> Parameter<String> {
            .text(name, summary, maximumLength: 4096)
        }
        try fields.defaulted(
            .word("generate_hints", "Whether to return a hint for each waypoint."), &generateHints, standard: .true)
        try fields.optional(list("hints", "Accepted; positions are always looked up."), &hints)
        try fields.optional(list("radiuses", "How far a street may be from each coordinate."), &radiuses)
        try fields.optional(list("bearings", "Not implemented."), &bearings)
        try fields.optional(list("approaches", "Accepted; walkers may approach from both sides."), &approaches)
        try fields.optional(list("exclude", "Not implemented."), &exclude)
        try fields.optional(list("snapping", "Accepted; `default` and `any` are the same here."), &snapping)
    }
}

package enum OSRMGeometries: String, Sendable, CaseIterable { case polyline, polyline6, geojson }
package enum OSRMOverview: String, Sendable, CaseIterable { case simplified, full, `false` }
package enum OSRMSwitch: String, Sendable, CaseIterable { case `true`, `false` }

extension Parameter where Value == String {
    fileprivate static let osrmProfile = text("profile", "`foot`.", maximumLength: 32)
    fileprivate static let osrmCoordinates = text(
        "coordinates", "`lon,lat;lon,lat;…`, `polyline(…)` or `polyline6(…)`.", maximumLength: 8192)
}
