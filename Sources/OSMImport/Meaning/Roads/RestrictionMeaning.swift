import Routing

/// The meaning of a restriction relation's tags (wiki.openstreetmap.org/wiki/Relation:restriction).
struct RestrictionMeaning: Equatable {
    /// `only_…`: every continuation but the named one is forbidden. Otherwise, the named continuation is forbidden.
    var isMandatory: Bool
    var profiles: ProfileSet

    /// Reads a relation's tags; `nil` if it is not a restriction, or not for any of our profiles.
    init?(_ tags: Tags) {
        guard Self.isRestriction(tags) else { return nil }
        var found: (value: String, profiles: ProfileSet)?
        for (key, profiles) in Self.profilesByKey {
            if let value = tags[key] { found = (value, profiles) }
        }
        guard let found, let isMandatory = Self.isMandatory(found.value) else { return nil }
        self.isMandatory = isMandatory
        profiles = found.profiles.subtracting(Self.excepted(tags["except"]))
        guard !profiles.isEmpty else { return nil }
    }

    /// General keys first, so that a more specific key wins.
    private static let profilesByKey: [(String, ProfileSet)] = [
        ("restriction", vehicles), ("restriction:vehicle", vehicles), ("restriction:motor_vehicle", ProfileSet(.car)),
        ("restriction:motorcar", ProfileSet(.car)), ("restriction:bicycle", ProfileSet(.bicycle)),
        ("restriction:foot", [ProfileSet(.foot), ProfileSet(.wheelchair)]),
    ]

    /// Whether a value requires the named continuation or forbids it; `nil` for values that are not a turn, such as
    /// `no_right_turn_on_red`.
    private static func isMandatory(_ value: String) -> Bool? {
        switch value {
        case "no_left_turn", "no_right_turn", "no_straight_on", "no_u_turn", "no_entry", "no_exit": false
        case "only_left_turn", "only_right_turn", "only_straight_on", "only_u_turn": true
        default: nil
        }
    }

    /// Whether a relation restricts turns of our profiles with an unknown value.
    static func isUnknown(_ tags: Tags) -> Bool {
        isRestriction(tags) && profilesByKey.contains { key, _ in tags[key].map { isMandatory($0) == nil } ?? false }
    }

    /// Whether a rule for turns of our profiles applies only at certain times
    /// (wiki.openstreetmap.org/wiki/Conditional_restrictions), including the old keys for hours and days.
    static func isConditional(_ tags: Tags) -> Bool {
        isRestriction(tags)
            && (profilesByKey.contains { key, _ in tags[key + ":conditional"] != nil }
                || ["hour_on", "day_on"].contains { tags[$0] != nil })
    }

    private static func isRestriction(_ tags: Tags) -> Bool {
        tags["type"].map { $0 == "restriction" || $0.hasPrefix("restriction:") } ?? false
    }

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
