/// Whose rules say what tags mean to those on the way.
package enum RoadRules: String, CaseIterable, Sendable {
    /// Our four profiles.
    case own
    /// OSRM's foot and car profiles in place of ours, so that the engine itself can be compared with OSRM.
    case osrm
}
