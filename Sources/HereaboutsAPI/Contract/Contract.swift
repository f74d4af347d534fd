/// Every request this interface knows. The server answers exactly these, and the OpenAPI document lists exactly these.
package enum Contract {
    package static let requests: [any APIRequest.Type] = [
        AboutRequest.self, SuggestRequest.self, PlacesRequest.self, PlaceRequest.self, AddressRequest.self,
        RouteRequest.self, AtlasRequest.self,
        OSRMRouteRequest.self, OSRMNearestRequest.self,
        TileRequest.self, TileJSONRequest.self, StyleRequest.self,
        OpenAPIRequest.self, HealthRequest.self, MetricsRequest.self,
    ]
}
