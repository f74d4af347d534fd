/// The access to a street, in the three values of the schema: `yes`, `limited`, `no`.
enum StreetAccess {
    private static let words = [
        "yes": "yes", "designated": "yes", "permissive": "yes",
        "customers": "limited", "destination": "limited", "agricultural": "limited", "forestry": "limited",
        "delivery": "limited", "discouraged": "limited", "permit": "limited",
        "dismount": "no", "military": "no", "private": "no", "no": "no",
    ]

    /// Each attribute with its tags, the most specific first.
    private static let keys: [(field: MapField, tags: [String])] = [
        (.motorcar, ["motorcar", "motor_vehicle", "vehicle", "access"]), (.bicycle, ["bicycle", "vehicle", "access"]),
        (.foot, ["foot", "access"]), (.horse, ["horse", "access"]),
    ]

    static func attributes(of tags: Tags) -> [MapAttribute] {
        keys.compactMap { field, keys in
            for key in keys {
                if let value = tags[key], let word = words[value] { return .text(field, word) }
            }
            return nil
        }
    }
}
