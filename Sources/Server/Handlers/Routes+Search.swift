import Atlas
import HereaboutsAPI
import Hummingbird
import Search

extension Routes {
    /// Adds suggestions, places and addresses.
    mutating func addSearch(_ engines: Engines) {
        on(SuggestRequest.self) { request, exchange in
            try exchange.spendAnswer()
            let generation = engines.atlas.current
            let question = SearchRequest(
                text: request.text, near: request.near, limit: request.limit, language: request.language)
            let answer = try await engines.compute { workspace in
                generation.search.suggestJSON(question, workspace: &workspace.search)
            }
            return exchange.json(answer, cacheControl: Exchange.personal)
        }
        on(PlacesRequest.self) { request, exchange in
            try exchange.spendAnswer()
            let generation = engines.atlas.current
            let question = SearchRequest(
                text: request.text, near: request.near, limit: request.limit, language: request.language)
            let answer = try await engines.compute { workspace in
                generation.search.placesJSON(question, workspace: &workspace.search)
            }
            return exchange.json(answer, cacheControl: Exchange.personal)
        }
        on(PlaceRequest.self) { request, exchange in
            let search = engines.atlas.current.search
            guard let reference = PlaceRef(request.id),
                let answer = search.placeJSON(reference, language: request.language)
            else { throw ErrorBody(.notFound, "this map has no such place", field: "id") }
            return exchange.json(answer, cacheControl: "no-cache")
        }
        on(AddressRequest.self) { request, exchange in
            try exchange.spendAnswer()
            let answer = engines.atlas.current.search.addressJSON(at: request.at, language: request.language)
            return exchange.json(answer, cacheControl: Exchange.personal)
        }
    }
}
