import Atlas
import GeoCore
import Search

/// Finds what Nominatim and Photon are asked for with our own search engine.
struct Geocoder: Sendable {
    let search: SearchEngine
    let words: GeocodingWords
    var filter = GeocodingFilter()

    /// The most answers that the engine gives: as many are asked for when some of them may not be wanted.
    private static let mostAnswers = 50

    init(_ search: SearchEngine, languages: [String]) {
        self.search = search
        words = GeocodingWords(languages: languages, search)
    }

    /// A question, of which some answers may not be wanted.
    struct Question {
        var text = ""
        var near: Coordinate?
        var limit: Int
        /// Whether every answer is wanted that `Geocoder.filter` lets through.
        var wantsAll = true
        var isWanted: (GeocodedPlace) -> Bool = { _ in true }
    }

    /// Returns what a query finds, best first, as far as it is wanted; `isGrowing` while somebody types. A position
    /// that is typed is what is there.
    func places(_ question: Question, isGrowing: Bool, _ workspace: inout SearchWorkspace) -> [GeocodedPlace] {
        let request = request(question.text, question)
        guard !isGrowing else { return wanted(search.suggest(request, workspace: &workspace).hits, question) }
        let hits = search.places(request, workspace: &workspace).hits
        if hits.contains(where: { !$0.isPartial }) { return wanted(hits, question) }
        let whole = placesWithoutEnd(question, &workspace)
        return whole.isEmpty ? wanted(hits, question) : whole
    }

    /// Returns what answers to the query without parts behind commas at its end that name nothing to lie in here, such
    /// as a country ("…, PA, USA"): without as few as possible.
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
            let whole = wanted(hits.filter { !$0.isPartial }, question)
            if !whole.isEmpty { return whole }
        }
        return []
    }

    /// Addresses have no more parts between commas.
    private static let mostParts = 8

    /// Returns the places with the address that `filter` names in parts: those that answer to all of it, or else to
    /// what matters most.
    func places(withAddress question: Question, _ workspace: inout SearchWorkspace) -> [GeocodedPlace] {
        var geocoder = self
        geocoder.filter.address.hasForeignState = hasForeignState
        return geocoder.places(question, &workspace)
    }

    /// Whether the address names a state while the map knows states, and none by that name.
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
            let whole = wanted(hits.filter { !$0.isPartial }, question)
            if !whole.isEmpty { return whole }
            found = wanted(hits, question)
        }
        return found
    }

    private func request(_ text: String, _ question: Question) -> SearchRequest {
        SearchRequest(
            text: text, near: question.near,
            limit: question.wantsAll && filter.isEmpty ? question.limit : Self.mostAnswers)
    }

    private func wanted(_ hits: [SearchHit], _ question: Question) -> [GeocodedPlace] {
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
                    filter.wants(hit.point) ? GeocodedPlace(hit, search, words) : nil
                }
            guard let place, !hit.isPartial || isAbout(subject, place, &comparison),
                filter.wants(place, search), question.isWanted(place),
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

    /// Whether an answer that leaves words out has a name, a street or a kind of which some word was asked for before
    /// the first comma: what only lies in the town that was named is no answer.
    private func isAbout(
        _ subject: [[UInt8]], _ place: GeocodedPlace, _ comparison: inout WordComparison
    ) -> Bool {
        let names = NominatimTags.tags(of: place.place, areNames: true, search.places).map(\.value)
        let texts = names + [place.parts.name, place.parts.street, [UInt8](place.value.utf8)]
        return subject.isEmpty || texts.contains { WordComparison.share(comparison.words($0), subject) }
    }

    /// How near a house or a named place must be to be what is at a point, in metres.
    private static let reach = 50.0

    /// Returns what is at a point, in as much detail as Nominatim gives at `zoom`; `nil` where nothing is known.
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

    /// The nearest of house and named place, when one is near; else of street and named place.
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

    /// In and beside a large place, such as a campus, it counts as a tenth of its size farther away: what is closer by
    /// says more.
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
            search.places.type(place) == .place && kinds.wants(place, search, words)
        }
        return found.first.map { GeocodedPlace($0.place, search, words) }
    }

    /// Returns the boundary of the same name around a settlement that is mapped as a point, in its place and as
    /// important, as Nominatim links the two: whoever asks for the outline of a town gets the town's. Else `place`
    /// itself.
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

    /// The smallest area around the point that is as large as the zoom asks for, or larger.
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

/// Judges places by their kind, each kind once: there are thousands of places for each.
struct KindFilter {
    private struct Sort: Hashable {
        let kind: Int
        let type: PlaceType
    }

    private let isWanted: (GeocodedKind) -> Bool
    private var known: [Sort: Bool] = [:]

    init(_ isWanted: @escaping (GeocodedKind) -> Bool) { self.isWanted = isWanted }

    mutating func wants(_ place: PlaceID, _ search: SearchEngine, _ words: GeocodingWords) -> Bool {
        let sort = Sort(kind: search.places.kind(place), type: search.places.type(place))
        if let judged = known[sort] { return judged }
        let judged = isWanted(GeocodedKind(of: place, search, words))
        known[sort] = judged
        return judged
    }
}
