/// Limits for cars from signs and structures: speeds, and dimensions.
enum CarLimits {
    /// A large car, as in OSRM's car profile (profiles/car.lua).
    private static let widthInMetres = 1.9, heightInMetres = 2.0, lengthInMetres = 4.8, weightInTonnes = 2.0

    /// Returns the limits in km/h along and against the drawing of the way; `nil` if unknown.
    ///
    /// An advised speed comes before the legal limit. Without a number, the kind of limit may be tagged
    /// (wiki.openstreetmap.org/wiki/Key:maxspeed, /Key:maxspeed:advisory, /Key:source:maxspeed).
    static func posted(_ tags: RoadTags) -> (forward: Double?, backward: Double?) {
        let advised = limit(tags[.maxspeedAdvisory])
        let implied = limit(tags[.maxspeedSource]) ?? limit(tags[.maxspeedType])
        let general = tags[.maxspeed]
        return (
            advised ?? limit(tags[.maxspeedForward] ?? general) ?? implied,
            advised ?? limit(tags[.maxspeedBackward] ?? general) ?? implied
        )
    }

    /// Whether a car does not fit: too narrow, too low, too short or too weak.
    static func areTooTight(_ tags: RoadTags) -> Bool {
        func metres(_ keys: RoadKey...) -> Double? { keys.lazy.compactMap { Measurement.metres(tags[$0]) }.first }
        if let width = metres(.physicalMaxwidth, .maxwidth, .width, .estimatedWidth), width <= widthInMetres {
            return true
        }
        if let height = metres(.physicalMaxheight, .maxheight), height < heightInMetres { return true }
        if let length = metres(.maxlength), length < lengthInMetres { return true }
        let weight = Measurement.tonnes(tags[.maxweightRating]) ?? Measurement.tonnes(tags[.maxweight])
        return weight.map { $0 < weightInTonnes } ?? false
    }

    private static func limit(_ value: String?) -> Double? {
        guard let value, let limit = Measurement.kilometresPerHour(value) ?? implicit(value), limit > 0, limit < 1000
        else { return nil }
        return limit
    }

    /// Returns the limit of a value such as `RO:urban`, a country's legal limit for a kind of road
    /// (wiki.openstreetmap.org/wiki/Default_speed_limits), or `DE:zone30`, a zone's sign. `none`, on German motorways,
    /// counts as at most 140, as in OSRM.
    private static func implicit(_ value: String) -> Double? {
        if value == "none" { return 140 }
        let parts = value.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].utf8.count >= 2, parts[0].utf8.first != UInt8(ascii: " ") else { return nil }
        let country = parts[0].prefix(2).uppercased(), kind = parts[1].lowercased()
        if kind.hasPrefix("zone") {
            let digits = parts.count > 2 ? parts[2] : parts[1].dropFirst(4)
            return Double(digits)
        }
        if let stated = Double(kind) { return stated }
        switch (kind, country) {
        case ("living_street", "RU"), ("living_street", "LV"), ("living_street", "FR"): return 20
        case ("living_street", _), ("walk", _): return 7
        case ("bicycle_road", _), ("cycle_street", _): return 30
        case ("urban", "RU"), ("urban", "BY"), ("urban", "ZA"): return 60
        case ("urban", _): return 50
        case ("rural", "FR"), ("rural", "CH"), ("rural", "DK"), ("rural", "NL"), ("rural", "NO"), ("rural", "FI"),
            ("rural", "PH"):
            return 80
        case ("rural", "BE"): return 70
        case ("rural", "DE"), ("rural", "AT"), ("rural", "ZA"): return 100
        case ("rural", _): return 90
        case ("trunk", "CH"), ("trunk", "NL"), ("trunk", "RO"): return 100
        case ("trunk", "ES"): return 90
        case ("trunk", _): return 110
        case ("motorway", "DE"): return 140
        case ("motorway", "PL"), ("motorway", "BG"): return 140
        case ("motorway", "BE"), ("motorway", "CH"), ("motorway", "PT"), ("motorway", "ES"), ("motorway", "FI"):
            return 120
        case ("motorway", "GB"), ("motorway", "UK"), ("nsl_dual", _): return 112.65
        case ("motorway", "RU"), ("motorway", "NO"), ("motorway", "BY"): return 110
        case ("motorway", _): return 130
        case ("nsl_single", _): return 96.56
        case ("nsl_restricted", _): return 48.28
        default: return nil
        }
    }
}
