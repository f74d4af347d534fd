package import Atlas
package import GeoCore
import Routing
import Search

/// The possible homes and destinations of simulated people, from the map.
package struct Town: Sendable {
    /// A destination.
    package struct Spot: Sendable {
        package let place: PlaceID
        package let reference: PlaceRef
        package let point: PointE7
        /// The relative frequency with which people choose it among spots for the same purpose.
        let appeal: Double
    }

    package let spots: [Spot]
    /// By purpose, indices into `spots`.
    package let spotsFor: [Purpose: [Int]]
    /// Houses, or street corners if there are no house numbers; not empty if there are streets.
    let homes: [PointE7]
    private let places: PlaceTable

    /// A limit for the area: a radius in metres around a centre.
    package struct Circle: Sendable {
        let plane: LocalPlane
        let metres: Double

        package init(around middle: PointE7, metres: Double) {
            (plane, self.metres) = (LocalPlane(around: middle), metres)
        }

        func contains(_ point: PointE7) -> Bool { plane.distance(to: point) <= metres }
    }

    init(_ search: SearchEngine, _ network: RoadNetwork, within circle: Circle?, seed: UInt64) {
        let places = search.places
        var generator = SeededGenerator(seed: seed, 1), homes: [PointE7] = []
        var found: [(place: PlaceID, purposes: [Purpose])] = []
        let purposes = (0..<places.kindCount).map { kind in
            Purpose.all(places.text.string(places.kindKey(kind)), places.text.string(places.kindValue(kind)))
        }
        for place in places.indices.lazy.map({ PlaceID($0) })
        where circle?.contains(places.point(place)) ?? true {
            switch places.type(place) {
            case .address: homes.append(places.point(place))
            // Nobody speaks of a place without a name, and the server publishes no busyness for it.
            case .place where places.isObject(place) && places.text.utf8Count(places.name(place)) > 0:
                let purposes = purposes[places.kind(place)]
                if !purposes.isEmpty { found.append((place, purposes)) }
            case .place, .street, .area: break
            }
        }
        if homes.isEmpty {
            homes = network.points.indices.lazy.map { network.points[Int($0)] }.filter { circle?.contains($0) ?? true }
        }
        // Few places are known to many (Zipf's law): in a random order of the places for a purpose, each has less
        // appeal than the one before.
        var spots: [Spot] = [], spotsFor: [Purpose: [Int]] = [:]
        for (place, purposes) in found.shuffled(using: &generator) {
            let rank = spotsFor[purposes[0]]?.count ?? 0
            for purpose in purposes { spotsFor[purpose, default: []].append(spots.count) }
            spots.append(
                Spot(
                    place: place, reference: places.ref(place), point: places.point(place), appeal: 1 / Double(rank + 2)
                ))
        }
        (self.spots, self.spotsFor, self.homes, self.places) = (spots, spotsFor, homes, places)
    }

    /// Returns the position of a person at a spot: within its outline, if it has one.
    func seat(at spot: Int, _ generator: inout SeededGenerator) -> PointE7 {
        let spot = spots[spot]
        guard let outline = places.shape(spot.place), outline.isArea else {
            return LocalPlane(around: spot.point).point(
                at: PlanePoint(x: generator.normal(0, 3), y: generator.normal(0, 3)))
        }
        let box = outline.bounds
        for _ in 0..<30 {
            let point = PointE7(
                latitudeE7: Int32(generator.uniform(in: Double(box.minY)...Double(box.maxY)).rounded()),
                longitudeE7: Int32(generator.uniform(in: Double(box.minX)...Double(box.maxX)).rounded()))
            if outline.contains(point) { return point }
        }
        return spot.point
    }
}
