package import Atlas
package import GeoCore
package import Presence
import Search

/// Finds the places on the map that people visit for a while; never a place where somebody may live.
package struct VisitedPlaces: PlaceFinding {
    let atlas: LiveAtlas

    package init(atlas: LiveAtlas) { self.atlas = atlas }

    /// The largest distance of a stay from a place without an outline, and from a house number, in metres.
    private static let reach = 30.0
    private static let reachOfAddress = 10.0
    private static let mostCandidates = 12

    /// Returns the place in reach that a person at `point` most likely visits; see `VisitLikelihood`.
    package func place(at point: PointE7) -> PlaceKey? { place(at: point, within: Self.reach) { $0.isVisited($1) } }

    private func place(
        at point: PointE7, within metres: Double, where isCandidate: (PlaceTable, PlaceID) -> Bool
    ) -> PlaceKey? {
        let search = atlas.current.search, places = search.places
        let found = search.nearby(
            Coordinate(point), withinMetres: metres, count: Self.mostCandidates, where: { isCandidate(places, $0) })
        let likeliest = found.max { Self.likelihood($0, point, places) < Self.likelihood($1, point, places) }
        return likeliest.map { PlaceKey(places.ref($0.place)) }
    }

    /// Returns the place whose queue a report about `place` means. It is the place itself if people queue there. For a
    /// house number, it is the likeliest place with queues around it or right beside it. `nil` otherwise.
    func queue(for place: PlaceID, in places: PlaceTable) -> PlaceKey? {
        if places.hasQueue(place) { return PlaceKey(places.ref(place)) }
        guard places.type(place) == .address else { return nil }
        return self.place(at: places.point(place), within: Self.reachOfAddress) { $0.hasQueue($1) }
    }

    private static func likelihood(_ near: NearbyPlace, _ point: PointE7, _ places: PlaceTable) -> Double {
        guard let outline = places.shape(near.place), outline.isArea else {
            return VisitLikelihood.ofPoint(atDistanceInMetres: near.distanceInMetres)
        }
        return VisitLikelihood.ofOutline(
            areaInSquareMetres: outline.area(around: point),
            atDistanceInMetres: outline.contains(point) ? 0 : near.distanceInMetres)
    }
}

extension PlaceShape {
    /// Returns the area of all rings together, in square metres.
    fileprivate func area(around point: PointE7) -> Double {
        let plane = LocalPlane(around: point)
        var area = 0.0
        forEachPart { part in
            var twice = 0.0
            part.forEachEdge(closing: true) { from, to in
                let (start, end) = (plane.position(of: from), plane.position(of: to))
                twice += start.x * end.y - end.x * start.y
            }
            area += abs(twice) / 2
        }
        return area
    }
}

extension PlaceKey {
    package init(_ reference: PlaceRef) { self.init(rawValue: Int64(bitPattern: reference.rawValue)) }

    /// The object on the map.
    var reference: PlaceRef { PlaceRef(rawValue: UInt64(bitPattern: rawValue)) }
}

/// A map object with its id and name, for answers.
package struct MapObject: Sendable {
    /// The object's id on the map, such as `n123`.
    package let id: String
    /// Empty for a place without a name.
    package let name: String
    package let point: Coordinate

    package init(id: String, name: String, point: Coordinate) { (self.id, self.name, self.point) = (id, name, point) }
}

extension PlaceTable {
    /// Returns the object of a key; `nil` when the map no longer has it.
    package func mapObject(_ key: PlaceKey) -> MapObject? {
        guard let place = place(key.reference) else { return nil }
        var id: [UInt8] = []
        key.reference.append(to: &id)
        return MapObject(
            id: String(decoding: id, as: UTF8.self), name: text.string(name(place)), point: Coordinate(point(place)))
    }

    /// Whether people visit a place.
    func isVisited(_ place: PlaceID) -> Bool {
        guard type(place) == .place, isObject(place) else { return false }
        let key = text.string(kindKey(kind(place)))
        return Self.visited.contains(key) && !Self.unvisited.contains(text.string(kindValue(kind(place))))
    }

    private static let visited: Set<String> = [
        "amenity", "shop", "tourism", "leisure", "historic", "healthcare", "office", "craft", "club", "railway",
        "aeroway",
    ]
    /// Places where people live, and places that nobody visits for their own sake.
    private static let unvisited: Set<String> = [
        "apartment", "chalet", "dormitory", "student_accommodation", "nursing_home", "retirement_home",
        "social_facility",
        "shelter", "prison", "atm", "taxi", "parcel_locker", "car_wash", "fuel", "photo_booth", "payment_terminal",
        "caravan_site", "camp_site", "camp_pitch", "parking", "parking_space", "parking_entrance",
        "bicycle_parking", "motorcycle_parking", "bench", "waste_basket", "waste_disposal", "recycling",
        "vending_machine",
        "post_box", "letter_box", "telephone", "fountain", "drinking_water", "clock", "charging_station",
        "bicycle_rental", "bicycle_repair_station", "toilets", "hunting_stand", "lounger", "information", "artwork",
        "viewpoint", "memorial", "monument", "wayside_cross", "wayside_shrine", "boundary_stone", "picnic_table",
        "outdoor_seating", "vacant", "yes", "subway_entrance", "tram_stop", "crossing", "level_crossing", "signal",
        "switch", "garden", "nature_reserve",
    ]
}
