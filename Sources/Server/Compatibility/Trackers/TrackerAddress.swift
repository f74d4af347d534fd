import HTTPTypes
import HereaboutsAPI

/// Where trackers report that know a server by its name alone: Traccar Client posts to `/`, and asks with `?id=…&lat=…&lon=…`.
enum TrackerAddress {
    /// The path that is meant by an address.
    static func meant(by path: Substring, _ query: Substring, _ method: HTTPRequest.Method) -> Substring {
        guard path.utf8.count <= 1 else { return path }
        let isReport = method == .post || method == .get && holdsReport(query)
        return isReport ? OsmAndRequest.endpoint.path.description[...] : path
    }

    /// Whether a query says who is where. What of it is good the handler finds out.
    private static func holdsReport(_ query: Substring) -> Bool {
        let names = Set(query.split(separator: "&").map { $0.prefix { $0 != "=" } })
        return !names.isDisjoint(with: ["id", "deviceid"]) && !names.isDisjoint(with: ["lat", "location"])
    }
}
