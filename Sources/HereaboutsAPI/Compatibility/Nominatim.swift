package import GeoCore

/// A request to Nominatim's `search` (nominatim.org/release-docs/latest/api/Search).
package struct NominatimSearchRequest: APIRequest {
    package var text: String?
    package var amenity: String?
    package var street: String?
    package var city: String?
    package var county: String?
    package var state: String?
    package var country: String?
    package var postalcode: String?
    package var limit = 10
    package var countryCodes: String?
    package var featureType: String?
    package var excludedPlaces: String?
    package var viewbox: String?
    package var isBounded = false
    package var dedupes = true
    package var output = NominatimOutputFields()

    package init() {}

    package static let isForgiving = true
    package static let endpoint = Endpoint(
        "/search", "nominatim_search", "Nominatim's `search`.",
        answer: .foreignJSON(.nominatimPlaces, or: ["text/xml"]), refusals: .nominatimRefusal)
    package static let blank = NominatimSearchRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.foreign("q", "What was typed; not together with the parts of an address."), &text)
        try fields.optional(.foreign("amenity", "The name or kind of a place."), &amenity)
        try fields.optional(.foreign("street", "House number and street."), &street)
        try fields.optional(.foreign("city", "City, town or village."), &city)
        try fields.optional(.foreign("county", "County."), &county)
        try fields.optional(.foreign("state", "State."), &state)
        try fields.optional(.foreign("country", "Country."), &country)
        try fields.optional(.foreign("postalcode", "Postcode."), &postalcode)
        try fields.defaulted(
            .wholeNumber("limit", "How many answers at most.", within: 1...40), &limit, standard: 10)
        try fields.optional(
            .foreign("countrycodes", "Countries to look in: ISO 3166-1, with commas between."), &countryCodes)
        try fields.optional(
            .foreign("featureType", "`country`, `state`, `city` or `settlement`: only such."), &featureType)
        try fields.optional(
            .foreign("exclude_place_ids", "Values of `place_id` to leave out, with commas between."), &excludedPlaces)
        try fields.optional(
            .foreign("viewbox", "Where to look first: `x1,y1,x2,y2`, longitude before latitude."), &viewbox)
        try fields.defaulted(.flag("bounded", "Whether to look nowhere else."), &isBounded, standard: false)
        try fields.defaulted(
            .flag("dedupe", "Accepted, without effect: no answer has one thing twice."), &dedupes, standard: true)
        try output.visit(&fields)
    }
}

/// A request to Nominatim's `reverse`.
package struct NominatimReverseRequest: APIRequest {
    package var at = Coordinate.placeholder
    package var zoom = 18
    package var output = NominatimOutputFields()

    package init() {}

    package static let isForgiving = true
    package static let endpoint = Endpoint(
        "/reverse", "nominatim_reverse", "Nominatim's `reverse`.",
        answer: .foreignJSON(.nominatimPlace, or: ["text/xml"]), refusals: .nominatimRefusal)
    package static let blank = NominatimReverseRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.requiredPosition(&at)
        try fields.defaulted(
            .wholeNumber("zoom", "How much detail: 3 for the country … 18 for the building.", within: 0...18), &zoom,
            standard: 18)
        try output.visit(&fields)
    }
}

/// A request to Nominatim's `lookup`.
package struct NominatimLookupRequest: APIRequest {
    package var ids: String?
    package var output = NominatimOutputFields()

    package init() {}

    package static let isForgiving = true
    package static let endpoint = Endpoint(
        "/lookup", "nominatim_lookup", "Nominatim's `lookup`.",
        answer: .foreignJSON(.nominatimPlaces, or: ["text/xml"]), refusals: .nominatimRefusal)
    package static let blank = NominatimLookupRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(
            .foreign("osm_ids", "OpenStreetMap's objects, `N123,W123,R123`; up to 50."), &ids)
        try output.visit(&fields)
    }
}

/// A request to Nominatim's `status`.
package struct NominatimStatusRequest: APIRequest {
    package var format: String?

    package init() {}

    package static let isForgiving = true
    package static let endpoint = Endpoint(
        "/status", "nominatim_status", "Nominatim's `status`.",
        answer: .foreignJSON(.nominatimStatus, or: ["text/plain"]), refusals: .nominatimRefusal)
    package static let blank = NominatimStatusRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.foreign("format", "`text` unless given, or `json`."), &format)
    }
}

/// How Nominatim's answers are written.
package struct NominatimOutputFields: Sendable, Equatable {
    package var format: String?
    package var addressDetails: Bool?
    package var extraTags = false
    package var nameDetails = false
    package var entrances = false
    package var languages: String?
    package var layers: String?
    package var polygonGeoJSON = false
    package var polygonKML = false
    package var polygonSVG = false
    package var polygonText = false
    package var polygonThreshold: Double?

    mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(
            .foreign("format", "`xml`, `json`, `jsonv2`, `geojson` or `geocodejson`."), &format)
        try fields.optional(.flag("addressdetails", "Whether to return the parts of the address."), &addressDetails)
        try fields.defaulted(.flag("extratags", "Whether to return what else is known."), &extraTags, standard: false)
        try fields.defaulted(.flag("namedetails", "Whether to return all names."), &nameDetails, standard: false)
        try fields.defaulted(.flag("entrances", "Accepted, without effect."), &entrances, standard: false)
        try fields.optional(
            .foreign("accept-language", "Languages of names, as in the header of that name."), &languages)
        try fields.optional(
            .foreign("layer", "Only `address`, `poi`, `railway`, `natural` or `manmade`, with commas between."),
            &layers)
        try fields.defaulted(
            .flag("polygon_geojson", "Whether to return the outline as GeoJSON."), &polygonGeoJSON, standard: false)
        try fields.defaulted(
            .flag("polygon_kml", "Whether to return the outline as KML."), &polygonKML, standard: false)
        try fields.defaulted(
            .flag("polygon_svg", "Whether to return the outline as SVG."), &polygonSVG, standard: false)
        try fields.defaulted(
            .flag("polygon_text", "Whether to return the outline as WKT."), &polygonText, standard: false)
        try fields.optional(
            .amount("polygon_threshold", "How far the outline may be off, in degrees."), &polygonThreshold)
    }
}
