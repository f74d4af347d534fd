package import Atlas

/// The part of the addresses inside an area that the area provides, the larger areas last.
///
/// Of two areas with the same use, the smaller one counts.
package enum ZoneUse: UInt8, Sendable, CaseIterable, Comparable {
    case neighbourhood, suburb, city, postcode, county, state, country

    package static func < (one: ZoneUse, other: ZoneUse) -> Bool { one.rawValue < other.rawValue }
}

extension Locality {
    /// The name from areas of one use.
    package subscript(use: ZoneUse) -> LocalityPart {
        get {
            switch use {
            case .neighbourhood: neighbourhood
            case .suburb: suburb
            case .city: city
            case .postcode: postcode
            case .county: county
            case .state: state
            case .country: country
            }
        }
        set {
            switch use {
            case .neighbourhood: neighbourhood = newValue
            case .suburb: suburb = newValue
            case .city: city = newValue
            case .postcode: postcode = newValue
            case .county: county = newValue
            case .state: state = newValue
            case .country: country = newValue
            }
        }
    }
}

extension Locality {
    /// Fills unknown parts from `other`. If that is the locality of another town, parts of that town stay unknown.
    package mutating func complete(with other: Locality) {
        let isElsewhere = !city.isUnknown && !other.city.isUnknown && city.name != other.city.name
        for use in ZoneUse.allCases where self[use].isUnknown && (!isElsewhere || use > .postcode) {
            self[use] = other[use]
        }
    }
}
