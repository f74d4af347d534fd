import Atlas
import GeoCore
import HereaboutsAPI
import Hummingbird
import Routing
import Search

extension Routes {
    /// Adds suggestions, places and addresses.
    mutating func addSearch(_ engines: Engines, _ guide: GuideSearch, _ door: Doorkeeper) {
        on(SuggestRequest.self, isBrief: true) { request, exchange in
            try exchange.spendAnswer()
            let generation = engines.atlas.current
            var question = SearchRequest(
                text: request.text, near: request.near, limit: request.limit, language: request.language)
            question.countries = request.countries.map { [UInt8]($0.utf8) }
            let time = engines.clock.time(request.time)
            let index = try await request.guide ? guide.index(exchange, door, in: generation) : nil
            let answer = try await engines.compute { [question] workspace in
                generation.search.suggestJSON(question, at: time, in: index, workspace: &workspace.search)
            }
            return try await exchange.json(answer, cacheControl: Exchange.personal)
        }
        on(PlacesRequest.self, isBrief: true) { request, exchange in
            try exchange.spendAnswer()
            let generation = engines.atlas.current
            let index = try await request.guide ? guide.index(exchange, door, in: generation) : nil
            let answer = try await engines.places(request, in: generation, index)
            return try await exchange.json(answer, cacheControl: Exchange.personal)
        }
        on(PlaceRequest.self, isBrief: true) { request, exchange in
            let search = engines.atlas.current.search
            guard let reference = PlaceRef(request.id),
                let answer = search.placeJSON(
                    reference, language: request.language, at: engines.clock.time(request.time))
            else { throw ErrorBody(.notFound, "this map has no such place", field: "id") }
            return try await exchange.json(answer, cacheControl: "no-cache")
        }
        on(AddressRequest.self, isBrief: true) { request, exchange in
            try exchange.spendAnswer()
            let search = engines.atlas.current.search
            let answer = search.addressJSON(at: request.at, engines.form(request.form, of: search))
            return try await exchange.json(answer, cacheControl: Exchange.personal)
        }
        let points = BodyShape(wire: [AddressesRequest.Point].self)
        on(AddressesRequest.self) { request, exchange in
            var request = request
            try exchange.spendAnswer()
            request.body = try await exchange.body(
                [AddressesRequest.Point].self, of: points, upTo: AddressesRequest.maximumLength)
            let positions = try request.coordinates
            let search = engines.atlas.current.search, form = engines.form(request.form, of: search)
            let answer = try await engines.compute { _ in search.addressesJSON(at: positions, form) }
            return try await exchange.json(answer, cacheControl: Exchange.personal)
        }
    }
}

extension Engines {
    fileprivate func form(_ form: AddressForm, of search: SearchEngine) -> ReverseForm {
        search.reverseForm(zoom: form.zoom, language: form.language, at: clock.time(form.time))
    }

    /// Places, with the ways there where they are wanted.
    fileprivate func places(
        _ request: PlacesRequest, in generation: AtlasGeneration, _ guide: GuideIndex?
    ) async throws -> [UInt8] {
        let isByTime = request.order == .time
        var question = SearchRequest(
            text: request.text, near: request.near, limit: isByTime ? Self.mostPlaces : request.limit,
            language: request.language)
        question.countries = request.countries.map { [UInt8]($0.utf8) }
        var options = HitOptions(at: clock.time(request.time))
        options.explains = request.explains
        options.guide = guide
        let profile = request.profile.map { Profile($0) } ?? (isByTime ? .foot : nil)
        return try await compute { [options, question] workspace in
            var hits = generation.search.places(question, workspace: &workspace.search)
            guard let profile, let near = request.near else {
                return generation.search.json(hits, question, options, &workspace.search)
            }
            var travel: [TravelToHit?]
            do throws(RouteError) {
                travel = try generation.routes.ways(
                    from: near, to: hits.map { Coordinate($0.point) }, profile, workspace: &workspace.route
                ).map {
                    $0.map { TravelToHit(metres: Double($0.millimetres) / 1000, seconds: Double($0.millis) / 1000) }
                }
            } catch {
                throw ErrorBody(error, field: "lat")
            }
            if isByTime {
                let order = hits.indices.sorted { one, two in
                    (travel[one]?.seconds ?? .infinity, one) < (travel[two]?.seconds ?? .infinity, two)
                }.prefix(request.limit)
                (hits, travel) = (order.map { hits[$0] }, order.map { travel[$0] })
            }
            var told = options
            told.travel = travel
            return generation.search.json(hits, question, told, &workspace.search)
        }
    }

    /// The most places of one answer.
    private static let mostPlaces = 50
}
