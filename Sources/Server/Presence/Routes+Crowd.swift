import Community
import HereaboutsAPI
import Hummingbird

extension Routes {
    /// Adds the routes by which operators change the people of the other source.
    mutating func addCrowd(_ source: any PresenceSource, _ authentication: Authentication) {
        on(CrowdRequest.self, authentication) { _, _, exchange in
            try await exchange.encoded(source.crowd, cacheControl: Exchange.personal)
        }
        on(ChangeCrowdRequest.self, authentication) { request, _, exchange in
            try await source.change(to: request.body)
            return try await exchange.encoded(request.body, cacheControl: Exchange.personal)
        }
    }
}
