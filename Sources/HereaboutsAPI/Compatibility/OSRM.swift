/// A request to OSRM's `route` service (github.com/Project-OSRM/osrm-backend, docs/http.md).
package struct OSRMRouteRequest: APIRequest {
    package var profile = ""
    package var coordinates = ""
    package var line = OSRMLineFields()
    package var alternatives: String?
    package var continueStraight = OSRMHabit.default
    package var waypoints: String?
    package var common = OSRMCommonFields()

    package init() {}

    package static let endpoint = Endpoint(
        "/route/v1/{profile}/{coordinates}", "osrm_route", "OSRM's `route` service.",
        answer: .foreignJSON(.osrmRoutes), refusals: .osrmRefusal)
    package static let blank = OSRMRouteRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.osrmProfile, &profile)
        try fields.required(.osrmCoordinates, &coordinates)
        try line.visit(&fields)
        try fields.optional(
            .text(
                "alternatives",
                """
                How many routes besides the quickest, up to 3, between two points: `true` for one, `false`, or a \
                number.
                """,
                maximumLength: 8),
            &alternatives)
        try fields.defaulted(
            .word(
                "continue_straight",
                "Whether to go straight on at the points to pass. By default cars do, where they can."),
            &continueStraight, standard: .default)
        try fields.optional(
            .osrmList(
                "waypoints",
                "Positions of the coordinates at which legs end. The route passes the others without an instruction."),
            &waypoints)
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
        answer: .foreignJSON(.osrmNearest), refusals: .osrmRefusal)
    package static let blank = OSRMNearestRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.osrmProfile, &profile)
        try fields.required(.osrmCoordinates, &coordinates)
        // A larger number than the server gives is still a readable value: it has an error code of its own.
        try fields.defaulted(
            .integer(
                "number", "How many streets at most; more than 100 are refused as `TooBig`.", in: 1...Int(Int32.max)),
            &number, standard: 1)
        try common.visit(&fields)
    }
}

/// A request to OSRM's `table` service.
package struct OSRMTableRequest: APIRequest {
    package var profile = ""
    package var coordinates = ""
    package var sources: String?
    package var destinations: String?
    package var annotations: String?
    package var fallbackSpeed: Double?
    package var fallbackCoordinate = OSRMFallbackCoordinate.input
    package var scaleFactor = 1.0
    package var skipWaypoints = OSRMSwitch.false
    package var common = OSRMCommonFields()

    package init() {}

    package static let endpoint = Endpoint(
        "/table/v1/{profile}/{coordinates}", "osrm_table", "OSRM's `table` service.",
        answer: .foreignJSON(.osrmTable), refusals: .osrmRefusal)
    package static let blank = OSRMTableRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        func list(_ name: String, _ summary: String) -> Parameter<String> {
            .osrmList(name, summary)
        }
        try fields.required(.osrmProfile, &profile)
        try fields.required(.osrmCoordinates, &coordinates)
        try fields.optional(list("sources", "`all`, or positions of the coordinates to start from."), &sources)
        try fields.optional(list("destinations", "`all`, or positions of the coordinates to go to."), &destinations)
        try fields.optional(
            list("annotations", "`duration` unless given, `distance`, or both with a comma between."), &annotations)
        try fields.optional(
            .positive("fallback_speed", "Metres a second along a straight line where there is no route."),
            &fallbackSpeed)
        try fields.defaulted(
            .word("fallback_coordinate", "The ends of that line: the given coordinates, or their points on streets."),
            &fallbackCoordinate, standard: .input)
        try fields.defaulted(
            .positive("scale_factor", "A factor for all durations."), &scaleFactor, standard: 1)
        try fields.defaulted(
            .word("skip_waypoints", "Whether to leave sources and destinations out."), &skipWaypoints,
            standard: .false)
        try common.visit(&fields)
    }
}

/// The options that every OSRM service knows.
package struct OSRMCommonFields: Sendable, Equatable {
    package var generateHints = OSRMSwitch.true
    package var hints: String?
    package var radiuses: String?
    package var bearings: String?
    package var approaches: String?
    package var exclude: String?
    package var snapping = OSRMSnapping.default

    mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        func list(_ name: String, _ summary: String) -> Parameter<String> {
            .osrmList(name, summary)
        }
        try fields.defaulted(
            .word("generate_hints", "Whether to return a hint for each waypoint."), &generateHints, standard: .true)
        try fields.optional(list("hints", "Those of an earlier answer, for each coordinate."), &hints)
        try fields.optional(
            list("radiuses", "How far a street may be from each coordinate, in metres, or `unlimited`."), &radiuses)
        try fields.optional(
            list(
                "bearings",
                "For each coordinate the direction to move in and how far it may differ: `value,range`, degrees."),
            &bearings)
        try fields.optional(
            list(
                "approaches",
                "For each coordinate `unrestricted`, `curb` to stop on its side of the street, or `opposite` across it."
            ),
            &approaches)
        try fields.optional(
            list(
                "exclude",
                "Classes of streets to leave out, with commas between: `ferry`, for cars also `motorway` and `toll`."),
            &exclude)
        try fields.defaulted(
            .word("snapping", "Whether `any` street will do, also where no route begins usually."), &snapping,
            standard: .default)
    }
}

package enum OSRMGeometries: String, Sendable, CaseIterable { case polyline, polyline6, geojson }

package enum OSRMOverview: String, Sendable, CaseIterable {
    case simplified, full, `false`
    case byLegs = "by_legs"
}

package enum OSRMHabit: String, Sendable, CaseIterable { case `default`, `true`, `false` }

package enum OSRMSnapping: String, Sendable, CaseIterable { case `default`, any }

package enum OSRMFallbackCoordinate: String, Sendable, CaseIterable { case input, snapped }

package enum OSRMSwitch: String, Sendable, CaseIterable { case `true`, `false` }

extension Parameter where Value == String {
    static let osrmProfile = text(
        "profile",
        "`foot`, `wheelchair`, `bicycle` or `car`; also `walking`, `pedestrian`, `cycling`, `bike`, `driving`, `auto`.",
        maximumLength: 32)
    static let osrmCoordinates = osrmList(
        "coordinates", "`lon,lat;lon,lat;…`, `polyline(…)` or `polyline6(…)`.")

    /// A value for each coordinate. A body may have more of them than an address, whose limit the description states.
    static func osrmList(_ name: String, _ summary: String) -> Parameter {
        let posted = text(name, summary, maximumLength: 64 << 10)
        return Parameter(
            name, summary, schema: .text(maximumLength: 4096), read: posted.read, print: posted.print)
    }
}
