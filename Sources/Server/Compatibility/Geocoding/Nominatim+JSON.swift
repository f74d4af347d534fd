import Atlas
import GeoCore
import Search

/// Writes answers as Nominatim's JSON (nominatim.org/release-docs/latest/api/Output).
struct NominatimJSON {
    let generation: AtlasGeneration
    let options: NominatimOptions
    let words: GeocodingWords
    private(set) var json: JSONWriter

    private var search: SearchEngine { generation.search }

    init(_ generation: AtlasGeneration, _ options: NominatimOptions, _ words: GeocodingWords) {
        self.generation = generation
        self.options = options
        self.words = words
        json = JSONWriter(reservingCapacity: 2048)
    }

    /// Writes the answers to a search or a lookup.
    mutating func write(_ found: [GeocodedPlace], query: String) {
        switch options.format {
        case .geojson: writeCollection { for place in found { $0.writeFeature(place) } }
        case .geocodejson: writeGeocoding(query) { for place in found { $0.writeGeocoded(place) } }
        case .json, .jsonv2, .xml:
            json.beginArray()
            for place in found { writePlace(place) }
            json.endArray()
        }
    }

    /// Writes the answer to a point, or Nominatim's error if there is none.
    mutating func write(_ found: GeocodedPlace?, query: String) {
        guard let found else {
            json.beginObject()
            json.key("error")
            json.value("Unable to geocode")
            json.endObject()
            return
        }
        switch options.format {
        case .geojson, .geocodejson: write([found], query: query)
        case .json, .jsonv2, .xml: writePlace(found)
        }
    }

    private mutating func writePlace(_ place: GeocodedPlace) {
        json.beginObject()
        json.key("place_id")
        json.value(place.place.index + 1)
        json.key("licence")
        json.value(Nominatim.licence(generation.info))
        write(reference: place)
        json.key("lat")
        write(quoted: place.point.latitudeE7)
        json.key("lon")
        write(quoted: place.point.longitudeE7)
        if options.format == .json { json.key("class") } else { json.key("category") }
        json.value(place.key)
        write(description: place, namesRank: options.format != .json)
        write(details: place)
        json.key("boundingbox")
        json.beginArray()
        let box = NominatimBox.box(of: place, search.places)
        for side in [box.minY, box.maxY, box.minX, box.maxX] { write(quoted: side) }
        json.endArray()
        if let outline = options.outline {
            let text = NominatimOutline(place, search.places, threshold: options.threshold)
            switch outline {
            case .geojson:
                json.key("geojson")
                text.write(to: &json)
            case .kml:
                json.key("geokml")
                json.value(text.kml)
            case .svg:
                json.key("svg")
                json.value(text.svg)
            case .text:
                json.key("geotext")
                json.value(text.wkt)
            }
        }
        json.endObject()
    }

    private mutating func write(reference place: GeocodedPlace) {
        json.key("osm_type")
        json.value(place.objectType)
        json.key("osm_id")
        json.value(place.ref.id)
    }

    /// Writes type, ranks and names.
    private mutating func write(description place: GeocodedPlace, namesRank: Bool) {
        json.key("type")
        json.value(place.value)
        if namesRank {
            json.key("place_rank")
            json.value(place.rank.search)
        }
        json.key("importance")
        json.value(place.importance, decimals: 6)
        json.key("addresstype")
        json.value(NominatimAddress.label(of: place))
        json.key("name")
        json.value(utf8: place.parts.name)
        json.key("display_name")
        json.value(utf8: NominatimAddress.line(place))
    }

    /// Writes the details that the client requested.
    private mutating func write(details place: GeocodedPlace) {
        if options.addressDetails {
            json.key("address")
            json.beginObject()
            for part in NominatimAddress.parts(of: place) {
                json.key(utf8: part.label.utf8Span.span)
                json.value(utf8: part.text)
            }
            json.endObject()
        }
        if options.extraTags { write(tags: place, areNames: false, as: "extratags") }
        if options.nameDetails { write(tags: place, areNames: true, as: "namedetails") }
    }

