/// Whose rules say what tags mean to those on the way.
package enum RoadRules: String, CaseIterable, Sendable {
    /// Our four profiles.
    case own
    /// OSRM's foot and car profiles in place of ours, so that the engine itself can be compared with OSRM.
    case osrm

    /// Carriageways that part by a wider angle, in degrees, are no longer one road (`CarriagewayJoining`). OSRM joins
    /// nearly opposite ones, too, and takes going round a small one-way circle for turning round.
    var widestParting: Double { self == .osrm ? 90 : 60 }
}
