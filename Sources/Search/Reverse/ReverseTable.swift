package import Atlas
package import GeoCore

/// What lies where: box trees over house numbers, streets, named places and areas.
///
/// ```
/// reverse.houses   PlaceID by item: places with a house number      reverse.houseBox  their boxes (BoxTree)
/// reverse.roads    PlaceID by item: the street                      reverse.roadBox   boxes of single lines
/// reverse.roadAt   UInt32 by item: where the line begins in place.shapes
/// reverse.spots    PlaceID by item: named places to go to           reverse.spotBox   their boxes
/// reverse.zones    PlaceID by item: areas with an outline           reverse.zoneBox   their boxes
/// reverse.zoneUse  UInt8 by item: ZoneUse
/// ```
/// Items are in Hilbert order, as `BoxTree` wants them.
struct ReverseTable: Sendable {
    static var housesID: SectionID { "reverse.houses" }
    static var houseBoxesID: SectionID { "reverse.houseBox" }
    static var roadsID: SectionID { "reverse.roads" }
    static var roadPartsID: SectionID { "reverse.roadAt" }
    static var roadBoxesID: SectionID { "reverse.roadBox" }
    static var spotsID: SectionID { "reverse.spots" }
    static var spotBoxesID: SectionID { "reverse.spotBox" }
    static var zonesID: SectionID { "reverse.zones" }
    static var zoneUsesID: SectionID { "reverse.zoneUse" }
    static var zoneBoxesID: SectionID { "reverse.zoneBox" }

    private let places: PlaceTable
    private let houses: Packed<PlaceID>
    private let houseTree: BoxTree
    private let roads: Packed<PlaceID>
    private let roadParts: Packed<UInt32>
    private let roadTree: BoxTree
    private let spots: Packed<PlaceID>
    private let spotTree: BoxTree
    private let zones: Packed<PlaceID>
    private let zoneUses: Packed<UInt8>
    private let zoneTree: BoxTree

    init(_ atlas: AtlasView, _ places: PlaceTable) throws(AtlasError) {
        self.places = places
        houses = try atlas.packed(Self.housesID, of: PlaceID.self)
        houseTree = try BoxTree(atlas, Self.houseBoxesID, itemCount: houses.count)
        roads = try atlas.packed(Self.roadsID, of: PlaceID.self)
        roadParts = try atlas.packed(Self.roadPartsID, of: UInt32.self)
        roadTree = try BoxTree(atlas, Self.roadBoxesID, itemCount: roads.count)
        spots = try atlas.packed(Self.spotsID, of: PlaceID.self)
        spotTree = try BoxTree(atlas, Self.spotBoxesID, itemCount: spots.count)
        zones = try atlas.packed(Self.zonesID, of: PlaceID.self)
        zoneUses = try atlas.packed(Self.zoneUsesID, of: UInt8.self)
        zoneTree = try BoxTree(atlas, Self.zoneBoxesID, itemCount: zones.count)
        guard roads.count == roadParts.count, zones.count == zoneUses.count else {
            throw .invalid(Self.roadsID, index: Int64(roads.count), rule: "columns of different length")
        }
    }

    /// How far the middle of a building counts as being from any point inside it. A house number's own node inside a large
    /// building is nearer than that where it stands.
    private static var distanceInsideInMetres: Double { 5 }

    /// The house number at the origin of `plane`: that of the building around it, or the nearest within `limit` metres.
    func nearestHouse(_ plane: LocalPlane, limitInMetres limit: Double) -> Near? {
        nearest(houseTree, plane, limit) { item in
            let place = houses[item], toPoint = plane.distance(to: places.point(place))
            guard let outline = places.shape(place) else { return Near(place: place, distanceInMetres: toPoint) }
            let inside = min(toPoint, Self.distanceInsideInMetres)
            let distance = outline.contains(plane.origin) ? inside : max(inside, plane.distance(toRingsOf: outline))
            return Near(place: place, distanceInMetres: distance)
        }
    }

    /// The nearest street within `limit` metres.
    func nearestStreet(_ plane: LocalPlane, limitInMetres limit: Double) -> Near? {
        nearest(roadTree, plane, limit) { item in
            let line = places.part(of: roads[item], at: Int(roadParts[item]))
            return Near(place: roads[item], distanceInMetres: plane.distance(toLine: line))
        }
    }

