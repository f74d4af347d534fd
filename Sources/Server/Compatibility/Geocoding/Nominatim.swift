import Atlas
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import Search

/// The HTTP interface of Nominatim (nominatim.org/release-docs/latest/api/Overview), as far as the server supports it.
enum Nominatim {
    /// A refusal of a request, with status 400.
    struct Refusal: Error, Equatable {
        let message: String

        init(_ message: String) { self.message = message }

        func response(asXML: Bool) -> Response {
            let bytes: [UInt8]
            if asXML {
                var xml = XMLWriter()
                xml.element("error") { error in
                    error.element("code", text: "400")
                    error.element("message", text: message)
                }
                bytes = xml.bytes
            } else {
                var json = JSONWriter(reservingCapacity: 128)
                json.beginObject()
                json.key("error")
                json.beginObject()
                json.key("code")
                json.value(400)
                json.key("message")
                json.value(message)
                json.endObject()
                json.endObject()
                bytes = json.bytes
            }
            var response = Response(status: .badRequest, json: bytes)
            if asXML { response.headers[.contentType] = XMLWriter.mediaType }
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }

    /// The formats of answers.
    enum Format: String { case xml, json, jsonv2, geojson, geocodejson }

    /// Returns the handler that writes an error in Nominatim's form. The form is XML if the client requested that, or
    /// if it is the default of the address.
    static func response(xmlIsStandard: Bool) -> @Sendable (ErrorBody, Exchange) -> Response {
        { error, exchange in
            guard [.invalidParameter, .missingParameter, .unknownParameter, .badRequest].contains(error.code) else {
                return Response(error)
            }
            let message =
                error.code == .missingParameter
                ? "Parameter '\(error.field ?? "")' missing." : "Parameter \(error.message)."
            return Refusal(message).response(asXML: exchange.wantsXML(asStandard: xmlIsStandard))
        }
    }

    /// Returns the attribution that must accompany the data (osmfoundation.org/wiki/Licence/Attribution_Guidelines).
    static func licence(_ info: AtlasInfo) -> String {
        "Data \(info.credit), ODbL 1.0. https://www.openstreetmap.org/copyright"
    }
}

extension Exchange {
    /// Whether the query requests XML, or XML is the default and the query has no `format`.
    fileprivate func wantsXML(asStandard isStandard: Bool) -> Bool {
        let query = (request.head.path ?? "").split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        for item in query.split(separator: "&") where item.hasPrefix("format=") { return item == "format=xml" }
        return isStandard
    }
}
