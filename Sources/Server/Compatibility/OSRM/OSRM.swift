import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird

/// The HTTP interface of OSRM, version 1 (github.com/Project-OSRM/osrm-backend, docs/http.md), as far as the server
/// supports it.
enum OSRM {
    /// The codes of OSRM's errors. All have status 400, except errors in a body's type or length.
    enum Code: String {
        case invalidURL = "InvalidUrl"
        case invalidService = "InvalidService"
        case invalidVersion = "InvalidVersion"
        case invalidOptions = "InvalidOptions"
        case invalidQuery = "InvalidQuery"
        case invalidValue = "InvalidValue"
        case noSegment = "NoSegment"
        case noRoute = "NoRoute"
        case noTrips = "NoTrips"
        case noMatch = "NoMatch"
        case tooBig = "TooBig"
        case notImplemented = "NotImplemented"
        case disabledDataset = "DisabledDataset"
        case invalidContentType = "InvalidContentType"
    }

    /// A refusal of a request.
    struct Refusal: Error {
        let code: Code
        let message: String
        let status: HTTPResponse.Status

        init(_ code: Code, _ message: String, status: HTTPResponse.Status = .badRequest) {
            self.code = code
            self.message = message
            self.status = status
        }

        var response: Response {
            var writer = JSONWriter(reservingCapacity: 128)
            writer.beginObject()
            writer.key("code")
            writer.value(code.rawValue)
            writer.key("message")
            writer.value(message)
            writer.endObject()
            var response = Response(status: status, json: writer.bytes)
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }

    /// Makes the answer for an error in OSRM's form. Errors of the contract become unreadable parameters.
    static func response(_ error: ErrorBody, _ exchange: Exchange) -> Response {
        switch error.code {
        case .badRequest where error.field != nil:
            return malformed((exchange.request.head.path ?? "").prefix { $0 != "?" })
        case .invalidParameter, .missingParameter, .unknownParameter, .badRequest:
            let position = exchange.position(of: error.field)
            return Refusal(.invalidQuery, "Query string malformed close to position \(position)").response
        case .unsupportedMediaType:
            return Refusal(
                .invalidContentType, "POST requests require a Content-Type of application/json.",
                status: .unsupportedMediaType
            ).response
        case .bodyTooLarge: return Refusal(.tooBig, error.message, status: .contentTooLarge).response
        case .answerTooLarge, .tooMuchWork: return Refusal(.tooBig, error.message).response
        case .invalidBody: return Refusal(.invalidQuery, error.message).response
        default: return Response(error)
        }
    }

    private static let services: [Substring] = ["route", "nearest", "table", "trip", "match"]
    /// The services that take a body.
    private static let posted: [Substring] = ["route", "table", "match"]

    private static func listed(_ services: [Substring]) -> String {
        "\(services.dropLast().joined(separator: ", ")) and \(services.last ?? "")"
    }

    /// Whether a path segment is a version: `v` and digits.
    private static func isVersion(_ part: Substring) -> Bool {
        part.first == "v" && part.utf8.count > 1 && part.utf8.dropFirst().allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }

    /// Whether a path belongs to one of OSRM's services, in any version and even if it is incomplete.
    static func isService(_ path: Substring) -> Bool {
        let parts = path.dropFirst().split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count > 1 && services.contains(parts[0]) && isVersion(parts[1])
    }

    /// Returns the answer to an unsupported path of OSRM's form, `/service/v1/profile/coordinates`: another service or
    /// version, missing or extra segments. `nil` for paths of another form.
    static func refusalOfAddress(_ path: Substring) -> Response? {
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0] != "api", isVersion(parts[1]) else { return nil }
        let isKnown = services.contains(parts[0])
        guard isKnown || parts.count == 4 else { return nil }
        guard parts[1] == "v1" else { return Refusal(.invalidVersion, "This server speaks version 1.").response }
        if isKnown { return malformed(path) }
        return Refusal(.invalidService, "Service not found; this server has \(listed(services)).").response
    }

    /// Returns the answer to a body that is sent to an OSRM service without bodies; `nil` for other paths.
    static func refusalOfBody(_ path: Substring) -> Response? {
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1] == "v1", (services + ["tile"]).contains(parts[0]),
            !posted.contains(parts[0])
        else { return nil }
        return Refusal(.notImplemented, "Only \(listed(posted)) take POST.").response
    }

    private static func malformed(_ path: Substring) -> Response {
        Refusal(.invalidURL, "URL string malformed close to position \(path.utf8.count)").response
    }
}

extension Exchange {
    /// Returns the offset of the parameter `name` in the query, in bytes after the question mark; 0 if it is missing.
    fileprivate func position(of name: String?) -> Int {
        let query = (request.head.path ?? "").split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        var position = 0
        for item in query.split(separator: "&", omittingEmptySubsequences: false) {
            if let name, item == name || item.hasPrefix(name + "=") { return position }
            position += item.utf8.count + 1
        }
        return 0
    }
}
