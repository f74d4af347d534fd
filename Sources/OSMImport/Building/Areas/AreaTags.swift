/// Decides whether the tags of a closed way describe the surface inside it or the line itself.
///
/// OpenStreetMap has no type for areas. The list is the community's own (github.com/tyrasd/osm-polygon-features, as
/// used by overpass turbo and others), reduced to keys that our engines read.
package enum AreaTags {
    private enum Rule {
        case always
        /// Every value but these.
        case allBut(Set<String>)
        /// These values only.
        case only(Set<String>)
    }

    private static let rules: [String: Rule] = [
        "aeroway": .allBut(["taxiway", "runway"]),
        "amenity": .always,
        "area:aeroway": .always,
        "area:highway": .always,
        "barrier": .only(["city_wall", "ditch", "hedge", "retaining_wall", "spikes", "wall"]),
        "boundary": .always,
        "building": .always,
        "building:part": .always,
        "craft": .always,
        "golf": .allBut(["hole", "path", "cartpath"]),
        "healthcare": .always,
        "highway": .only(["services", "rest_area", "escape", "elevator"]),
        "historic": .always,
        "indoor": .allBut(["wall", "yes"]),
        "landuse": .always,
        "leisure": .allBut(["track", "slipway"]),
        "man_made": .allBut(["cutline", "embankment", "pipeline"]),
        "military": .allBut(["trench"]),
        "natural": .allBut(["coastline", "cliff", "ridge", "arete", "tree_row"]),
        "office": .always,
        "place": .always,
        "power": .only(["plant", "substation", "generator", "transformer"]),
        "public_transport": .always,
        "railway": .only(["station", "turntable", "roundhouse", "platform"]),
        "ruins": .always,
        "shop": .always,
        "tourism": .allBut(["yes"]),
        "waterway": .only(["riverbank", "dock", "boatyard", "dam"]),
        "wetland": .always,
    ]

    /// Whether a closed way with these tags is an area. `area=yes` and `area=no` decide if present.
    package static func isArea(_ tags: Tags) -> Bool {
        switch tags["area"] {
        case "yes": return true
        case "no": return false
        default: return tags.contains(where: isArea)
        }
    }

    /// Whether a single tag makes a closed way an area.
    static func isArea(key: String, value: String) -> Bool {
        guard value != "no", let rule = rules[key] else { return false }
        switch rule {
        case .always: return true
        case .allBut(let lines): return !lines.contains(value)
        case .only(let areas): return areas.contains(value)
        }
    }

    /// Whether the tags can only describe a surface, so that a way with them is closed even if its ends are missing.
    static func isSurface(_ tags: Tags) -> Bool {
        tags.contains { surfaces.contains($0.key) && isArea(key: $0.key, value: $0.value) }
    }

    private static let surfaces: Set = ["amenity", "building", "landuse", "leisure", "natural"]
}