    /// The nearest named place within `limit` metres; 0 metres away inside its outline.
    ///
    /// Inside a place the next one is often the better answer, the more so the larger the place: a café within a tenth of
    /// a campus's size says more than the campus.
    func nearestSpot(_ plane: LocalPlane, limitInMetres limit: Double) -> Near? {
        let found = nearest(spotTree, plane, limit) { item in
            let place = spots[item], distance = distance(plane, to: place)
            guard distance == 0, places.shape(place) != nil else {
                return Near(place: place, distanceInMetres: distance)
            }
            let box = spotTree.box(item)
            let corner = PointE7(latitudeE7: box.minY, longitudeE7: box.minX)
            let size = LocalPlane(around: corner).distance(
                to: PointE7(latitudeE7: box.maxY, longitudeE7: box.maxX))
            return Near(place: place, distanceInMetres: min(limit, size / 10))
        }
        return found.map { Near(place: $0.place, distanceInMetres: distance(plane, to: $0.place)) }
    }

    /// Calls `visit` with about `count` named places and streets nearest to the origin of `plane`, near ones first.
    func forEachNear(_ plane: LocalPlane, count: Int, _ visit: (PlaceID) -> Void) {
        func walk(_ tree: BoxTree, _ items: Packed<PlaceID>) {
            var left = count
            tree.forEachNearest(bound: { plane.distance(to: $0) }) { item, _ in
                visit(items[item])
                left -= 1
                return left > 0
            }
        }
        walk(spotTree, spots)
        walk(roadTree, roads)
    }

    /// The names of the areas around `point`: of those with the same use the smallest one's.
    func locality(around point: PointE7) -> Locality {
        let box = IntBox(
            minX: point.longitudeE7, minY: point.latitudeE7, maxX: point.longitudeE7, maxY: point.latitudeE7)
        var locality = Locality(), sizes = [5 of Double](repeating: .infinity)
        zoneTree.forEach(in: box) { item in
            let box = zoneTree.box(item)
            let size = (Double(box.maxX) - Double(box.minX)) * (Double(box.maxY) - Double(box.minY))
            guard let use = ZoneUse(rawValue: zoneUses[item]), size < sizes[Int(use.rawValue)],
                places.shape(zones[item])?.contains(point) == true
            else { return }
            sizes[Int(use.rawValue)] = size
            locality[use] = places.name(zones[item])
        }
        return locality
    }

    private func distance(_ plane: LocalPlane, to place: PlaceID) -> Double {
        guard let shape = places.shape(place) else { return plane.distance(to: places.point(place)) }
        return shape.contains(plane.origin) ? 0 : plane.distance(toRingsOf: shape)
    }

    /// The item for which `measure` is smallest, of those up to `limit`; ties go to the more important place.
    private func nearest(_ tree: BoxTree, _ plane: LocalPlane, _ limit: Double, _ measure: (Int) -> Near) -> Near? {
        var best: Near?
        tree.forEachNearest(bound: { plane.distance(to: $0) }) { item, bound in
            // Boxes come in order of their bound: what follows is no nearer than this.
            guard bound <= (best?.distanceInMetres ?? limit) else { return false }
            let found = measure(item)
            guard found.distanceInMetres <= limit else { return true }
            if best.map({ found.precedes($0) }) ?? true { best = found }
            return true
        }
        return best
    }

    /// Verifies the trees and that items are what queries take them for.
    func check() throws(AtlasError) {
        try houseTree.check()
        try roadTree.check()
        try spotTree.check()
        try zoneTree.check()
        try check(houses, Self.housesID) { places.street($0) != nil }
        try check(roads, Self.roadsID) { places.type($0) == .street }
        try check(spots, Self.spotsID) { _ in true }
        try check(zones, Self.zonesID) { places.type($0) == .area }
        for item in zoneUses.indices where ZoneUse(rawValue: zoneUses[item]) == nil {
            throw .invalid(Self.zoneUsesID, index: Int64(item), rule: "no such use")
        }
        // Shapes lie in the order of their places, so this list of all lines ascends.
        var lines: [(offset: Int, street: PlaceID)] = []
        for place in places.indices where places.type(PlaceID(place)) == .street {
            places.shape(PlaceID(place))?.forEachPart { lines.append(($0.offset, PlaceID(place))) }
        }
        for item in roads.indices {
            var low = 0, high = lines.count
            while low < high {
                let middle = (low + high) / 2
                if Int64(lines[middle].offset) < Int64(roadParts[item]) { low = middle + 1 } else { high = middle }
            }
            guard low < lines.count, Int64(lines[low].offset) == Int64(roadParts[item]),
                lines[low].street == roads[item]
            else { throw .invalid(Self.roadPartsID, index: Int64(item), rule: "not a line of its street") }
        }
    }

