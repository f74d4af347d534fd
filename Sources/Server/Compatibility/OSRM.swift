import GeoCore
import HTTPTypes
import Hummingbird

/// The HTTP interface of OSRM, version 1 (github.com/Project-OSRM/osrm-backend, docs/http.md), as far as this server speaks it.
enum OSRM {
    /// The codes of OSRM's errors.
    enum Code: String {
        case invalidService = "InvalidService"
        case invalidVersion = "InvalidVersion"
    }

    /// An error in OSRM's form: always status 400.
    static func refusal(_ code: Code, _ message: String) -> Response {
        var writer = JSONWriter(reservingCapacity: 128)
        writer.beginObject()
        writer.key("code")
        writer.value(code.rawValue)
        writer.key("message")
        writer.value(message)
        writer.endObject()
        return Response(status: .badRequest, json: writer.bytes)
    }

    /// Returns the answer to a path in OSRM's form, `/service/v1/profile/coordinates`, for a service or version that is not
    /// spoken here; `nil` for paths of another form.
    static func refusalOfUnknownService(_ path: Substring) -> Response? {
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] != "api", parts[1].first == "v",
            !parts[1].dropFirst().isEmpty, parts[1].utf8.dropFirst().allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
        else { return nil }
        guard parts[1] == "v1" else { return refusal(.invalidVersion, "This server speaks version 1.") }
        return refusal(.invalidService, "Service not found; this server has route and nearest.")
    }
}
