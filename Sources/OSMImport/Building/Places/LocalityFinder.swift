import Atlas
import GeoCore
import Search

/// Says in which suburb, city, postcode, region and country places lie.
///
/// What an object's own tags say goes first, then the smallest boundary around it, then the nearest settlement by size.
struct LocalityFinder {
    /// The names of a locality, as indices into the extract's strings.
    struct Names: Hashable, Sendable {
        var suburb = PlaceFacts.none
        var city = PlaceFacts.none
        var postcode = PlaceFacts.none
        var region = PlaceFacts.none
        var country = PlaceFacts.none

        subscript(use: ZoneUse) -> UInt32 {
            get {
                switch use {
                case .suburb: suburb
                case .city: city
                case .postcode: postcode
                case .region: region
                case .country: country
                }
            }
            set {
                switch use {
                case .suburb: suburb = newValue
                case .city: city = newValue
                case .postcode: postcode = newValue
                case .region: region = newValue
                case .country: country = newValue
                }
            }
        }
    }

    private struct Boundary: Sendable {
        let use: ZoneUse
        let name: UInt32
        let size: Double
        let rings: [RingSearcher]

        func contains(_ point: PointE7) -> Bool {
            let x = Double(point.longitudeE7), y = Double(point.latitudeE7)
            return rings.reduce(false) { $0 != ($1.side(ofX: x, y: y) != .outside) }
        }
    }

    /// Returns the locality of each draft.
    static func find(_ drafts: PlaceDrafts, in data: OSMData) -> [Names] {
        let boundaries = Parallel.map(drafts.zones.count) { index in
            let zone = drafts.zones[index]
            let rings = zone.area.polygons.flatMap { [$0.outer] + $0.holes }
            return Boundary(
                use: zone.use, name: zone.name,
                size: (Double(zone.box.maxX) - Double(zone.box.minX)) * (Double(zone.box.maxY) - Double(zone.box.minY)),
                rings: rings.map { RingSearcher($0, in: data) })
        }
        let spots = drafts.settlements.map { settlement in
            IntBox(
                minX: settlement.point.longitudeE7, minY: settlement.point.latitudeE7,
                maxX: settlement.point.longitudeE7, maxY: settlement.point.latitudeE7)
        }
        return BoxTreeWriter.withTree(over: drafts.zones.map(\.box)) { zoneTree, zoneOrder in
            BoxTreeWriter.withTree(over: spots) { spotTree, spotOrder in
                Parallel.mapRanges(of: drafts.all.count, length: 2048) { range in
                    range.map { index in
                        let draft = drafts.all[index]
                        var names = around(draft, boundaries, zoneTree, zoneOrder)
                        addNearest(to: &names, draft, drafts.settlements, spotTree, spotOrder)
                        if draft.suburb != PlaceFacts.none { names.suburb = draft.suburb }
                        if draft.city != PlaceFacts.none { names.city = draft.city }
                        if draft.postcode != PlaceFacts.none { names.postcode = draft.postcode }
                        return names
                    }
                }
            }
        }
        .flatMap { $0 }
    }

    /// The names of the smallest boundaries of each use. No place lies in itself.
    private static func around(
        _ draft: PlaceDraft, _ boundaries: [Boundary], _ tree: BoxTree, _ order: [Int]
    ) -> Names {
        var names = Names(), sizes = [Double](repeating: .infinity, count: ZoneUse.allCases.count)
        let box = IntBox(
            minX: draft.point.longitudeE7, minY: draft.point.latitudeE7, maxX: draft.point.longitudeE7,
            maxY: draft.point.latitudeE7)
        tree.forEach(in: box) { item in
            let boundary = boundaries[order[item]], use = Int(boundary.use.rawValue)
            guard boundary.size < sizes[use], draft.type != .area || boundary.name != draft.name,
                boundary.contains(draft.point)
            else { return }
            sizes[use] = boundary.size
            names[boundary.use] = boundary.name
        }
        return names
    }

    /// Fills in city and suburb from the settlement whose reach the place lies deepest in.
    private static func addNearest(
        to names: inout Names, _ draft: PlaceDraft, _ settlements: [PlaceDrafts.Settlement], _ tree: BoxTree,
        _ order: [Int]
    ) {
        // How far to look for each use: no farther than what would be deeper than the deepest so far.
        var cityReach = names.city == PlaceFacts.none && draft.city == PlaceFacts.none ? ZoneMeaning.cityRadius : -1
        var suburbReach =
            names.suburb == PlaceFacts.none && draft.suburb == PlaceFacts.none ? ZoneMeaning.suburbRadius : -1
        guard max(cityReach, suburbReach) > 0 else { return }
        let plane = LocalPlane(around: draft.point)
        tree.forEachNearest(within: max(cityReach, suburbReach), bound: { plane.distance(to: $0) }) { item, distance in
            let settlement = settlements[order[item]], depth = distance / settlement.radius
            guard depth <= 1, draft.type != .area || settlement.name != draft.name else {
                return max(cityReach, suburbReach)
            }
            switch settlement.use {
            case .city where depth * ZoneMeaning.cityRadius < cityReach:
                cityReach = depth * ZoneMeaning.cityRadius
                names.city = settlement.name
            case .suburb where depth * ZoneMeaning.suburbRadius < suburbReach:
                suburbReach = depth * ZoneMeaning.suburbRadius
                names.suburb = settlement.name
            default: break
            }
            return max(cityReach, suburbReach)
        }
    }
}
