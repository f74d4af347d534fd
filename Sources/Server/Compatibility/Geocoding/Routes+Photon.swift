import Atlas
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import Search

extension Routes {
    /// Adds Photon's `api`, `structured`, `reverse` and `status` under `/photon`, also with a slash at the end, which
    /// some clients send.
    mutating func addPhoton(_ engines: Engines) {
        on(PhotonSearchRequest.self, isBrief: true, aliases: ["/photon/api/"], refusal: Photon.response) {
            request, exchange in
            try exchange.spendAnswer()
            return try await Photon.answer(request.filter, exchange, engines) { question in
                guard let text = request.text, !text.allSatisfy(\.isWhitespace) else {
                    throw Photon.Refusal("missing search term 'q': /?q=berlin")
                }
                let search = try question.reading(request.search)
                return try await engines.compute { workspace in
                    search.geocoder.places(search.asking(text, request.search), isGrowing: true, &workspace.search)
                }
            }
        }
        on(PhotonStructuredRequest.self, isBrief: true, aliases: ["/photon/structured/"], refusal: Photon.response) {
            request, exchange in
            try exchange.spendAnswer()
            return try await Photon.answer(request.filter, exchange, engines) { question in
                var search = try question.reading(request.search)
                search.geocoder.filter.address = try Photon.address(request)
                return try await engines.compute { [search] workspace in
                    search.geocoder.places(withAddress: search.asking("", request.search), &workspace.search)
                }
            }
        }
        on(PhotonReverseRequest.self, isBrief: true, aliases: ["/photon/reverse/"], refusal: Photon.response) {
            request, exchange in
            try exchange.spendAnswer()
            return try await Photon.answer(request.filter, exchange, engines) { question in
                let radius = min(request.radius ?? Photon.radius, Photon.maximumRadius)
                return try await engines.compute { _ in
                    question.nearest(request.at, withinMetres: radius * 1000, count: request.limit)
                }
            }
        }
        on(PhotonStatusRequest.self, isBrief: true) { _, exchange in
            var json = JSONWriter(reservingCapacity: 128)
            json.beginObject()
            json.key("status")
            json.value("Ok")
            if let date = engines.atlas.current.dataVersion {
                json.key("import_date")
                json.value(date)
            }
            json.endObject()
            return try await exchange.json(json.bytes, cacheControl: "no-cache")
        }
    }
}

extension Photon {
    /// A request to Photon, with its geocoder and its filter.
    fileprivate struct Question: Sendable {
        var geocoder: Geocoder
        let filter: PhotonFilter

        /// Returns the question with the box and the countries of a search.
        func reading(_ fields: PhotonSearchFields) throws(Refusal) -> Question {
            var question = self
            if let text = fields.box {
                guard let box = GeocodingFilter.box(text) else {
                    throw Refusal("invalid number of supplied coordinates for parameter 'bbox', expected four")
                }
                question.geocoder.filter.box = box
            }
            question.geocoder.filter.countryCodes = GeocodingFilter.countryCodes(
                fields.countryCodes.joined(separator: ","))
            return question
        }

        func asking(_ text: String, _ fields: PhotonSearchFields) -> Geocoder.Question {
            Geocoder.Question(
                text: text, near: fields.near, limit: fields.limit, acceptsAll: filter.isEmpty,
                accepts: { filter.accepts($0.kind) })
        }

        /// Returns the places nearest to a point.
        func nearest(_ position: Coordinate, withinMetres limit: Double, count: Int) -> [GeocodedPlace] {
            let (search, words) = (geocoder.search, geocoder.words)
            var kinds = KindFilter { filter.accepts($0) }
            let near = search.nearby(position, withinMetres: limit, count: count) { place in
                filter.isEmpty || kinds.accepts(place, search, words)
            }
            guard !near.isEmpty else {
                let area = geocoder.reversed(position, zoom: 14, layers: nil)
                return area.map { filter.accepts($0.kind) ? [$0] : [] } ?? []
            }
            let around = search.address(at: position).map { search.addressParts(of: $0, words.language, words.tags) }
            return near.map { near in
                var place = GeocodedPlace(near.place, nearestTo: position, search, words)
                if let around { place.complete(with: around) }
                return place
            }
        }
    }

    fileprivate static func answer(
        _ fields: PhotonFilterFields, _ exchange: Exchange, _ engines: Engines,
        _ body: (Question) async throws -> [GeocodedPlace]
    ) async throws -> Response {
        let search = engines.atlas.current.search
        do {
            let languages = AcceptedLanguages.read(fields.language ?? exchange.header(.acceptLanguage) ?? "")
            let question = Question(geocoder: Geocoder(search, languages: languages), filter: try PhotonFilter(fields))
            let found = try await body(question)
            var response = try await exchange.json(write(found, search.places), cacheControl: Exchange.personal)
            response.headers[.vary] = "accept-encoding, accept-language"
            return response
        } catch let refusal as Refusal {
            return refusal.response
        }
    }

    fileprivate static func address(_ request: PhotonStructuredRequest) throws(Refusal) -> AddressQuery {
        func given(_ text: String?) -> String? { text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }
        var address = AddressQuery()
        let street = [given(request.houseNumber), given(request.street)].compactMap { $0 }.joined(separator: " ")
        address.street = given(street)
        address.district = given(request.district)
        address.city = given(request.city)
        address.county = given(request.county)
        address.state = given(request.state)
        address.postcode = given(request.postcode)
        guard !address.isEmpty else {
            throw Refusal("at least one of the parameters street, district, city, county, state, postcode is required")
        }
        return address
    }
}
