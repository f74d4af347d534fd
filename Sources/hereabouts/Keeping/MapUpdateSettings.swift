import FoundationEssentials
import OSMImport

/// The settings for a map that follows OpenStreetMap by change files.
struct MapUpdateSettings: Equatable {
    /// The extract that the atlas was made of; each update replaces it.
    var extract: String?
    /// The folder in which another program puts change files; `nil` for none.
    var changes: String?
    /// The region to keep, as on the command line; `nil` for the box that the extract states.
    var within: String?
    /// What belongs to the region.
    var cut: CutRule = .smart

    /// Returns where updates begin and where they go; `nil` if there are none. Throws `ConfigurationFault` if a setting
    /// is missing.
    func sources(atlas: String?) throws(ConfigurationFault) -> MapUpdating.Sources? {
        guard let changes else { return nil }
        guard let extract else {
            throw ConfigurationFault(
                "map-changes needs map-extract: the extract that the atlas was made of, which each update replaces")
        }
        guard let atlas else {
            throw ConfigurationFault("map-changes needs atlas: the file that each update replaces")
        }
        return .init(extract: extract, changes: changes, atlas: atlas, within: within, cut: cut)
    }
}
