import Atlas

/// The countries that answers may lie in.
struct WantedCountries {
    /// Two small letters each (ISO 3166-1); empty for any country.
    private let codes: [[UInt8]]
    /// By locality, whether it lies in one of them or its country is unknown; empty for any country.
    private var isLocalityWanted: [Bool] = []

    init(_ codes: [[UInt8]], in engine: SearchEngine) {
        self.codes = codes
        guard !codes.isEmpty else { return }
        let tags = AddressTags(in: engine.places)
        var known: [(country: PlaceID, isWanted: Bool)] = []
        isLocalityWanted = (0..<engine.places.localityCount).map { locality in
            guard let country = engine.places.locality(at: locality).country.place else { return true }
            if let found = known.first(where: { $0.country == country }) { return found.isWanted }
            let code = engine.countryCode(of: country, in: Locality(), tags)
            known.append((country, code.isEmpty || codes.contains(code)))
            return known[known.count - 1].isWanted
        }
    }

    /// Whether any country will do.
    var isAny: Bool { codes.isEmpty }

    /// Whether an answer may lie in the country of `code`; an empty code is an unknown country.
    func holds(_ code: [UInt8]) -> Bool { code.isEmpty || codes.contains(code) }

    /// Whether a place, or a stretch of a street, lies in one of the countries.
    func mayHold(_ place: PlaceID, _ engine: SearchEngine) -> Bool {
        if isLocalityWanted.isEmpty || isLocalityWanted[engine.places.localityIndex(place)] { return true }
        for position in engine.streets.stretchRange(place)
        where isLocalityWanted[engine.streets.stretch(at: position).locality] { return true }
        return false
    }
}
