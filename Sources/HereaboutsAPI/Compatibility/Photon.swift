package import GeoCore

/// A request to Photon's `api` (github.com/komoot/photon, docs/api-v1.md).
package struct PhotonSearchRequest: APIRequest {
    package var text: String?
    package var search = PhotonSearchFields()
    package var filter = PhotonFilterFields()

    package init() {}

    package static let isForgiving = true
    package static let endpoint = Endpoint(
        "/photon/api", "photon_search", "Photon's `api`: places that begin like the text.",
        answer: .foreignJSON(.photonPlaces), refusals: .photonRefusal)
    package static let blank = PhotonSearchRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.foreign("q", "What was typed."), &text)
        try search.visit(&fields)
        try filter.visit(&fields)
    }
}

/// A request to Photon's `structured`.
package struct PhotonStructuredRequest: APIRequest {
    package var houseNumber: String?
    package var street: String?
    package var district: String?
    package var city: String?
    package var county: String?
    package var state: String?
    package var postcode: String?
    package var search = PhotonSearchFields()
    package var filter = PhotonFilterFields()

    package init() {}

    package static let isForgiving = true
    package static let endpoint = Endpoint(
        "/photon/structured", "photon_structured", "Photon's `structured`: a place by the parts of its address.",
        answer: .foreignJSON(.photonPlaces), refusals: .photonRefusal)
    package static let blank = PhotonStructuredRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.foreign("housenumber", "House number."), &houseNumber)
        try fields.optional(.foreign("street", "Street."), &street)
        try fields.optional(.foreign("district", "Suburb."), &district)
        try fields.optional(.foreign("city", "City, town or village."), &city)
        try fields.optional(.foreign("county", "County."), &county)
        try fields.optional(.foreign("state", "State."), &state)
        try fields.optional(.foreign("postcode", "Postcode."), &postcode)
        try search.visit(&fields)
        try filter.visit(&fields)
    }
}

/// A request to Photon's `reverse`.
package struct PhotonReverseRequest: APIRequest {
    package var at = Coordinate.placeholder
    package var radius: Double?
    package var limit = 1
    package var filter = PhotonFilterFields()

    package init() {}

    package static let isForgiving = true
    package static let endpoint = Endpoint(
        "/photon/reverse", "photon_reverse", "Photon's `reverse`: what is near.",
        answer: .foreignJSON(.photonPlaces), refusals: .photonRefusal)
    package static let blank = PhotonReverseRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.requiredPosition(&at)
        try fields.optional(.amount("radius", "How far to look, in kilometres, up to 5; 1 unless given."), &radius)
        try fields.defaulted(.wholeNumber("limit", "How many answers at most.", within: 1...50), &limit, standard: 1)
        try filter.visit(&fields)
    }
}

/// A request to Photon's `status`.
package struct PhotonStatusRequest: PlainRequest {
    package init() {}

    package static let isForgiving = true
    package static let endpoint = Endpoint(
        "/photon/status", "photon_status", "Photon's `status`.",
        answer: .foreignJSON(.photonStatus))
}

/// The parameters that both searches of Photon have.
package struct PhotonSearchFields: Sendable, Equatable {
    package var near: Coordinate?
    package var zoom: Double?
    package var locationBiasScale: Double?
    package var box: String?
    package var countryCodes: [String] = []
    package var limit = 15

    mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optionalPosition(&near)
        try fields.optional(.amount("zoom", "Accepted, without effect: nearness counts by metres."), &zoom)
        try fields.optional(
            .amount("location_bias_scale", "Accepted, without effect."), &locationBiasScale)
        try fields.optional(.foreign("bbox", "Only there: `west,south,east,north`."), &box)
        try fields.repeated(.foreign("countrycode", "Only in these countries: ISO 3166-1."), &countryCodes)
        try fields.defaulted(
            .wholeNumber("limit", "How many answers at most.", within: 1...50), &limit, standard: 15)
    }
}

/// The parameters that all of Photon's addresses have: which results to return, and in which language.
package struct PhotonFilterFields: Sendable, Equatable {
    package var language: String?
    package var layers: [String] = []
    package var tags: [String] = []
    package var dedupes = true

    mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.foreign("lang", "Language of names: a BCP 47 tag."), &language)
        try fields.repeated(
            .foreign(
                "layer",
                "Only `house`, `street`, `locality`, `district`, `city`, `county`, `state`, `country`, `other`."
            ), &layers)
        try fields.repeated(
            .foreign(
                "osm_tag", "Only these: `key`, `key:value`, `:value`; or not these: `!key`, `!key:value`, `:!value`."),
            &tags)
        try fields.defaulted(
            .flag("dedupe", "Accepted, without effect: no answer has one thing twice."), &dedupes, standard: true)
    }
}
