import Atlas
import GeoCore

/// Finds the places at or near a point: box trees over house numbers, streets, named places and areas.
///
/// ```
/// reverse.houses   PlaceID by item: places with a house number      reverse.houseBox  their boxes (BoxTree)
/// reverse.roads    PlaceID by item: the street                      reverse.roadBox   boxes of single lines
/// reverse.roadAt   UInt32 by item: where the line begins in place.shapes
/// reverse.spots    PlaceID by item: named destinations              reverse.spotBox   their boxes
/// reverse.zones    PlaceID by item: areas with an outline           reverse.zoneBox   their boxes
/// reverse.zoneUse  UInt8 by item: ZoneUse
/// ```
/// Items are in Hilbert order, as `BoxTree` requires.
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

    let places: PlaceTable
    let houses: Packed<PlaceID>
    let houseTree: BoxTree
    let roads: Packed<PlaceID>
    let roadParts: Packed<UInt32>
    let roadTree: BoxTree
    let spots: Packed<PlaceID>
    let spotTree: BoxTree
    let zones: Packed<PlaceID>
    let zoneUses: Packed<UInt8>
    let zoneTree: BoxTree

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

    /// The assumed distance of a building's middle from any point inside it. The node of a house number inside a large
    /// building is nearer if it lies within this distance of the point.
    private static var distanceInsideInMetres: Double { 5 }

    /// Returns the house number at the origin of `plane`: that of the building around it, or the nearest within `limit`
    /// metres.
    func nearestHouse(_ plane: LocalPlane, limitInMetres limit: Double) -> NearbyPlace? {
        nearest(houseTree, plane, limit) { item in
            NearbyPlace(place: houses[item], distanceInMetres: distance(plane, toHouse: item))
        }
    }

    private func distance(_ plane: LocalPlane, toHouse item: Int) -> Double {
        let place = houses[item], toPoint = plane.distance(to: places.point(place))
        guard let outline = places.shape(place) else { return toPoint }
        let inside = min(toPoint, Self.distanceInsideInMetres)
        return contains(plane, outline, houseTree.box(item)) ? inside : max(inside, plane.distance(toRingsOf: outline))
    }

    /// Returns the nearest street within `limit` metres, of those that `isWanted` accepts.
    func nearestStreet(
        _ plane: LocalPlane, limitInMetres limit: Double, where isWanted: (PlaceID) -> Bool = { _ in true }
    ) -> NearbyPlace? {
        nearestRoad(plane, limitInMetres: limit, where: isWanted)?.street
    }

    /// Returns the nearest street within `limit` metres, and its nearest line.
    func nearestRoad(
        _ plane: LocalPlane, limitInMetres limit: Double, where isWanted: (PlaceID) -> Bool = { _ in true }
    ) -> (street: NearbyPlace, line: PlaceShape.Part)? {
        var nearestItem: Int?, least = NearbyPlace(place: PlaceID(0), distanceInMetres: .infinity)
        let street = nearest(roadTree, plane, limit) { item in
            guard isWanted(roads[item]) else {
                return NearbyPlace(place: roads[item], distanceInMetres: .infinity)
            }
            let line = places.part(of: roads[item], at: Int(roadParts[item]))
            let found = NearbyPlace(place: roads[item], distanceInMetres: plane.distance(toLine: line))
            if nearestItem == nil || found.precedes(least) { (nearestItem, least) = (item, found) }
            return found
        }
        guard let street, let nearestItem else { return nil }
        return (street, places.part(of: roads[nearestItem], at: Int(roadParts[nearestItem])))
    }

    /// Returns the nearest named place within `limit` metres; the distance is 0 inside its outline.
    func nearestSpot(_ plane: LocalPlane, limitInMetres limit: Double) -> NearbyPlace? {
        let found = nearest(spotTree, plane, limit) { item in
            NearbyPlace(place: spots[item], distanceInMetres: distance(plane, toSpot: item, limit))
        }
        let everywhere = IntBox(minX: .min, minY: .min, maxX: .max, maxY: .max)
        return found.map {
            NearbyPlace(place: $0.place, distanceInMetres: distance(plane, to: $0.place, everywhere))
        }
    }

    /// Returns the distance for ranking places.
    ///
    /// Inside a place, the next place is often the better answer, especially in a large place: a café within a tenth of
    /// a campus's size is more useful than the campus.
    private func distance(_ plane: LocalPlane, toSpot item: Int, _ limit: Double) -> Double {
        let box = spotTree.box(item), distance = distance(plane, to: spots[item], box)
        guard distance == 0, places.shape(spots[item]) != nil else { return distance }
        let corner = PointE7(latitudeE7: box.minY, longitudeE7: box.minX)
        let size = LocalPlane(around: corner).distance(
            to: PointE7(latitudeE7: box.maxY, longitudeE7: box.maxX))
        return min(limit, size / 10)
    }

    /// Calls `visit` with about `count` named places and streets nearest to the origin of `plane`, near ones first.
    func forEachNear(_ plane: LocalPlane, count: Int, _ visit: (PlaceID) -> Void) {
        func walk(_ tree: BoxTree, _ items: Packed<PlaceID>) {
            var remaining = count
            tree.forEachNearest(bound: { plane.distance(to: $0) }) { item, _ in
                visit(items[item])
                remaining -= 1
                return remaining > 0 ? .infinity : -.infinity
            }
        }
        walk(spotTree, spots)
        walk(roadTree, roads)
    }

    /// Returns up to `count` each of the nearest house numbers, named places and streets within `limit` metres that
    /// `isWanted` accepts.
    ///
    /// The distances are those for ranking. Looks at no more than `Self.mostLookedAt` items of each type.
    func nearest(
        _ count: Int, _ plane: LocalPlane, limitInMetres limit: Double, where isWanted: (PlaceID) -> Bool
    ) -> [NearbyPlace] {
        var found: [NearbyPlace] = []
        func walk(_ tree: BoxTree, _ items: Packed<PlaceID>, _ distance: (Int) -> Double) {
            // The nearest of this type so far, farthest last.
            var best: [NearbyPlace] = [], looked = 0
            tree.forEachNearest(within: limit, bound: { plane.distance(to: $0) }) { item, _ in
                looked += 1
                if looked > Self.mostLookedAt { return -.infinity }
                let place = items[item]
                if isWanted(place) {
                    let near = NearbyPlace(place: place, distanceInMetres: distance(item))
                    let known = best.firstIndex { $0.place == place }
                    if near.distanceInMetres <= limit, known.map({ near.precedes(best[$0]) }) ?? true {
                        if let known { best.remove(at: known) }
                        best.insert(near, at: best.firstIndex { near.precedes($0) } ?? best.count)
                        if best.count > count { best.removeLast() }
                    }
                }
                return best.count < count ? limit : best[best.count - 1].distanceInMetres
            }
            found += best
        }
        walk(houseTree, houses) { self.distance(plane, toHouse: $0) }
        walk(spotTree, spots) { self.distance(plane, toSpot: $0, limit) }
        walk(roadTree, roads) {
            plane.distance(toLine: places.part(of: roads[$0], at: Int(roadParts[$0])))
        }
        return found
    }

    private static var mostLookedAt: Int { 20_000 }

    /// Returns the administrative areas around `point`.
    func areas(around point: PointE7) -> [PlaceID] {
        let box = IntBox(
            minX: point.longitudeE7, minY: point.latitudeE7, maxX: point.longitudeE7, maxY: point.latitudeE7)
        var areas: [PlaceID] = []
        zoneTree.forEach(in: box) { item in
            if places.shape(zones[item])?.contains(point) == true { areas.append(zones[item]) }
        }
        return areas
    }

    /// Returns the names of the areas around `point`: of areas with the same use, the smallest.
    func locality(around point: PointE7) -> Locality {
        let box = IntBox(
            minX: point.longitudeE7, minY: point.latitudeE7, maxX: point.longitudeE7, maxY: point.latitudeE7)
        var locality = Locality(), sizes = [7 of Double](repeating: .infinity)
        zoneTree.forEach(in: box) { item in
            let box = zoneTree.box(item)
            let size = (Double(box.maxX) - Double(box.minX)) * (Double(box.maxY) - Double(box.minY))
            guard let use = ZoneUse(rawValue: zoneUses[item]), size < sizes[Int(use.rawValue)],
                places.shape(zones[item])?.contains(point) == true
            else { return }
            sizes[Int(use.rawValue)] = size
            locality[use] = LocalityPart(places.name(zones[item]), zones[item])
        }
        return locality
    }

    private func distance(_ plane: LocalPlane, to place: PlaceID, _ box: IntBox) -> Double {
        guard let shape = places.shape(place) else { return plane.distance(to: places.point(place)) }
        return contains(plane, shape, box) ? 0 : plane.distance(toRingsOf: shape)
    }

    /// Whether the origin lies in a shape. For most shapes the box shows that it does not.
    private func contains(_ plane: LocalPlane, _ shape: PlaceShape, _ box: IntBox) -> Bool {
        box.contains(x: plane.origin.longitudeE7, y: plane.origin.latitudeE7) && shape.contains(plane.origin)
    }

    /// Returns the item with the smallest `measure`, of those up to `limit`; ties go to the more important place.
    private func nearest(_ tree: BoxTree, _ plane: LocalPlane, _ limit: Double, _ measure: (Int) -> NearbyPlace)
        -> NearbyPlace?
    {
        var best: NearbyPlace?
        tree.forEachNearest(within: limit, bound: { plane.distance(to: $0) }) { item, _ in
            let found = measure(item)
            if found.distanceInMetres <= limit, best.map({ found.precedes($0) }) ?? true { best = found }
            // Boxes come in order of their bound, so later boxes are no nearer than this.
            return best?.distanceInMetres ?? limit
        }
        return best
    }
}

extension LocalPlane {
    func distance(toLine line: PlaceShape.Part) -> Double {
        var nearest = Double.infinity
        line.forEachEdge(closing: false) { nearest = min(nearest, distance(toSegmentFrom: $0, to: $1)) }
        // A line of one point has no edge.
        if nearest == .infinity { line.forEachPoint { nearest = min(nearest, distance(to: $0)) } }
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