    private func check(_ items: Packed<PlaceID>, _ section: SectionID, _ isOne: (PlaceID) -> Bool) throws(AtlasError) {
        for item in items.indices where items[item].index >= places.count || !isOne(items[item]) {
            throw .invalid(section, index: Int64(item), rule: "not a place of the right type")
        }
    }
}

/// A place and how far away it is.
package struct Near: Equatable, Sendable {
    package let place: PlaceID
    package let distanceInMetres: Double

    func precedes(_ other: Near) -> Bool {
        distanceInMetres < other.distanceInMetres || (distanceInMetres == other.distanceInMetres && place < other.place)
    }
}

/// What an area says about the addresses inside it; of two with the same use the smaller one counts.
package enum ZoneUse: UInt8, Sendable, CaseIterable {
    case suburb, city, postcode, region, country
}

extension Locality {
    /// The name that areas of one use give.
    package subscript(use: ZoneUse) -> StringID {
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

extension LocalPlane {
    func distance(toLine line: PlaceShape.Part) -> Double {
        var nearest = Double.infinity
        // A line of one point has no edge.
        line.forEachPoint { nearest = min(nearest, distance(to: $0)) }
        line.forEachEdge(closing: false) { nearest = min(nearest, distance(toSegmentFrom: $0, to: $1)) }
        return nearest
    }

    func distance(toRingsOf shape: PlaceShape) -> Double {
        var nearest = Double.infinity
        shape.forEachPart { ring in
            ring.forEachEdge(closing: true) { nearest = min(nearest, distance(toSegmentFrom: $0, to: $1)) }
        }
        return nearest
    }
}

/// Collects the items of the reverse index and writes them in the order its trees want.
package struct ReverseColumns: Sendable {
    package var houses: [(place: PlaceID, box: IntBox)] = []
    package var roads: [(street: PlaceID, part: Int, box: IntBox)] = []
    package var spots: [(place: PlaceID, box: IntBox)] = []
    package var zones: [(place: PlaceID, use: ZoneUse, box: IntBox)] = []

    package init() {}

    package func add(to writer: inout AtlasWriter) {
        let houses = Self.ordered(houses) { $0.box }
        writer.add(ReverseTable.housesID, houses.map { $0.place })
        BoxTreeWriter.add(houses.map { $0.box }, as: ReverseTable.houseBoxesID, to: &writer)
        let roads = Self.ordered(roads) { $0.box }
        writer.add(ReverseTable.roadsID, roads.map { $0.street })
        writer.add(ReverseTable.roadPartsID, roads.map { UInt32($0.part) })
        BoxTreeWriter.add(roads.map { $0.box }, as: ReverseTable.roadBoxesID, to: &writer)
        let spots = Self.ordered(spots) { $0.box }
        writer.add(ReverseTable.spotsID, spots.map { $0.place })
        BoxTreeWriter.add(spots.map { $0.box }, as: ReverseTable.spotBoxesID, to: &writer)
        let zones = Self.ordered(zones) { $0.box }
        writer.add(ReverseTable.zonesID, zones.map { $0.place })
        writer.add(ReverseTable.zoneUsesID, zones.map { $0.use.rawValue })
        BoxTreeWriter.add(zones.map { $0.box }, as: ReverseTable.zoneBoxesID, to: &writer)
    }

    private static func ordered<Item>(_ items: [Item], _ box: (Item) -> IntBox) -> [Item] {
        BoxTreeWriter.order(items.map(box)).map { items[$0] }
    }
}
