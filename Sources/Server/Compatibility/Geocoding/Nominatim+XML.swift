import Atlas
import GeoCore
import Search

/// Writes answers as Nominatim's XML (nominatim.org/release-docs/latest/api/Output).
struct NominatimXML {
    let generation: AtlasGeneration
    let options: NominatimOptions
    /// The time of the answer, in the form of HTTP's `Date`.
    let date: String
    private(set) var xml = XMLWriter()

    init(_ generation: AtlasGeneration, _ options: NominatimOptions, date: String) {
        self.generation = generation
        self.options = options
        self.date = date
    }

    /// Writes the answers to a search, or with another `root` to a lookup.
    mutating func write(_ found: [GeocodedPlace], query: String, excluding: [Int], root: String = "searchresults") {
        var header = header(query)
        header.append(("polygon", Self.bytes(options.outline == nil ? "false" : "true")))
        let ids = excluding + found.map { $0.place.index + 1 }
        if root == "searchresults", !ids.isEmpty {
            header.append(("exclude_place_ids", Self.bytes(ids.map { "\($0)" }.joined(separator: ","))))
        }
        let (generation, options) = (generation, options)
        xml.element(root, header) { xml in
            for place in found {
                var attributes = Self.attributes(of: place, generation, options)
                attributes += [
                    ("display_name", NominatimAddress.line(place)), ("class", Self.bytes(place.key)),
                    ("type", Self.bytes(place.value)), ("importance", Self.number(place.importance)),
                ]
                xml.element("place", attributes) { xml in
                    Self.writeKML(of: place, generation, options, to: &xml)
                    Self.writeTags(of: place, generation, options, to: &xml)
                    if options.addressDetails { Self.writeParts(of: place, to: &xml) }
                }
            }
        }
    }

    /// Writes the answer to a point, or Nominatim's error if there is none.
    mutating func write(_ found: GeocodedPlace?, query: String) {
        let (generation, options) = (generation, options)
        xml.element("reversegeocode", header(query)) { xml in
            guard let found else { return xml.element("error", text: "Unable to geocode") }
            xml.element("result", Self.attributes(of: found, generation, options), text: NominatimAddress.line(found))
            if options.addressDetails { xml.element("addressparts") { Self.writeParts(of: found, to: &$0) } }
            Self.writeTags(of: found, generation, options, to: &xml)
            Self.writeKML(of: found, generation, options, to: &xml)
        }
    }

    private func header(_ query: String) -> [(String, [UInt8])] {
        [
            ("timestamp", Self.bytes(date.replacingGMT)),
            ("attribution", Self.bytes(Nominatim.licence(generation.info))), ("querystring", Self.bytes(query)),
        ]
    }

    private static func attributes(
        of place: GeocodedPlace, _ generation: AtlasGeneration, _ options: NominatimOptions
    ) -> [(String, [UInt8])] {
        let places = generation.search.places, box = NominatimBox.box(of: place, places)
        let sides = [box.minY, box.maxY, box.minX, box.maxX].map(NominatimBox.text)
        var attributes = [
            ("place_id", bytes("\(place.place.index + 1)")), ("osm_type", bytes(place.objectType)),
            ("osm_id", bytes("\(place.ref.id)")), ("lat", bytes(NominatimBox.text(place.point.latitudeE7))),
            ("lon", bytes(NominatimBox.text(place.point.longitudeE7))),
            ("boundingbox", bytes(sides.joined(separator: ","))), ("place_rank", bytes("\(place.rank.search)")),
            ("address_rank", bytes("\(place.rank.address)")),
        ]
        if let reference = NominatimTags.tags(of: place.place, areNames: true, places).first(where: {
            $0.key.elementsEqual("ref".utf8)
        }) {
            attributes.append(("ref", reference.value))
        }
        guard let outline = options.outline, outline != .kml else { return attributes }
        let shape = NominatimOutline(place, places, threshold: options.threshold)
        switch outline {
        case .geojson:
            var json = JSONWriter()
            shape.write(to: &json)
            attributes.append(("geojson", json.bytes))
        case .svg: attributes.append(("geosvg", bytes(shape.svg)))
        case .text: attributes.append(("geotext", bytes(shape.wkt)))
        case .kml: break
        }
        return attributes
    }

    private static func writeParts(of place: GeocodedPlace, to xml: inout XMLWriter) {
        for part in NominatimAddress.parts(of: place) where isName(part.label) {
            xml.element(part.label, text: part.text)
        }
    }

    /// Whether a label is a valid element name: kinds come from OSM data and may be anything.
    private static func isName(_ label: String) -> Bool {
        guard let first = label.utf8.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7a else { return false }
        return label.utf8.allSatisfy { byte in
            (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: "-")
        }
    }

    private static func writeTags(
        of place: GeocodedPlace, _ generation: AtlasGeneration, _ options: NominatimOptions, to xml: inout XMLWriter
    ) {
        let places = generation.search.places
        if options.extraTags {
            xml.element("extratags") { xml in
                for tag in NominatimTags.tags(of: place.place, areNames: false, places) {
                    xml.element("tag", [("key", tag.key), ("value", tag.value)])
                }
            }
        }
        if options.nameDetails {
            xml.element("namedetails") { xml in
                for tag in NominatimTags.tags(of: place.place, areNames: true, places) {
                    xml.element("name", [("desc", tag.key)], text: tag.value)
                }
            }
        }
    }

    private static func writeKML(
        of place: GeocodedPlace, _ generation: AtlasGeneration, _ options: NominatimOptions, to xml: inout XMLWriter
    ) {
        guard options.outline == .kml else { return }
        let shape = NominatimOutline(place, generation.search.places, threshold: options.threshold)
        xml.element("geokml") { $0.append(raw: shape.kml) }
    }

    private static func bytes(_ text: String) -> [UInt8] { [UInt8](text.utf8) }

    private static func number(_ value: Double) -> [UInt8] {
        var json = JSONWriter(reservingCapacity: 16)
        json.value(value, decimals: 6)
        return json.bytes
    }
}

extension String {
    /// The value of `Date` in the form of RFC 5322.
    fileprivate var replacingGMT: String { hasSuffix(" GMT") ? dropLast(3) + "+0000" : self }
}
