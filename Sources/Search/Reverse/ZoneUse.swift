package import Atlas

/// What an area says about the addresses inside it; of two with the same use the smaller one counts.
package enum ZoneUse: UInt8, Sendable, CaseIterable {
    case suburb, city, postcode, region, country
}

extension Locality {
    /// The name that areas of one use give.
    package subscript(use: ZoneUse) -> StringID {
        get {
            switch use {
            case .suburb: suburb
            case .city: city
            case .postcode: postcode
            case .region: region
            case .country: country
            }
        }
        set {
            switch use {
            case .suburb: suburb = newValue
            case .city: city = newValue
            case .postcode: postcode = newValue
            case .region: region = newValue
            case .country: country = newValue
            }
        }
    }
}
