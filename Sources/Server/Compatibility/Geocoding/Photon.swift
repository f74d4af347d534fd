import Atlas
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import Search

/// The HTTP interface of Photon (github.com/komoot/photon, docs/api-v1.md), as far as the server supports it.
enum Photon {
    /// A refusal of a request, with status 400.
    struct Refusal: Error, Equatable {
        let message: String

        init(_ message: String) { self.message = message }

        var response: Response {
            var json = JSONWriter(reservingCapacity: 128)
            json.beginObject()
            json.key("message")
            json.value(message)
            json.endObject()
            var response = Response(status: .badRequest, json: json.bytes)
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }

    /// Makes the answer for an error in Photon's form.
    static func response(_ error: ErrorBody, _ exchange: Exchange) -> Response {
        switch error.code {
        case .missingParameter: Refusal("missing search term '\(error.field ?? "")'").response
        case .invalidParameter, .unknownParameter, .badRequest: Refusal("invalid parameter: \(error.message)").response
        default: Response(error)
        }
    }

    /// The default and the largest radius of `reverse`, in kilometres.
    static let radius = 1.0
    static let maximumRadius = 5.0

    /// Writes answers as GeoJSON, with longitude first.
    static func write(_ found: [GeocodedPlace], _ places: PlaceTable) -> [UInt8] {
        var json = JSONWriter(reservingCapacity: 400 * found.count + 64)
        json.beginObject()
        json.key("type")
        json.value("FeatureCollection")
        json.key("features")
        json.beginArray()
        for place in found { write(place, places, to: &json) }
        json.endArray()
        json.endObject()
        return json.bytes
    }

    private static func write(_ place: GeocodedPlace, _ places: PlaceTable, to json: inout JSONWriter) {
        json.beginObject()
        json.key("type")
        json.value("Feature")
        json.key("properties")
        json.beginObject()
        json.key("osm_type")
        switch place.ref.kind {
        case .way: json.value("W")
        case .relation: json.value("R")
        case .node, nil: json.value("N")
        }
        json.key("osm_id")
        json.value(place.ref.id)
        json.key("osm_key")
        json.value(place.key)
        json.key("osm_value")
        json.value(place.value)
        json.key("type")
        json.value(GeocodingLayer(place.kind).rawValue)
        writeAddress(place, to: &json)
        let bounds = places.bounds(place.place)
        if bounds.minX < bounds.maxX || bounds.minY < bounds.maxY {
            json.key("extent")
            json.beginArray()
            for side in [bounds.minX, bounds.maxY, bounds.maxX, bounds.minY] { json.value(e7: side) }
            json.endArray()
        }
        json.endObject()
        json.key("geometry")
        NominatimOutline.write(point: place.point, to: &json)
        json.endObject()
    }

    private static func writeAddress(_ place: GeocodedPlace, to json: inout JSONWriter) {
        let parts = place.parts
        json.member("name", parts.name)
        json.member("housenumber", parts.houseNumber)
        if place.type != .street { json.member("street", parts.street) }
        json.member("locality", parts.neighbourhood)
        json.member("district", parts.suburb)
        json.member("city", parts.city)
        json.member("county", parts.county)
        json.member("state", parts.state)
        json.member("postcode", parts.postcode)
        json.member("country", parts.country)
        json.member("countrycode", parts.countryCode.map { $0 & 0xdf })
    }
}
