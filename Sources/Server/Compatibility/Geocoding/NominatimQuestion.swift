import Atlas
import GeoCore
import HereaboutsAPI
import Search

/// A request for Nominatim's `search`, in the engine's terms.
struct NominatimQuestion: Sendable {
    /// The query, or the parts of the address in one line.
    var text: String
    /// Whether the request has the address in parts.
    var isStructured: Bool
    var limit: Int
    /// The middle of the view box.
    var near: Coordinate?
    /// Values of `place_id` that the client excludes.
    var excluded: Set<Int> = []
    var ranks = allRanks
    var filter = GeocodingFilter()

    private static let allRanks = 0...30

    /// Reads a request; errors have Nominatim's texts.
    init(_ request: NominatimSearchRequest) throws(Nominatim.Refusal) {
        func given(_ text: String?) -> String? { text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }
        var address = AddressQuery()
        address.amenity = given(request.amenity)
        address.street = given(request.street)
        address.city = given(request.city)
        address.county = given(request.county)
        address.state = given(request.state)
        address.postcode = given(request.postalcode)
        address.country = given(request.country)
        let typed = given(request.text)
        guard typed == nil || address.isEmpty else {
            throw Nominatim.Refusal(
                "Structured query parameters (amenity, street, city, county, state, postalcode, country)"
                    + " cannot be used together with 'q' parameter.")
        }
        guard typed != nil || !address.isEmpty else { throw Nominatim.Refusal("Nothing to search for.") }
        text = typed ?? address.text
        isStructured = typed == nil
        limit = request.limit
        filter.address = address
        filter.countryCodes = GeocodingFilter.countryCodes(request.countryCodes ?? "")
        if let viewbox = request.viewbox {
            guard let box = GeocodingFilter.box(viewbox) else {
                throw Nominatim.Refusal("Parameter 'viewbox' must be four numbers with commas between: x1,y1,x2,y2.")
            }
            near = Self.middle(of: box)
            if request.isBounded { filter.box = box }
        }
        for item in (request.excludedPlaces ?? "").split(separator: ",").prefix(1000) {
            if let id = Int(item.filter { $0 != " " }) { excluded.insert(id) }
        }
        switch request.featureType {
        case "country": ranks = 4...4
        case "state": ranks = 5...9
        case "city": ranks = 13...16
        case "settlement": ranks = 8...20
        default: break
        }
    }

    private static func middle(of box: IntBox) -> Coordinate? {
        Coordinate(
            latitude: (Double(box.minY) + Double(box.maxY)) / 2e7,
            longitude: Double(box.longitude(eastOfWestSide: box.longitudeSpan / 2)) / 1e7)
    }

    /// Returns the answers, best first.
    func answer(
        _ search: SearchEngine, _ options: NominatimOptions, _ workspace: inout SearchWorkspace
    ) -> ([GeocodedPlace], GeocodingWords) {
        var geocoder = Geocoder(search, languages: options.languages)
        geocoder.filter = filter
        var question = Geocoder.Question(text: text, near: near, limit: limit)
        question.acceptsAll = excluded.isEmpty && ranks == Self.allRanks && options.layers == nil
        question.accepts = { place in
            !excluded.contains(place.place.index + 1)
                && (ranks == Self.allRanks || ranks.contains(place.rank.address))
                && options.layers.map { $0.contains(NominatimLayer(place.kind)) } ?? true
        }
        let found =
            isStructured
            ? geocoder.places(withAddress: question, &workspace)
            : geocoder.places(question, isGrowing: false, &workspace)
        var given: Set<PlaceID> = []
        let outlined = found.map { geocoder.outlined($0) }.filter {
            !excluded.contains($0.place.index + 1) && given.insert($0.place).inserted
        }
        return (outlined, geocoder.words)
    }
}
