import Atlas
import GeoCore

/// What the tags of an object say about the inside of a building
/// (wiki.openstreetmap.org/wiki/Simple_Indoor_Tagging).
struct IndoorMeaning: Sendable {
    let kind: IndoorClass
    /// The levels in its tags; `nil` if it has none, or none that is understood.
    let levels: LevelSet?
    /// Whether `level` or `repeat_on` has a text that is not understood.
    let isNotUnderstood: Bool

    /// Reads the tags; `nil` for an object that is no thing of a building. Whether a way is a room or a line is its
    /// geometry's to say.
    init?(_ tags: Tags, isNode: Bool) {
        guard let kind = Self.kind(of: tags, isNode: isNode) else { return nil }
        self.kind = kind
        (levels, isNotUnderstood) = Self.levels(of: tags)
    }

    /// Returns the levels of `level` and `repeat_on`, and whether one of them is not understood.
    static func levels(of tags: Tags) -> (levels: LevelSet?, isNotUnderstood: Bool) {
        let texts = [tags["level"], tags["repeat_on"]].compactMap { $0 }
        let known = texts.compactMap { LevelSet($0) }
        let all = known.isEmpty ? nil : known.dropFirst().reduce(known[0]) { $0.union($1) }
        let isTooMany = (all?.count ?? 0) > LevelSet.mostLevels
        return (isTooMany ? nil : all, known.count < texts.count || isTooMany)
    }

    /// Stairs and lifts come first: a lift is often drawn as a room of its own.
    private static func kind(of tags: Tags, isNode: Bool) -> IndoorClass? {
        switch tags["highway"] {
        case "elevator": return .lift
        case "steps" where !isNode: return ["no", nil].contains(tags["conveying"]) ? .stairs : .escalator
        default: break
        }
        switch tags["indoor"] {
        case "room": return .room
        case "corridor": return .corridor
        case "area": return .area
        case "wall": return isNode ? nil : .wall
        case "level": return isNode ? nil : .outline
        case "door": return isNode ? .door : nil
        default: return isNode && !["no", nil].contains(tags["door"]) ? .door : nil
        }
    }

    /// Returns what a thing is for: the value that tiles give as `kind`; empty if unknown.
    static func use(of tags: Tags, _ kind: IndoorClass) -> String {
        if kind == .door {
            if let entrance = tags["entrance"], entrance != "no" { return "entrance" }
            return tags["door"].flatMap { $0 == "yes" ? nil : $0 } ?? ""
        }
        for key in ["room", "amenity", "shop", "office", "leisure", "tourism", "healthcare", "craft", "emergency"] {
            if let value = tags[key], !["yes", "no", "vacant"].contains(value) { return value }
        }
        return tags["stairs"] == "yes" && kind.isSpace ? "stairs" : ""
    }
}
