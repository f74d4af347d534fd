import Atlas
import GeoCore
import Search

/// Makes streets for addresses whose street the extract does not draw: villages without street names, ways beyond the
/// edge.
struct MissingStreets {
    /// Addresses with one street name this near to the first of them are on one street.
    private static let reachInMetres = 5_000.0
    private static let rank: UInt8 = 60

    /// Adds a street for each group of addresses without one, and enters it in `streets`.
    static func add(to drafts: inout PlaceDrafts, streets: inout [Int?], names: StreetNames) {
        var made: [Row: [Int]] = [:]
        for index in drafts.all.indices where streets[index] == nil {
            let address = drafts.all[index]
            guard address.type != .street, let name = names.number(of: address.street) else { continue }
            let plane = LocalPlane(around: address.point), row = Row(name: name, address.point)
            let near = [row.below, row, row.above].compactMap { row in
                made[row]?.first { plane.distance(to: drafts.all[$0].point) < reachInMetres }
            }
            if let known = near.min() {
                streets[index] = known
                continue
            }
            var street = PlaceDraft(
                ref: address.ref, type: .street, key: PlaceFacts.none, value: PlaceFacts.none, name: address.street,
                point: address.point, rank: rank, tags: TagRange(start: 0, count: 0))
            street.isMade = true
            streets[index] = drafts.all.count
            made[row, default: []].append(drafts.all.count)
            drafts.append(street)
            streets.append(nil)
        }
    }

    /// The streets of one name between two parallels 0.05° of latitude (about 5.6 km) apart: all within reach of a
    /// point lie in its row or the next.
    private struct Row: Hashable {
        let name: Int
        var number: Int32

        init(name: Int, _ point: PointE7) {
            self.name = name
            number = point.latitudeE7 / 500_000
        }

        var below: Row { shifted(by: -1) }
        var above: Row { shifted(by: 1) }

        private func shifted(by rows: Int32) -> Row {
            var row = self
            row.number += rows
            return row
        }
    }
}
