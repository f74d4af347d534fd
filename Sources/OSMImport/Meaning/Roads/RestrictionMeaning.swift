import Routing

/// What the tags of a restriction relation demand (wiki.openstreetmap.org/wiki/Relation:restriction).
struct RestrictionMeaning: Equatable {
    /// `only_…`: no other way on than the one named. Otherwise that one is forbidden.
    var isMandatory: Bool
    var profiles: ProfileSet

    /// Reads a relation's tags; `nil` when it is no restriction, or none for any of our profiles.
    init?(_ tags: Tags) {
        guard let type = tags["type"], type == "restriction" || type.hasPrefix("restriction:") else { return nil }
        var found: (value: String, profiles: ProfileSet)?
        for (key, profiles) in Self.profilesByKey {
            if let value = tags[key] { found = (value, profiles) }
        }
        guard let found, found.value.hasPrefix("no_") || found.value.hasPrefix("only_") else { return nil }
        isMandatory = found.value.hasPrefix("only_")
        profiles = found.profiles.subtracting(Self.excepted(tags["except"]))
        guard !profiles.isEmpty else { return nil }
    }

    /// General first, so that a more particular key wins.
    private static let profilesByKey: [(String, ProfileSet)] = [
        ("restriction", vehicles), ("restriction:vehicle", vehicles), ("restriction:motor_vehicle", ProfileSet(.car)),
        ("restriction:motorcar", ProfileSet(.car)), ("restriction:bicycle", ProfileSet(.bicycle)),
        ("restriction:foot", [ProfileSet(.foot), ProfileSet(.wheelchair)]),
    ]

    private static let vehicles: ProfileSet = [ProfileSet(.bicycle), ProfileSet(.car)]

    private static func excepted(_ value: String?) -> ProfileSet {
        var excepted: ProfileSet = []
        for word in (value ?? "").split(separator: ";") {
            switch String(word.drop { $0 == " " }) {
            case "bicycle": excepted.insert(ProfileSet(.bicycle))
            case "motorcar", "motor_vehicle": excepted.insert(ProfileSet(.car))
            case "vehicle": excepted.formUnion(vehicles)
            case "foot": excepted.formUnion([ProfileSet(.foot), ProfileSet(.wheelchair)])
            default: break
            }
        }
        return excepted
    }
}
