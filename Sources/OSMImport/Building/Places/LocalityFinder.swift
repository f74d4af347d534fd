import Atlas
import GeoCore
import Search

/// Finds the neighbourhood, suburb, city, postcode, county, state and country of places.
///
/// An object's own tags come first, then the smallest boundary around it, then the nearest settlement by size. A
/// `CountryFinder` gives countries without a closed boundary.
struct LocalityFinder {
    /// One name of a locality: an index into the extract's strings, and the draft of its area or settlement.
    struct Part: Hashable, Sendable {
        var name = PlaceFacts.none
        private var draftNumber = UInt32.max

        init(name: UInt32 = PlaceFacts.none, draft: Int? = nil) {
            self.name = name
            if let draft { draftNumber = UInt32(draft) }
        }

        var draft: Int? { draftNumber == .max ? nil : Int(draftNumber) }
        var isUnknown: Bool { name == PlaceFacts.none }
    }

    /// The names of a locality. There are as many as places, so they need no separate memory.
    struct Names: Hashable, Sendable {
        private var neighbourhood = Part()
        private var suburb = Part()
        private var city = Part()
        private var postcode = Part()
        private var county = Part()
        private var state = Part()
        private var country = Part()

        subscript(use: ZoneUse) -> Part {
            get {
                switch use {
                case .neighbourhood: neighbourhood
                case .suburb: suburb
                case .city: city
                case .postcode: postcode
                case .county: county
                case .state: state
                case .country: country
                }
            }
            set {
                switch use {
                case .neighbourhood: neighbourhood = newValue
                case .suburb: suburb = newValue
                case .city: city = newValue
                case .postcode: postcode = newValue
                case .county: county = newValue
                case .state: state = newValue
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
        /// The area's draft, or that of the settlement with the same name inside it, which says whether it is a city or
        /// a village.
        var draft: Int

        func contains(_ point: PointE7) -> Bool {
            let point = point.eastOfAntimeridian
            let x = Double(point.longitudeE7), y = Double(point.latitudeE7)
            return rings.reduce(false) { $0 != ($1.side(ofX: x, y: y) != .outside) }
        }
    }

    private let drafts: PlaceDrafts
    private let countries: CountryFinder
    private let boundaries: [Boundary]
    /// Settlements by name.
    private let bearers: [UInt32: [Int]]
    /// By settlement, the boundaries around it, and its country.
    private var surroundings: [Names] = []

    /// Reads the areas and settlements among `drafts`.
    init(_ drafts: PlaceDrafts, _ countries: CountryFinder, in data: OSMData) {
        self.drafts = drafts
        self.countries = countries
        let bearers = Dictionary(grouping: drafts.settlements.indices) { drafts.settlements[$0].name }
        self.bearers = bearers
        boundaries = Parallel.map(drafts.zones.count) { index in
            let zone = drafts.zones[index]
            let rings = zone.area.polygons.flatMap { [$0.outer] + $0.holes }
            var boundary = Boundary(
                use: zone.use, name: zone.name,
                size: (Double(zone.box.maxX) - Double(zone.box.minX)) * (Double(zone.box.maxY) - Double(zone.box.minY)),
                rings: rings.map { RingSearcher($0, in: data) }, draft: zone.draft)
            let inside = (bearers[zone.name] ?? []).first {
                drafts.settlements[$0].use == zone.use && boundary.contains(drafts.settlements[$0].point)
            }
            if let inside { boundary.draft = drafts.settlements[inside].draft }
            return boundary
        }
        surroundings = BoxTreeWriter.withTree(over: drafts.zones.map(\.box)) { tree, order in
            Parallel.mapRanges(of: drafts.settlements.count, length: 256) { [self] range in
                range.map { index in
                    let number = drafts.settlements[index].draft
                    return around(drafts.all[number], number, tree, order)
                }
            }.flatMap { $0 }
        }
    }

    /// Returns the locality of each draft.
    func localities() -> [Names] { localities(of: drafts.all, areDrafts: true) }

    /// Returns the locality of each of `wanted`, which are copies of drafts at other points.
    func localities(of wanted: [PlaceDraft]) -> [Names] { localities(of: wanted, areDrafts: false) }

    private func localities(of wanted: [PlaceDraft], areDrafts: Bool) -> [Names] {
        let spots = drafts.settlements.map { settlement in
            IntBox(
                minX: settlement.point.longitudeE7, minY: settlement.point.latitudeE7,
                maxX: settlement.point.longitudeE7, maxY: settlement.point.latitudeE7)
        }
        return BoxTreeWriter.withTree(over: drafts.zones.map(\.box)) { zoneTree, zoneOrder in
            BoxTreeWriter.withTree(over: spots) { spotTree, spotOrder in
                Parallel.mapRanges(of: wanted.count, length: 2048) { range in
                    range.map { index in
                        let draft = wanted[index]
                        var names = around(draft, areDrafts ? index : nil, zoneTree, zoneOrder)
                        addNearest(to: &names, draft, spotTree, spotOrder)
                        addOwn(to: &names, draft)
                        return names
                    }
                }
            }
        }
        .flatMap { $0 }
    }

    /// Returns the names of the smallest boundaries of each use, and the country. No place lies in itself, and no state
    /// in a town. `number` is the place's index among the drafts, if it is one.
    private func around(_ draft: PlaceDraft, _ number: Int?, _ tree: BoxTree, _ order: [Int]) -> Names {
        var names = Names(), sizes = [Double](repeating: .infinity, count: ZoneUse.allCases.count)
        let box = IntBox(
            minX: draft.point.longitudeE7, minY: draft.point.latitudeE7, maxX: draft.point.longitudeE7,
            maxY: draft.point.latitudeE7)
        tree.forEach(in: box) { item in
            let boundary = boundaries[order[item]], use = Int(boundary.use.rawValue)
            guard boundary.size < sizes[use], draft.type != .area || boundary.name != draft.name,
                draft.use.map({ $0 <= boundary.use }) ?? true, boundary.contains(draft.point)
            else { return }
            sizes[use] = boundary.size
            names[boundary.use] = Part(name: boundary.name, draft: boundary.draft)
        }
        addCountry(to: &names, draft, number)
        return names
    }

    /// Fills in city, suburb and neighbourhood from the settlement whose radius contains the place most deeply.
    ///
    /// A town does not lie in another town near it, nor in that town's suburbs. No place lies in a settlement beyond
    /// the border of its country, nor in a suburb beyond that of its city.
    private func addNearest(to names: inout Names, _ draft: PlaceDraft, _ tree: BoxTree, _ order: [Int]) {
        func reach(_ use: ZoneUse, _ own: UInt32, _ radius: Double) -> Double {
            names[use].isUnknown && own == PlaceFacts.none && draft.use.map { $0 < use } ?? true ? radius : -1
        }
        // The search radius for each use: no farther than a better candidate can be.
        var cityReach = reach(.city, draft.city, ZoneMeaning.cityRadius)
        var suburbReach = reach(.suburb, draft.suburb, ZoneMeaning.suburbRadius)
        var neighbourhoodReach = reach(.neighbourhood, PlaceFacts.none, ZoneMeaning.neighbourhoodRadius)
        guard max(cityReach, suburbReach, neighbourhoodReach) > 0 else { return }
        let plane = LocalPlane(around: draft.point)
        tree.forEachNearest(
            within: max(cityReach, suburbReach, neighbourhoodReach), bound: { plane.distance(to: $0) }
        ) { item, distance in
            let settlement = drafts.settlements[order[item]], depth = distance / settlement.radius
            guard depth <= 1, draft.type != .area || settlement.name != draft.name,
                !isApart(surroundings[order[item]], from: names, settlement.use)
            else {
                return max(cityReach, suburbReach, neighbourhoodReach)
            }
            func take(_ reach: inout Double, _ radius: Double) {
                guard depth * radius < reach else { return }
                reach = depth * radius
                names[settlement.use] = Part(name: settlement.name, draft: settlement.draft)
            }
            switch settlement.use {
            case .city: take(&cityReach, ZoneMeaning.cityRadius)
            case .suburb: take(&suburbReach, ZoneMeaning.suburbRadius)
            case .neighbourhood: take(&neighbourhoodReach, ZoneMeaning.neighbourhoodRadius)
            default: break
            }
            return max(cityReach, suburbReach, neighbourhoodReach)
        }
    }

    /// Whether a border lies between a settlement and a place.
    private func isApart(_ surroundings: Names, from names: Names, _ use: ZoneUse) -> Bool {
        func differ(_ use: ZoneUse) -> Bool {
            let (one, other) = (surroundings[use], names[use])
            return !one.isUnknown && !other.isUnknown && one.name != other.name
        }
        return differ(.country) || use < .city && differ(.city)
    }

    /// Sets the parts of the object's own address.
    private func addOwn(to names: inout Names, _ draft: PlaceDraft) {
        for (use, name) in [(ZoneUse.suburb, draft.suburb), (.city, draft.city), (.postcode, draft.postcode)]
        where name != PlaceFacts.none && name != names[use].name {
            names[use] = Part(name: name, draft: use == .postcode ? nil : bearer(of: name, use, near: draft.point))
        }
        // An address has a code where a boundary has the name.
        if names[.state].isUnknown { names[.state] = Part(name: draft.state) }
    }

    /// Sets the country if no boundary of a country surrounds the place. No country lies in another.
    private func addCountry(to names: inout Names, _ draft: PlaceDraft, _ number: Int?) {
        guard names[.country].isUnknown || countries.isGiven, draft.use.map({ $0 < .country }) ?? true else { return }
        names[.country] = countries.country(of: draft, number: number)
    }

    /// Returns the nearest settlement with a name that an address gives, within twice the radius of any settlement with
    /// such a name.
    private func bearer(of name: UInt32, _ use: ZoneUse, near point: PointE7) -> Int? {
        guard let candidates = bearers[name] else { return nil }
        let plane = LocalPlane(around: point)
        var best: (distance: Double, draft: Int)?
        for candidate in candidates where drafts.settlements[candidate].use == use {
            let distance = plane.distance(to: drafts.settlements[candidate].point)
            guard distance <= 2 * ZoneMeaning.cityRadius, distance < best?.distance ?? .infinity else { continue }
            best = (distance, drafts.settlements[candidate].draft)
        }
        return best?.draft
    }
}
