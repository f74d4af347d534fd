import Atlas
import GeoCore
import Search

/// Answers requests for Nominatim and Photon with our own search engine.
struct Geocoder: Sendable {
    let search: SearchEngine
    let words: GeocodingWords
    var filter = GeocodingFilter()

    /// The engine's largest number of answers. Requests with a filter ask for this many, since the filter may refuse
    /// some.
    private static let mostAnswers = 50

    init(_ search: SearchEngine, languages: [String]) {
        self.search = search
        words = GeocodingWords(languages: languages, search)
    }

    /// A search, with a filter for its answers.
    struct Question {
        var text = ""
        var near: Coordinate?
        var limit: Int
        /// Whether it accepts every answer that `Geocoder.filter` accepts.
        var acceptsAll = true
        var accepts: (GeocodedPlace) -> Bool = { _ in true }
    }

    /// Returns the accepted answers to a query, best first; `isGrowing` while somebody types. For a typed position it
    /// returns the place at that position.
    func places(_ question: Question, isGrowing: Bool, _ workspace: inout SearchWorkspace) -> [GeocodedPlace] {
        let request = request(question.text, question)
        guard !isGrowing else { return accepted(search.suggest(request, workspace: &workspace).hits, question) }
        let hits = search.places(request, workspace: &workspace).hits
        if hits.contains(where: { !$0.isPartial }) { return accepted(hits, question) }
        let whole = placesWithoutEnd(question, &workspace)
        return whole.isEmpty ? accepted(hits, question) : whole
    }

    /// Returns the answers to the query without trailing parts that name no area of the map, such as a country ("…, PA,
    /// USA"). It drops as few parts as possible.
    private func placesWithoutEnd(_ question: Question, _ workspace: inout SearchWorkspace) -> [GeocodedPlace] {
        var parts = question.text.split(separator: ",").filter { !$0.allSatisfy(\.isWhitespace) }
        guard parts.count <= Self.mostParts else { return [] }
        while parts.count > 1 {
            let end = SearchRequest(text: String(parts.removeLast()), near: question.near, limit: 1)
            let named = search.places(end, workspace: &workspace).hits.first { !$0.isPartial }?.place
            if let named, search.places.type(named) == .area { return [] }
            let hits = search.places(
                self.request(parts.joined(separator: ","), question), workspace: &workspace
            ).hits
            let whole = accepted(hits.filter { !$0.isPartial }, question)
            if !whole.isEmpty { return whole }
        }
        return []
    }

    /// The most parts between commas: addresses have no more.
    private static let mostParts = 8

    /// Returns the places with the address that `filter` gives in parts: those that match all parts, or else the most
    /// important parts.
    func places(withAddress question: Question, _ workspace: inout SearchWorkspace) -> [GeocodedPlace] {
        var geocoder = self
        geocoder.filter.address.hasForeignState = hasForeignState
        return geocoder.places(question, &workspace)
    }

    /// Whether the address names a state that is not among the states on the map.
    private var hasForeignState: Bool {
        guard let state = filter.address.state else { return false }
        var comparison = WordComparison(folding: search.folding), known: Set<UInt32> = []
        for index in 0..<search.places.localityCount {
            let part = search.places.locality(at: index).state
            guard !part.name.isEmpty, known.insert(part.name.rawValue).inserted else { continue }
            let name = search.places.text.string(part.name)
            var names = [[UInt8](name.utf8), [UInt8]((RegionNames.other(for: name) ?? "").utf8)]
            if let area = part.place {
                names += NominatimTags.tags(of: area, areNames: true, search.places).map(\.value)
                names += NominatimTags.tags(of: area, areNames: false, search.places)
                    .filter { $0.key == [UInt8]("ISO3166-2".utf8) }.map(\.value)
            }
            if !comparison.differs(state, from: names) { return false }
        }
        return !known.isEmpty
    }

    private func places(_ question: Question, _ workspace: inout SearchWorkspace) -> [GeocodedPlace] {
        var found: [GeocodedPlace] = []
        for text in filter.address.texts {
            let hits = search.places(request(text, question), workspace: &workspace).hits
            let whole = accepted(hits.filter { !$0.isPartial }, question)
            if !whole.isEmpty { return whole }
            found = accepted(hits, question)
        }
        return found
    }

    private func request(_ text: String, _ question: Question) -> SearchRequest {
        SearchRequest(
            text: text, near: question.near,
            limit: question.acceptsAll && filter.isEmpty ? question.limit : Self.mostAnswers)
    }

    private func accepted(_ hits: [SearchHit], _ question: Question) -> [GeocodedPlace] {
        var found: [GeocodedPlace] = [], comparison = WordComparison(folding: search.folding)
        let text = question.text.isEmpty ? filter.address.text : question.text
        let hasPartial = hits.contains { $0.isPartial }
        let subject =
            hasPartial ? comparison.words([UInt8](text.prefix { $0 != "," }.utf8)).filter(Self.isWord) : []
        for hit in hits {
            guard found.count < question.limit else { break }
            let place =
                if case .position = hit.subject {
                    reversed(Coordinate(hit.point), zoom: 18, layers: nil)
                } else {
                    filter.accepts(hit.point) ? GeocodedPlace(hit, search, words) : nil
                }
            guard let place, !hit.isPartial || isAbout(subject, place, &comparison),
                filter.accepts(place, search), question.accepts(place),
                !found.contains(where: { $0.place == place.place })
            else { continue }
            found.append(place)
        }
        return found
    }
}

extension Geocoder {
    private static func isWord(_ word: [UInt8]) -> Bool {
        !word.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }

