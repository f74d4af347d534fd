/// The options of OSRM's `route` service (github.com/Project-OSRM/osrm-backend, docs/http.md).
package struct OSRMOptions: Sendable {
    package enum Geometries: Sendable { case polyline, polyline6, geojson }
    package enum Overview: Sendable { case simplified, full, byLegs, none }

    package var geometries = Geometries.polyline
    package var overview = Overview.simplified
    package var steps = false
    package var annotations: Annotations = []
    package var hints = true
    package var skipsWaypoints = false
    /// A text that identifies the state of the data; `nil` leaves it out.
    package var dataVersion: String?

    package init() {}

    /// Values for each segment of a leg's line; `nodes` for each of its points.
    package struct Annotations: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let duration = Annotations(rawValue: 1)
        package static let distance = Annotations(rawValue: 2)
        package static let speed = Annotations(rawValue: 4)
        package static let weight = Annotations(rawValue: 8)
        package static let datasources = Annotations(rawValue: 16)
        package static let nodes = Annotations(rawValue: 32)
        package static let all: Annotations = [.duration, .distance, .speed, .weight, .datasources, .nodes]
    }
}
