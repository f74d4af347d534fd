package import Atlas
package import GeoCore
package import Presence
package import Search

/// The places on the map that people visit for a while; never a place where somebody may live.
package struct VisitedPlaces: PlaceFinding {
    let atlas: LiveAtlas

    package init(atlas: LiveAtlas) { self.atlas = atlas }

    /// How far a place without an outline may be from a person's stay, and from its house number, in metres.
    private static let reach = 30.0
    private static let reachOfAddress = 10.0
    private static let mostLookedAt = 12

    /// The place in reach that a person who is found here most likely visits; see `VisitLikelihood`.
    package func place(at point: PointE7) -> PlaceKey? { place(at: point, within: Self.reach) { $0.isVisited($1) } }

    private func place(
        at point: PointE7, within metres: Double, where isMeant: (PlaceTable, PlaceID) -> Bool
    ) -> PlaceKey? {
        let search = atlas.current.search, places = search.places
        let found = search.nearby(
            Coordinate(point), withinMetres: metres, count: Self.mostLookedAt, where: { isMeant(places, $0) })
        let likeliest = found.max { Self.likelihood($0, point, places) < Self.likelihood($1, point, places) }
        return likeliest.map { PlaceKey(places.ref($0.place)) }
    }

    /// The place whose queue a report about `place` means: the place itself if it has queues. For a house number, it is
    /// the likeliest place with queues around it or right beside it. `nil` for all else.
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
    /// Square metres in all rings together.
    fileprivate func area(around point: PointE7) -> Double {
        let plane = LocalPlane(around: point)
        var area = 0.0
        forEachPart { part in
            var twice = 0.0
            part.forEachEdge(closing: true) { from, to in
                let (one, other) = (plane.position(of: from), plane.position(of: to))
                twice += one.x * other.y - other.x * one.y
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

/// A place as answers name it.
package struct MapObject: Sendable {
    /// The object's id on the map, such as `n123`.
    package let id: String
    /// Empty for a place without a name.
    package let name: String
    package let point: Coordinate

    package init(id: String, name: String, point: Coordinate) { (self.id, self.name, self.point) = (id, name, point) }
}

extension PlaceTable {
    /// The object of a key; `nil` when the map no longer has it.
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
