/// The height of a building, for 3D drawing: our addition to the schema (docs/decisions).
enum BuildingHeight {
    /// The height of a storey in metres if only storeys are tagged, as in Simple 3D Buildings (OSM wiki).
    private static let metresPerLevel = 3.0
    /// Above the highest building on Earth: a larger number is an error.
    private static let highest = 1_000.0

    /// Returns `height` and `min_height` in whole metres, if tagged.
    static func attributes(of tags: Tags) -> [MapAttribute] {
        var attributes: [MapAttribute] = []
        if let height = metres(tags["height"]) ?? levels(tags["building:levels"]), height >= 1 {
            attributes.append(.integer(.height, Int32(height.rounded())))
        }
        if let base = metres(tags["min_height"]) ?? levels(tags["building:min_level"]), base >= 1 {
            attributes.append(.integer(.minHeight, Int32(base.rounded())))
        }
        return attributes
    }

    private static func levels(_ value: String?) -> Double? {
        guard let value, let levels = Double(value), levels >= 0, levels * metresPerLevel <= highest else { return nil }
        return levels * metresPerLevel
    }

    /// Reads `12`, `12.5 m`, `40 ft` and `40'`.
    private static func metres(_ value: String?) -> Double? {
        guard let value else { return nil }
        let number = value.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = value.dropFirst(number.count).drop { $0 == " " }
        let factors: [Substring: Double] = ["": 1, "m": 1, "ft": 0.3048, "'": 0.3048]
        guard let factor = factors[unit], let amount = Double(number), amount * factor <= highest else { return nil }
        return amount * factor
    }
}
