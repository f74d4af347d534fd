import HTTPTypes
import HereaboutsAPI

/// Where trackers report that know a server by its name alone: Traccar Client posts to `/`, and asks with
/// `?id=…&lat=…&lon=…`.
enum TrackerAddress {
    /// The path that is meant by an address.
    static func meant(by path: Substring, _ query: Substring, _ method: HTTPRequest.Method) -> Substring {
        guard path.utf8.count <= 1 else { return path }
        let isReport = method == .post || method == .get && holdsReport(query)
        return isReport ? OsmAndRequest.endpoint.path.description[...] : path
    }

    /// Whether a request to the server's own address is what a tracker sends there.
    static func isReport(_ head: HTTPRequest, _ query: Substring) -> Bool {
        head.method == .post || head.method == .get && (holdsReport(query) || isQueryOfDevice(head, query))
    }

    /// Whether a query says where, and a header or the query holds a token in place of an identifier. A browser asks
    /// for a page, also with the password of a proxy in its header.
    static func isQueryOfDevice(_ head: HTTPRequest, _ query: Substring) -> Bool {
        guard head.method == .get, !query.isEmpty else { return false }
        let names = names(of: query)
        guard names.contains("location") || names.contains("lat") && names.contains("lon") else { return false }
        if !names.isDisjoint(with: ["token", "api_key"]) { return true }
        return head.headerFields[.authorization] != nil
            && head.headerFields[.accept]?.lowercased().contains("text/html") != true
    }

    /// Whether a query says who is where. What of it is good the handler finds out.
    private static func holdsReport(_ query: Substring) -> Bool {
        let names = names(of: query)
        return !names.isDisjoint(with: ["id", "deviceid"]) && !names.isDisjoint(with: ["lat", "location"])
    }

    private static func names(of query: Substring) -> Set<Substring> {
        Set(query.split(separator: "&").map { $0.prefix { $0 != "=" } })
    }
}
