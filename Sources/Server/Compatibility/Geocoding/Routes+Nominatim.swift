import Atlas
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore
import Search

extension Routes {
    /// Adds Nominatim's `search`, `reverse`, `lookup` and `status`; older clients use the names of PHP files.
    mutating func addNominatim(_ engines: Engines, version: String) {
        let clock = DateHeader()
        on(
            NominatimSearchRequest.self, isBrief: true, aliases: ["/search.php", "/search/"],
            refusal: Nominatim.response(xmlIsStandard: false)
        ) { request, exchange in
            try exchange.spendAnswer()
            return try await Nominatim.answer(request.output, .jsonv2, withAddress: false, exchange) { options in
                let question = try NominatimQuestion(request), generation = engines.atlas.current
                return try await engines.compute { workspace in
                    let (found, words) = question.answer(generation.search, options, &workspace.search)
                    guard options.format == .xml else {
                        var writer = NominatimJSON(generation, options, words)
                        writer.write(found, query: question.text)
                        return writer.json.bytes
                    }
                    var writer = NominatimXML(generation, options, date: clock.now)
                    writer.write(found, query: question.text, excluding: question.excluded.sorted())
                    return writer.xml.bytes
                }
            }
        }
        addNominatimReverse(engines, clock)
        addNominatimLookup(engines, clock)
        on(
            NominatimStatusRequest.self, isBrief: true, aliases: ["/status.php", "/status/"],
            refusal: Nominatim.response(xmlIsStandard: false)
        ) { request, exchange in
            let generation = engines.atlas.current
            guard request.format == "json" else {
                return Response(
                    status: .ok,
                    headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-cache"],
                    body: .init(byteBuffer: ByteBuffer(string: "OK")))
            }
            return try await exchange.json(Nominatim.status(generation, version: version), cacheControl: "no-cache")
        }
    }

    private mutating func addNominatimReverse(_ engines: Engines, _ clock: DateHeader) {
        on(
            NominatimReverseRequest.self, isBrief: true, aliases: ["/reverse.php", "/reverse/"],
            refusal: Nominatim.response(xmlIsStandard: true)
        ) { request, exchange in
            try exchange.spendAnswer()
            return try await Nominatim.answer(request.output, .xml, withAddress: true, exchange) { options in
                let generation = engines.atlas.current
                let geocoder = Geocoder(generation.search, languages: options.languages)
                // For rare kinds the search examines many places.
                let found =
                    options.layers == nil
                    ? geocoder.reversed(request.at, zoom: request.zoom, layers: nil)
                    : try await engines.compute { _ in
                        geocoder.reversed(request.at, zoom: request.zoom, layers: options.layers)
                    }
                let query = "\(Decimal.print(request.at.latitude)),\(Decimal.print(request.at.longitude))"
                guard options.format == .xml else {
                    var writer = NominatimJSON(generation, options, geocoder.words)
                    writer.write(found, query: query)
                    return writer.json.bytes
                }
                var writer = NominatimXML(generation, options, date: clock.now)
                writer.write(found, query: query)
                return writer.xml.bytes
            }
        }
    }

    private mutating func addNominatimLookup(_ engines: Engines, _ clock: DateHeader) {
        on(
            NominatimLookupRequest.self, isBrief: true, aliases: ["/lookup.php", "/lookup/"],
            refusal: Nominatim.response(xmlIsStandard: false)
        ) { request, exchange in
            try exchange.spendAnswer()
            return try await Nominatim.answer(request.output, .jsonv2, withAddress: true, exchange) { options in
                let refs = try Nominatim.references(request.ids ?? ""), generation = engines.atlas.current
                let search = generation.search
                let words = GeocodingWords(languages: options.languages, search)
                var places: [PlaceID] = []
                for ref in refs {
                    guard let place = search.places.place(ref), !places.contains(place) else { continue }
                    places.append(place)
                }
                let found = places.map { GeocodedPlace($0, search, words) }
                guard options.format == .xml else {
                    var writer = NominatimJSON(generation, options, words)
                    writer.write(found, query: request.ids ?? "")
                    return writer.json.bytes
                }
                var writer = NominatimXML(generation, options, date: clock.now)
                writer.write(found, query: request.ids ?? "", excluding: [], root: "lookupresults")
                return writer.xml.bytes
            }
        }
    }
}

extension Nominatim {
    /// Reads the options of an answer, and wraps the bytes that `body` writes with them.
    fileprivate static func answer(
        _ fields: NominatimOutputFields, _ standard: Format, withAddress: Bool, _ exchange: Exchange,
        _ body: (NominatimOptions) async throws -> [UInt8]
    ) async throws -> Response {
        do {
            let options = try NominatimOptions(
                fields, standard: standard, withAddress: withAddress,
                acceptLanguage: exchange.header(.acceptLanguage))
            var response = try await exchange.json(body(options), cacheControl: Exchange.personal)
            if options.format == .xml { response.headers[.contentType] = XMLWriter.mediaType }
            // Names are in the language of the header.
            response.headers[.vary] = "accept-encoding, accept-language"
            return response
        } catch let refusal as Refusal {
            return refusal.response(asXML: (fields.format ?? standard.rawValue) == Format.xml.rawValue)
        }
    }

    /// The most objects of one lookup.
    private static let mostReferences = 50

    /// Reads `N123,W123,R123`, and skips items of another form.
    fileprivate static func references(_ text: String) throws(Refusal) -> [PlaceRef] {
        var refs: [PlaceRef] = []
        for item in text.split(separator: ",") {
            guard let ref = PlaceRef(item.filter { $0 != " " }.lowercased()) else { continue }
            guard refs.count < mostReferences else { throw Refusal("Too many object IDs.") }
            refs.append(ref)
        }
        return refs
    }

    fileprivate static func status(_ generation: AtlasGeneration, version: String) -> [UInt8] {
        var json = JSONWriter(reservingCapacity: 256)
        json.beginObject()
        json.key("status")
        json.value(0)
        json.key("message")
        json.value("OK")
        if let updated = generation.dataVersion {
            json.key("data_updated")
            json.value(updated.hasSuffix("Z") ? updated.dropLast() + "+00:00" : updated)
        }
        json.key("software_version")
        json.value("hereabouts \(version)")
        json.key("database_version")
        json.value(generation.identity)
        json.endObject()
        return json.bytes
    }
}