    private mutating func write(tags place: GeocodedPlace, areNames: Bool, as key: StaticString) {
        let tags = NominatimTags.tags(of: place.place, areNames: areNames, search.places)
        json.key(key)
        guard !tags.isEmpty else { return json.null() }
        json.beginObject()
        for tag in tags {
            json.key(utf8: tag.key.span)
            json.value(utf8: tag.value)
        }
        json.endObject()
    }

    private mutating func write(quoted e7: Int32) {
        json.value(NominatimBox.text(e7))
    }
}

extension NominatimJSON {
    private mutating func writeCollection(_ features: (inout Self) -> Void) {
        json.beginObject()
        json.key("type")
        json.value("FeatureCollection")
        json.key("licence")
        json.value(Nominatim.licence(generation.info))
        json.key("features")
        json.beginArray()
        features(&self)
        json.endArray()
        json.endObject()
    }

    private mutating func writeFeature(_ place: GeocodedPlace) {
        json.beginObject()
        json.key("type")
        json.value("Feature")
        json.key("properties")
        json.beginObject()
        json.key("place_id")
        json.value(place.place.index + 1)
        write(reference: place)
        json.key("category")
        json.value(place.key)
        write(description: place, namesRank: true)
        write(details: place)
        json.endObject()
        json.key("bbox")
        json.value(NominatimBox.box(of: place, search.places))
        writeGeometry(of: place)
        json.endObject()
    }

    private mutating func writeGeometry(of place: GeocodedPlace) {
        json.key("geometry")
        guard options.outline == .geojson else { return NominatimOutline.write(point: place.point, to: &json) }
        NominatimOutline(place, search.places, threshold: options.threshold).write(to: &json)
    }

    /// Writes GeocodeJSON 0.1.0 (github.com/geocoders/geocodejson-spec).
    private mutating func writeGeocoding(_ query: String, _ features: (inout Self) -> Void) {
        json.beginObject()
        json.key("type")
        json.value("FeatureCollection")
        json.key("geocoding")
        json.beginObject()
        json.key("version")
        json.value("0.1.0")
        json.key("attribution")
        json.value(Nominatim.licence(generation.info))
        json.key("licence")
        json.value("ODbL")
        json.key("query")
        json.value(query)
        json.endObject()
        json.key("features")
        json.beginArray()
        features(&self)
        json.endArray()
        json.endObject()
    }

    private mutating func writeGeocoded(_ place: GeocodedPlace) {
        json.beginObject()
        json.key("type")
        json.value("Feature")
        json.key("properties")
        json.beginObject()
        json.key("geocoding")
        json.beginObject()
        json.key("place_id")
        json.value(place.place.index + 1)
        write(reference: place)
        json.key("osm_key")
        json.value(place.key)
        json.key("osm_value")
        json.value(place.value)
        json.key("type")
        json.value(GeocodingLayer(place.kind).typeName)
        json.key("label")
        json.value(utf8: NominatimAddress.line(place))
        json.member("name", place.parts.name)
        let parts = place.parts
        json.member("housenumber", parts.houseNumber)
        if place.type != .street { json.member("street", parts.street) }
        json.member("locality", parts.neighbourhood)
        json.member("district", parts.suburb)
        json.member("postcode", parts.postcode)
        json.member("city", parts.city)
        json.member("county", parts.county)
        json.member("state", parts.state)
        json.member("country", parts.country)
        json.member("country_code", parts.countryCode)
        if options.addressDetails { writeAdmin(place) }
        if options.extraTags { write(tags: place, areNames: false, as: "extra") }
        json.endObject()
        json.endObject()
        writeGeometry(of: place)
        json.endObject()
    }

    private mutating func writeAdmin(_ place: GeocodedPlace) {
        let levels = search.administrativeAreas(around: place.place, words.language, words.tags)
        json.key("admin")
        json.beginObject()
        for area in levels {
            json.key(utf8: "level\(area.level)".utf8Span.span)
            json.value(utf8: area.name)
        }
        json.endObject()
    }
}

extension JSONWriter {
    /// Writes a member, unless its text is empty.
    mutating func member(_ key: StaticString, _ text: [UInt8]) {
        guard !text.isEmpty else { return }
        self.key(key)
        value(utf8: text)
    }
}
