/// The type of an answer, in the words of GeocodeJSON (github.com/geocoders/geocodejson-spec) and of Photon's `layer`.
enum GeocodingLayer: String, Sendable {
    case house, street, locality, district, city, county, state, country, other

    init(_ kind: GeocodedKind) {
        switch kind.rank.address {
        case 4: self = .country
        case 5...9: self = .state
        case 10...12: self = .county
        case 13...16: self = .city
        case 17...21: self = .district
        case 22...25: self = .locality
        case 26, 27: self = .street
        case 28...30: self = .house
        default: self = .other
        }
    }

    /// The word of GeocodeJSON, which has none for places that are not part of an address.
    var typeName: String { self == .other ? "house" : rawValue }
}
