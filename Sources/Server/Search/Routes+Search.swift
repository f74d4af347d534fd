import Atlas
import GeoCore
import HereaboutsAPI
import Hummingbird
import Routing
import Search

extension Routes {
    /// Adds suggestions, places and addresses.
    mutating func addSearch(_ engines: Engines, _ guide: GuideSearch, _ authentication: Authentication) {
        on(SuggestRequest.self, isBrief: true) { request, exchange in
            try exchange.spendAnswer()
            let generation = engines.atlas.current
            var question = SearchRequest(
                text: request.text, near: request.near, limit: request.limit, language: request.language)
            question.countries = request.countries.map { [UInt8]($0.utf8) }
            let time = engines.clock.time(request.time)
            let index = try await request.guide ? guide.index(exchange, authentication, in: generation) : nil
            let answer = try await engines.compute { [question] workspace in
                let answer = generation.search.suggest(question, workspace: &workspace.search)
                return HitJSON.write(answer, with: HitOptions(at: time, in: index), generation.search)
            }
            return try await exchange.json(answer, cacheControl: Exchange.personal)
        }
        on(PlacesRequest.self, isBrief: true) { request, exchange in
            try exchange.spendAnswer()
            let generation = engines.atlas.current
            let index = try await request.guide ? guide.index(exchange, authentication, in: generation) : nil
            let answer = try await engines.places(request, in: generation, index)
            return try await exchange.json(answer, cacheControl: Exchange.personal)
        }
        on(PlaceRequest.self, isBrief: true) { request, exchange in
            let search = engines.atlas.current.search
            guard let reference = PlaceRef(request.id),
                let answer = PlaceJSON.write(
                    reference, language: request.language, at: engines.clock.time(request.time), search)
            else { throw ErrorBody(.notFound, "this map has no such place", field: "id") }
            return try await exchange.json(answer, cacheControl: "no-cache")
        }
        on(BuildingRequest.self, isBrief: true) { request, exchange in
            try exchange.spendAnswer()
            let search = engines.atlas.current.search, language = request.language
            guard let reference = PlaceRef(request.id),
                let answer = try await engines.compute({ _ in
                    BuildingJSON.write(reference, language: language, search)
                })
            else { throw ErrorBody(.notFound, "this map has nothing of the inside of that building", field: "id") }
            return try await exchange.json(answer, cacheControl: "no-cache")
        }
        on(AddressRequest.self, isBrief: true) { request, exchange in
            try exchange.spendAnswer()
            let search = engines.atlas.current.search
            let answer = AddressJSON.write(at: request.at, engines.form(request.form, of: search), search)
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
            let answer = try await engines.compute { _ in AddressJSON.write(at: positions, form, search) }
            return try await exchange.json(answer, cacheControl: Exchange.personal)
        }
    }
}

extension Engines {
    fileprivate func form(_ form: AddressForm, of search: SearchEngine) -> ReverseForm {
        ReverseForm(zoom: form.zoom, language: form.language, at: clock.time(form.time), search)
    }

    /// Returns places, with travel times if requested.
    fileprivate func places(
        _ request: PlacesRequest, in generation: AtlasGeneration, _ guide: GuideIndex?
    ) async throws -> [UInt8] {
        let isByTime = request.order == .time
        var question = SearchRequest(
            text: request.text, near: request.near, limit: isByTime ? Self.mostPlaces : request.limit,
            language: request.language)
        question.countries = request.countries.map { [UInt8]($0.utf8) }
        question.explains = request.explains
        let options = HitOptions(at: clock.time(request.time), in: guide)
        let profile = request.profile.map { Profile($0) } ?? (isByTime ? .foot : nil)
        return try await compute { [options, question] workspace in
            var answer = generation.search.places(question, workspace: &workspace.search)
            guard let profile, let near = request.near else {
                return HitJSON.write(answer, with: options, generation.search)
            }
            var travel: [TravelToHit?]
            do throws(RouteError) {
                travel = try generation.routes.routeTotals(
                    from: near, to: answer.hits.map { Coordinate($0.point) }, profile, workspace: &workspace.route
                ).map {
                    $0.map { TravelToHit(metres: Double($0.millimetres) / 1000, seconds: Double($0.millis) / 1000) }
                }
            } catch {
                throw ErrorBody(error, field: "lat")
            }
            if isByTime {
                let order = answer.hits.indices.sorted { one, two in
                    (travel[one]?.seconds ?? .infinity, one) < (travel[two]?.seconds ?? .infinity, two)
                }.prefix(request.limit)
                answer.keep(Array(order))
                travel = order.map { travel[$0] }
            }
            var optionsWithTravel = options
            optionsWithTravel.travel = travel
            return HitJSON.write(answer, with: optionsWithTravel, generation.search)
        }
    }

    /// The most places in one answer.
    private static let mostPlaces = 50
}
