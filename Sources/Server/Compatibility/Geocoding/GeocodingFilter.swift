import Atlas
import GeoCore
import HereaboutsAPI
import Search

/// Which answers are wanted.
struct GeocodingFilter: Sendable {
    /// Answers outside are not wanted.
    var box: IntBox?
    /// Two small letters each; all when empty. What no country is known of passes.
    var countryCodes: Set<String> = []
    var address = AddressWish()

    /// Whether everything passes.
    var isEmpty: Bool { box == nil && countryCodes.isEmpty && address.isEmpty }

    func wants(_ point: PointE7) -> Bool { box?.covers(point) ?? true }

    func wants(_ place: GeocodedPlace, _ search: SearchEngine) -> Bool {
        guard wants(place.point) else { return false }
        let code = String(decoding: place.parts.countryCode, as: UTF8.self)
        if !countryCodes.isEmpty, !code.isEmpty, !countryCodes.contains(code) { return false }
        if address.isArea, place.type != .area { return false }
        return address.isEmpty || !address.contradicts(place, search)
    }

    /// Reads `x1,y1,x2,y2`: two opposite corners in degrees, longitude first; `nil` for anything else.
    ///
    /// Any two opposite corners will do. Corners a whole turn apart mean all longitudes. Where the first corner is more
    /// than half the Earth east of the second, the box leads over the antimeridian.
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

    /// Reads country codes of two letters with commas between.
    static func countryCodes(_ text: String) -> Set<String> {
        let codes = text.split(separator: ",").map { $0.filter { $0 != " " } }.filter { $0.utf8.count == 2 }
        return Set(codes.map { (CountryCodes.code($0) ?? $0).lowercased() })
    }
}

/// The parts of an address as somebody gave them.
struct AddressWish: Sendable {
    /// The name or kind of what is there.
    var amenity: String?
    /// With the house number.
    var street: String?
    var district: String?
    var city: String?
    var county: String?
    var state: String?
    var postcode: String?
    var country: String?
    /// Whether the map knows states, and none by this name.
    var hasForeignState = false

    var isEmpty: Bool { parts.isEmpty }

    /// Whether it names nothing in an area, so that the area itself is meant.
    var isArea: Bool { !isEmpty && amenity == nil && street == nil }

    private var parts: [String] {
        [amenity, street, district, city, county, state, postcode, country].compactMap { $0 }
    }

    /// Everything as one query.
    var text: String { parts.joined(separator: ", ") }

    /// Queries to try one after the other: everything, then without what few know by the name that the map has for it
    /// ("USA", "PA") and what is on few places.
    var texts: [String] {
        let short = [amenity, street, district, city].compactMap { $0 }.joined(separator: ", ")
        return short.isEmpty || short == text ? [text] : [text, short]
    }

    /// Whether an answer is elsewhere than was asked for, as far as its address is known. Case and accents do not
    /// count.
    func contradicts(_ place: GeocodedPlace, _ search: SearchEngine) -> Bool {
        let parts = place.parts, own = place.type == .area ? parts.name : []
        let ownState = String(decoding: parts.state, as: UTF8.self)
        let otherState = [UInt8]((RegionNames.other(for: ownState) ?? "").utf8)
        let country = country.map { CountryCodes.code($0) ?? $0 }
        // A code alone tells nothing about a country's name.
        let code = country?.utf8.count == 2 ? parts.countryCode : []
        var countries = [code, own]
        // A country that is no object of the map has names in few languages: what it is not called there, it may be
        // called all the same.
        if country != nil, code.isEmpty, parts.countryPlace.map({ search.places.isObject($0) }) ?? true {
            countries += [parts.country] + RegionNames.countries(of: ownState).map { [UInt8]($0.utf8) }
            if let area = parts.countryPlace {
                countries += NominatimTags.tags(of: area, areNames: true, search.places).map(\.value)
            }
        }
        var comparison = WordComparison(folding: search.folding)
        // A name of another country counts as its code does.
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
