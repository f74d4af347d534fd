import Atlas
import GeoCore
import Search

/// Makes streets for addresses whose street the extract does not draw: villages without street names, ways beyond the edge.
struct MissingStreets {
    /// Addresses of one name that are this near to the first of them are on one street.
    private static let reachInMetres = 5_000.0
    private static let rank: UInt8 = 60

    /// Adds a street for each group of addresses that have none, and enters it in `streets`.
    static func add(to drafts: inout PlaceDrafts, streets: inout [Int?], names: StreetNames) {
        var made = [[Int]](repeating: [], count: names.count)
        for index in drafts.all.indices where streets[index] == nil {
            let address = drafts.all[index]
            guard address.type != .street, let name = names.number(of: address.street) else { continue }
            let plane = LocalPlane(around: address.point)
            if let known = made[name].first(where: { plane.distance(to: drafts.all[$0].point) < reachInMetres }) {
                streets[index] = known
                continue
            }
            let street = PlaceDraft(
                ref: address.ref, type: .street, key: PlaceFacts.none, value: PlaceFacts.none, name: address.street,
                point: address.point, rank: rank, tags: TagRange(start: 0, count: 0))
            streets[index] = drafts.all.count
            made[name].append(drafts.all.count)
            drafts.append(street)
            streets.append(nil)
        }
    }
}
