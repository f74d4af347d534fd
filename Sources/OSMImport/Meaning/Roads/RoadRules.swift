/// The rules for the meaning of tags.
package enum RoadRules: String, CaseIterable, Sendable {
    /// Our four profiles.
    case own
    /// OSRM's foot and car profiles in place of ours, for comparing the engine itself with OSRM.
    case osrm

    /// The maximum angle between the carriageways of one road, in degrees (`CarriagewayJoining`). OSRM also joins
    /// nearly opposite ones, and takes a small one-way circle for a U-turn.
    var widestParting: Double { self == .osrm ? 90 : 60 }
}
