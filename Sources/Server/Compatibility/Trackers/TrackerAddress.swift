import HTTPTypes
import HereaboutsAPI

/// Recognises reports of trackers that know only the server's name: Traccar Client posts to `/`, or requests
/// `/?id=…&lat=…&lon=…`.
enum TrackerAddress {
    /// Returns the path of the report's route for such a request; otherwise the path itself.
    static func path(for path: Substring, _ query: Substring, _ method: HTTPRequest.Method) -> Substring {
        guard path.utf8.count <= 1 else { return path }
        let isReport = method == .post || method == .get && holdsReport(query)
        return isReport ? OsmAndRequest.endpoint.path.description[...] : path
    }

    /// Whether a request to the server's own address is a tracker's report.
    static func isReport(_ head: HTTPRequest, _ query: Substring) -> Bool {
        head.method == .post || head.method == .get && (holdsReport(query) || isQueryOfDevice(head, query))
    }

    /// Whether a query has a position, and a header or the query holds a token instead of an identifier. A browser's
    /// request for the page does not count, also with a proxy's password in its header.
    static func isQueryOfDevice(_ head: HTTPRequest, _ query: Substring) -> Bool {
        guard head.method == .get, !query.isEmpty else { return false }
        let names = names(of: query)
        guard names.contains("location") || names.contains("lat") && names.contains("lon") else { return false }
        if !names.isDisjoint(with: ["token", "api_key"]) { return true }
        return head.headerFields[.authorization] != nil
            && head.headerFields[.accept]?.lowercased().contains("text/html") != true
    }

    /// Whether a query has an identifier and a position. The handler checks their values.
    private static func holdsReport(_ query: Substring) -> Bool {
        let names = names(of: query)
        return !names.isDisjoint(with: ["id", "deviceid"]) && !names.isDisjoint(with: ["lat", "location"])
    }

    private static func names(of query: Substring) -> Set<Substring> {
        Set(query.split(separator: "&").map { $0.prefix { $0 != "=" } })
    }
}