    /// Whether a partial answer has a name, a street or a kind that shares a word with the query before its first
    /// comma. A place that is merely in the named town is no answer.
    private func isAbout(
        _ subject: [[UInt8]], _ place: GeocodedPlace, _ comparison: inout WordComparison
    ) -> Bool {
        let names = NominatimTags.tags(of: place.place, areNames: true, search.places).map(\.value)
        let texts = names + [place.parts.name, place.parts.street, [UInt8](place.value.utf8)]
        return subject.isEmpty || texts.contains { WordComparison.share(comparison.words($0), subject) }
    }

    /// The largest distance in metres of a house or a named place that counts as being at a point.
    private static let reach = 50.0

    /// Returns the place at a point, in Nominatim's detail for `zoom`; `nil` where the map has nothing.
    func reversed(_ position: Coordinate, zoom: Int, layers: Set<NominatimLayer>?) -> GeocodedPlace? {
        if let layers, !layers.contains(.address) { return nearestThing(position, layers) }
        guard let around = search.address(at: position) else { return nil }
        let detail = zoom >= 18 ? building(around, layers) : zoom >= 16 ? street(position, zoom) : nil
        guard let detail else { return area(position, around, zoom) }
        var place =
            search.places.type(detail.place) == .street
            ? GeocodedPlace(detail.place, nearestTo: position, search, words)
            : GeocodedPlace(detail.place, search, words)
        place.complete(with: search.addressParts(of: around, words.language, words.tags))
        return place
    }

    /// Returns the nearest of house and named place if either is near; otherwise the nearest of street and named place.
    private func building(_ around: Surroundings, _ layers: Set<NominatimLayer>?) -> NearbyPlace? {
        var named = around.place.map { NearbyPlace(place: $0.place, distanceInMetres: effectiveDistance($0)) }
        if let layers, let place = named?.place,
            !layers.contains(NominatimLayer(GeocodedKind(of: place, search, words)))
        {
            named = nil
        }
        let near = [around.house, named].compactMap { $0 }.filter { $0.distanceInMetres <= Self.reach }
        let candidates = near.isEmpty ? [around.street, named].compactMap { $0 } : near
        return candidates.min { $0.distanceInMetres < $1.distanceInMetres }
    }

    /// Returns the distance in metres, plus a tenth of a large place's size, such as a campus: smaller places nearby
    /// are more specific.
    private func effectiveDistance(_ near: NearbyPlace) -> Double {
        guard search.places.shape(near.place) != nil else { return near.distanceInMetres }
        let box = search.places.bounds(near.place)
        let corner = PointE7(latitudeE7: box.minY, longitudeE7: box.minX)
        let size = corner.distance(inMetresTo: PointE7(latitudeE7: box.maxY, longitudeE7: box.maxX))
        return near.distanceInMetres + size / 10
    }

    private func street(_ position: Coordinate, _ zoom: Int) -> NearbyPlace? {
        search.nearestStreet(to: position) { street in
            let kind = search.places.kind(street), value = search.places.text.string(search.places.kindValue(kind))
            return zoom > 16 || GeocodedRank("highway", value, .street, adminLevel: nil).search == 26
        }
    }

    private func nearestThing(_ position: Coordinate, _ layers: Set<NominatimLayer>) -> GeocodedPlace? {
        var kinds = KindFilter { layers.contains(NominatimLayer($0)) }
        let found = search.nearby(position, withinMetres: 250, count: 1) { place in
            search.places.type(place) == .place && kinds.accepts(place, search, words)
        }
        return found.first.map { GeocodedPlace($0.place, search, words) }
    }

    /// Returns the boundary of the same name around a settlement that is mapped as a point, with the settlement's
    /// position and importance, as Nominatim links the two. So a request for a town's outline gets the town's boundary.
    /// Returns `place` itself if there is none.
    func outlined(_ place: GeocodedPlace) -> GeocodedPlace {
        guard place.type == .area, search.places.shape(place.place) == nil else { return place }
        let areas = search.areas(around: Coordinate(place.point)), name = search.places.name(place.place)
        for use in [ZoneUse.city, .suburb, .neighbourhood] {
            guard let boundary = areas[use].place, boundary != place.place, areas[use].name == name else { continue }
            var linked = GeocodedPlace(boundary, at: place.point, search, words)
            linked.importance = max(linked.importance, place.importance)
            return linked
        }
        return place
    }

    /// Returns the smallest area around the point that is at least as large as the zoom requires.
    private func area(_ position: Coordinate, _ around: Surroundings, _ zoom: Int) -> GeocodedPlace? {
        let uses: [ZoneUse] = [.neighbourhood, .suburb, .city, .county, .state, .country]
        let first =
            switch zoom {
            case ...4: 5
            case ...7: 4
            case ...9: 3
            case ...12: 2
            case 13: 1
            default: 0
            }
        let areas = search.areas(around: position)
        for use in uses[first...] {
            guard let place = areas[use].place ?? around.locality[use].place else { continue }
            return GeocodedPlace(place, search, words)
        }
        return nil
    }
}

/// Filters places by their kind, and decides once for each kind: thousands of places share one.
struct KindFilter {
    private struct Sort: Hashable {
        let kind: Int
        let type: PlaceType
    }

    private let condition: (GeocodedKind) -> Bool
    private var known: [Sort: Bool] = [:]

    init(_ condition: @escaping (GeocodedKind) -> Bool) { self.condition = condition }

    mutating func accepts(_ place: PlaceID, _ search: SearchEngine, _ words: GeocodingWords) -> Bool {
        let sort = Sort(kind: search.places.kind(place), type: search.places.type(place))
        if let judged = known[sort] { return judged }
        let judged = condition(GeocodedKind(of: place, search, words))
        known[sort] = judged
        return judged
    }
}
