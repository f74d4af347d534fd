import Atlas
import GeoCore
import HereaboutsAPI
import Search

/// The conditions that answers must meet.
struct GeocodingFilter: Sendable {
    /// Answers must be inside this box.
    var box: IntBox?
    /// The allowed countries, two lower-case letters each; all when empty. A place without a known country is allowed.
    var countryCodes: Set<String> = []
    var address = AddressQuery()

    /// Whether it accepts everything.
    var isEmpty: Bool { box == nil && countryCodes.isEmpty && address.isEmpty }

    func accepts(_ point: PointE7) -> Bool { box?.covers(point) ?? true }

    func accepts(_ place: GeocodedPlace, _ search: SearchEngine) -> Bool {
        guard accepts(place.point) else { return false }
        let code = String(decoding: place.parts.countryCode, as: UTF8.self)
        if !countryCodes.isEmpty, !code.isEmpty, !countryCodes.contains(code) { return false }
        if address.isArea, place.type != .area { return false }
        return address.isEmpty || !address.contradicts(place, search)
    }

    /// Reads `x1,y1,x2,y2`: two opposite corners in degrees, longitude first; `nil` for anything else.
    ///
    /// The corners may be any two opposite ones. Corners a whole turn apart mean all longitudes. Where the first corner
    /// is more than half the Earth east of the second, the box crosses the antimeridian.
    static func box(_ text: String) -> IntBox? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Decimal.read(String($0.filter { $0 != " " }))
        }
        guard numbers.count == 4, let x1 = numbers[0], let y1 = numbers[1], let x2 = numbers[2], let y2 = numbers[3]
        else { return nil }
        func e7(_ degrees: Double, _ limit: Double) -> Int32 {
            Int32((min(limit, max(-limit, degrees)) * 1e7).rounded())
        }
        let isWhole = abs(x1 - x2) >= 360, isOverAntimeridian = x1 - x2 > 180
        let (west, east) =
            isWhole ? (-180, 180) : isOverAntimeridian ? (x1, x2) : (min(x1, x2), max(x1, x2))
        return IntBox(
            minX: e7(west, 180), minY: e7(min(y1, y2), 90), maxX: e7(east, 180), maxY: e7(max(y1, y2), 90))
    }

    /// Reads two-letter country codes separated by commas.
    static func countryCodes(_ text: String) -> Set<String> {
        let codes = text.split(separator: ",").map { $0.filter { $0 != " " } }.filter { $0.utf8.count == 2 }
        return Set(codes.map { (CountryCodes.code($0) ?? $0).lowercased() })
    }
}

/// The parts of an address in a structured query.
struct AddressQuery: Sendable {
    /// The name or kind of a point of interest.
    var amenity: String?
    /// The street, with the house number.
    var street: String?
    var district: String?
    var city: String?
    var county: String?
    var state: String?
    var postcode: String?
    var country: String?
    /// Whether the map has states, but none of this name.
    var hasForeignState = false

    var isEmpty: Bool { parts.isEmpty }

    /// Whether it names nothing inside an area, so that it means the area itself.
    var isArea: Bool { !isEmpty && amenity == nil && street == nil }

    private var parts: [String] {
        [amenity, street, district, city, county, state, postcode, country].compactMap { $0 }
    }

    /// All parts as one query.
    var text: String { parts.joined(separator: ", ") }

    /// Queries to try in order: all parts, then without the parts that people write differently from the map ("USA",
    /// "PA") and that few places have.
    var texts: [String] {
        let short = [amenity, street, district, city].compactMap { $0 }.joined(separator: ", ")
        return short.isEmpty || short == text ? [text] : [text, short]
    }

    /// Whether an answer's known address contradicts the query. Case and accents do not matter.
    func contradicts(_ place: GeocodedPlace, _ search: SearchEngine) -> Bool {
        let parts = place.parts, own = place.type == .area ? parts.name : []
        let ownState = String(decoding: parts.state, as: UTF8.self)
        let otherState = [UInt8]((RegionNames.other(for: ownState) ?? "").utf8)
        let country = country.map { CountryCodes.code($0) ?? $0 }
        // A code alone does not say whether a country's name matches.
        let code = country?.utf8.count == 2 ? parts.countryCode : []
        var countries = [code, own]
        // A country without an object on the map has names in few languages, so a name that is missing there may still
        // be right.
        if country != nil, code.isEmpty, parts.countryPlace.map({ search.places.isObject($0) }) ?? true {
            countries += [parts.country] + RegionNames.countries(of: ownState).map { [UInt8]($0.utf8) }
            if let area = parts.countryPlace {
                countries += NominatimTags.tags(of: area, areNames: true, search.places).map(\.value)
            }
        }
        var comparison = WordComparison(folding: search.folding)
        // The name of another country counts like its code.
        let isElsewhere = country.flatMap { CountryNames.isOther($0, than: parts.countryCode) }
        if hasForeignState, parts.state.isEmpty, own.isEmpty || comparison.differs(state, from: [own]) { return true }
        return comparison.differs(street, from: [parts.street], onlyInPart: true)
            || comparison.differs(district, from: [parts.suburb, parts.neighbourhood, own])
            || comparison.differs(city, from: [parts.city, parts.suburb, parts.neighbourhood, parts.county, own])
            || comparison.differs(county, from: [parts.county, own])
            || comparison.differs(state, from: [parts.state, parts.stateCode, otherState, own])
            || isElsewhere ?? comparison.differs(country, from: countries)
            || comparison.differs(postcode: postcode, from: [parts.postcode, place.key == "boundary" ? own : []])
    }
}
