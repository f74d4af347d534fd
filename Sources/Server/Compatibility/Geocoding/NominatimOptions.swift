import Atlas
import HereaboutsAPI

/// The form and details of an answer of Nominatim.
struct NominatimOptions: Sendable {
    var format: Nominatim.Format
    var addressDetails: Bool
    var extraTags: Bool
    var nameDetails: Bool
    var outline: Outline?
    /// The tolerance of the outline, in degrees.
    var threshold: Double
    /// By preference.
    var languages: [String]
    var layers: Set<NominatimLayer>?

    enum Outline: Sendable { case geojson, kml, svg, text }

    /// Reads the options; throws for an unknown format, and for more than one kind of outline.
    init(
        _ fields: NominatimOutputFields, standard: Nominatim.Format, withAddress: Bool, acceptLanguage: String?
    ) throws(Nominatim.Refusal) {
        guard let format = fields.format.map({ Nominatim.Format(rawValue: $0) }) ?? standard else {
            throw Nominatim.Refusal("Parameter 'format' must be one of: xml, json, jsonv2, geojson, geocodejson")
        }
        self.format = format
        addressDetails = fields.addressDetails ?? withAddress
        extraTags = fields.extraTags
        nameDetails = fields.nameDetails
        let outlines: [(Bool, Outline)] = [
            (fields.polygonGeoJSON, .geojson), (fields.polygonKML, .kml), (fields.polygonSVG, .svg),
            (fields.polygonText, .text),
        ]
        let wanted = outlines.filter(\.0)
        guard wanted.count <= 1 else {
            throw Nominatim.Refusal("Too many polygon output options selected.")
        }
        outline = wanted.first?.1
        threshold = fields.polygonThreshold ?? 0
        languages = AcceptedLanguages.read(fields.languages ?? acceptLanguage ?? "")
        let layers = (fields.layers ?? "").split(separator: ",").compactMap {
            NominatimLayer(rawValue: String($0.filter { $0 != " " }))
        }
        self.layers = layers.isEmpty ? nil : Set(layers)
    }
}

/// A theme of places.
enum NominatimLayer: String, Sendable {
    case address, poi, railway, natural, manmade

    init(_ place: GeocodedKind) {
        switch (place.type, place.key) {
        case (.street, _), (.address, _), (.area, _): self = .address
        case (_, "place") where place.rank.search < 26: self = .address
        case (_, "railway"): self = .railway
        case (_, "natural"), (_, "waterway"): self = .natural
        case (_, "man_made"), (_, "power"), (_, "barrier"), (_, "building"), (_, "bridge"), (_, "aerialway"):
            self = .manmade
        default: self = .poi
        }
    }
}

/// Languages as `Accept-Language` lists them (RFC 9110, 12.5.4).
enum AcceptedLanguages {
    /// The most languages that count: each costs a look at the atlas's keys.
    private static let most = 8

    /// Returns the tags by preference, without refused tags and `*`.
    static func read(_ header: String) -> [String] {
        var tags: [(quality: Double, tag: String)] = []
        for item in header.split(separator: ",").prefix(4 * most) {
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " } }
            guard let tag = parts.first, !tag.isEmpty, tag.utf8.count <= 35, tag != "*",
                tag.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || Character(Unicode.Scalar($0)).isASCIITagCharacter })
            else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Decimal.read($0.dropFirst(2)) ?? 0 } ?? 1
            if quality > 0 { tags.append((quality, tag)) }
        }
        let order = tags.indices.sorted { (-tags[$0].quality, $0) < (-tags[$1].quality, $1) }
        return order.prefix(most).map { tags[$0].tag }
    }
}

extension Character {
    fileprivate var isASCIITagCharacter: Bool { isASCII && (isLetter || isNumber) }
}
