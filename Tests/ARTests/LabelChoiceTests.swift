import Foundation
import GeoCore
import Testing

import AR

@Suite struct LabelChoiceTests {
    /// A place, in metres from the origin and degrees clockwise from north.
    struct Spot {
        var bearing: Double
        var distance: Double
        var importance = 1.0
        var id: Double?
    }

    private static let plane = LocalPlane(around: PointE7(latitudeE7: 601_700_000, longitudeE7: 249_400_000))

    private static func places(_ spots: [Spot]) -> ARPlaces {
        var places = ARPlaces(capacity: 512)
        for (index, spot) in spots.enumerated() {
            let bearing = spot.bearing * .pi / 180
            let point = Coordinate(
                plane.point(at: PlanePoint(x: spot.distance * sin(bearing), y: spot.distance * cos(bearing))))
            places.put(
                ARPlace(
                    id: spot.id ?? Double(index), latitude: point.latitude, longitude: point.longitude, width: 100,
                    importance: spot.importance),
                at: index)
        }
        places.lay(spots.count, on: plane)
        return places
    }

    /// The positions of the chosen places, the first one first.
    private static func chosen(_ spots: [Spot], labelled: Set<Int> = []) -> [Int] {
        var choice = LabelChoice(capacity: 512)
        return chosen(&choice, places(spots), labelled: labelled)
    }

    private static func chosen(
        _ choice: inout LabelChoice, _ places: ARPlaces, x: Double = 0, y: Double = 0, labelled: Set<Int> = []
    ) -> [Int] {
        choice.choose(places, from: PlanePoint(x: x, y: y), nearest: 10) { labelled.contains(Int($0)) }
        return choice.chosen[..<choice.count].map(\.place)
    }

    /// Shops at the next corner, and single places in other directions.
    private static func town(_ numbers: inout SeededGenerator, alone: Int) -> [Spot] {
        let corner = numbers.uniform(in: 0...360)
        let shops = (0..<200).map { _ in
            Spot(bearing: corner + numbers.uniform(in: -25...25), distance: numbers.uniform(in: 15...60))
        }
        let gap = 300 / Double(alone + 1)
        return shops
            + (1...alone).map {
                Spot(bearing: corner + 30 + gap * Double($0), distance: numbers.uniform(in: 100...900))
            }
    }

    @Test func `a crowd at the next corner takes no label from places in other directions`() {
        var numbers = SeededGenerator(seed: 1)
        for _ in 0..<50 {
            let spots = Self.town(&numbers, alone: 11)
            let first = Set(Self.chosen(spots).prefix(LabelLayout.entering))
            #expect(Set(200..<211).isSubset(of: first))
            // What is left goes to the corner.
            #expect(first.count == LabelLayout.entering)
            // The nearest ones alone would all be there.
            let nearest = spots.indices.sorted { spots[$0].distance < spots[$1].distance }.prefix(24)
            #expect(nearest.allSatisfy { $0 < 200 })
        }
    }

    @Test func `the order is that of the effort and the rivals, written down plainly`() {
        var numbers = SeededGenerator(seed: 2)
        for _ in 0..<40 {
            let spots = (0..<300).map { _ in
                Spot(
                    bearing: numbers.uniform(in: 0...360), distance: numbers.uniform(in: 12...900),
                    importance: numbers.uniform(in: 0.3...9))
            }
            func score(_ spot: Spot) -> Double {
                let effort = spot.distance / spot.importance
                let crowd = spots.reduce(0) { sum, other in
                    let ratio = other.distance / other.importance / effort
                    let aside = 1 - cos((other.bearing - spot.bearing) * .pi / 180)
                    guard other.importance >= spot.importance / 2 else { return sum }
                    return sum + min(1, max(0, 2.5 - 2 * ratio)) * max(0, 1 - aside / (1 - cos(20 * .pi / 180)))
                }
                // It is no rival of itself: with its own effort and direction it would count as a half.
                return effort * pow(0.5 + crowd, 3)
            }
            let chosen = Self.chosen(spots).map { score(spots[$0]) }
            let least = spots.map(score).sorted().prefix(LabelChoice.most)
            // Coordinates are rounded to a centimetre: 0.1 % of 12 m, and its cube.
            #expect(chosen.count == least.count && zip(chosen, least).allSatisfy { abs($0 / $1 - 1) < 0.01 })
        }
    }

    @Test func `a well-known place is chosen from far off, behind a street of shops`() {
        var numbers = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            var spots = Self.town(&numbers, alone: 11)
            spots.append(Spot(bearing: spots[0].bearing, distance: 850, importance: 6))
            // A kiosk behind them is not.
            spots.append(Spot(bearing: spots[0].bearing, distance: 850))
            let first = Set(Self.chosen(spots).prefix(LabelLayout.entering))
            #expect(first.contains(211) && !first.contains(212))
            // And it does not hide the nearest shop.
            let nearest = (0..<200).min { spots[$0].distance < spots[$1].distance }
            #expect(nearest.map(first.contains) == true)
        }
    }

    @Test func `a place that becomes more important never loses its label`() {
        var numbers = SeededGenerator(seed: 4)
        for _ in 0..<100 {
            var spots = Self.town(&numbers, alone: 9)
            let first = Self.chosen(spots).prefix(LabelLayout.entering)
            let one = first[numbers.index(below: first.count)]
            spots[one].importance = numbers.uniform(in: 1...20)
            #expect(Self.chosen(spots).prefix(LabelLayout.entering).contains(one))
        }
    }

    @Test func `the kind that the visitor looks for comes first in each direction`() {
        var numbers = SeededGenerator(seed: 5)
        for _ in 0..<50 {
            let cafes = (0..<8).map {
                Spot(bearing: 45 * Double($0), distance: numbers.uniform(in: 300...800), importance: 16)
            }
            let shops = (0..<300).map { _ in
                Spot(bearing: numbers.uniform(in: 0...360), distance: numbers.uniform(in: 55...300))
            }
            #expect(Set(Self.chosen(shops + cafes).prefix(8)) == Set(300..<308))
        }
    }

    @Test func `all places are chosen while there is room, and each once`() {
        var numbers = SeededGenerator(seed: 6)
        for count in 0...60 {
            let spots = (0..<count).map { _ in
                Spot(
                    bearing: numbers.uniform(in: 0...90), distance: numbers.uniform(in: 11...900),
                    importance: numbers.uniform(in: 0.5...8))
            }
            let chosen = Self.chosen(spots)
            #expect(chosen.count == min(count, LabelChoice.most) && Set(chosen).count == chosen.count)
        }
        #expect(Self.chosen([Spot(bearing: 0, distance: 9)]).isEmpty)
    }

    @Test func `an importance that is none is a usual one`() {
        for importance in [0, -1, Double.nan, -Double.infinity] {
            let place = ARPlace(id: 1, latitude: 0, longitude: 0, importance: importance)
            #expect(place.importance == 1)
        }
        #expect(ARPlace(id: 1, latitude: 0, longitude: 0, importance: .infinity).importance == 1_000)
    }

    /// How many labels come and go a minute, for each label, while a user moves along `path`, ten times a second.
    private static func changes(_ spots: [Spot], _ path: [PlanePoint]) -> Double {
        let places = places(spots)
        var layout = LabelLayout(), before: Set<Double> = [], changed = 0, labelTenths = 0
        for (tenth, point) in path.enumerated() {
            layout.layOut(places, from: point, nearest: 10, focalLength: 658, gap: 8)
            let ids = Set(layout.labels[..<layout.count].map(\.id))
            if tenth > 0 { changed += ids.symmetricDifference(before).count }
            labelTenths += ids.count
            before = ids
        }
        return 600 * Double(changed) / Double(labelTenths)
    }

    @Test func `labels hardly come and go while their user walks, and stay while the user stands`() {
        var numbers = SeededGenerator(seed: 7), walking = 0.0
        for _ in 0..<10 {
            let spots = (0..<399).map { _ in
                Spot(
                    bearing: numbers.uniform(in: 0...360), distance: 450 * numbers.uniform(in: 0.001...1).squareRoot(),
                    importance: [0.5, 1, 1, 1, 1, 3, 6][numbers.index(below: 7)])
            }
            walking += Self.changes(spots, (0..<600).map { PlanePoint(x: -39 + 0.13 * Double($0), y: 0) }) / 10
            // A position that wanders by a metre around one point, as at rest.
            let rest = (0..<600).map { _ in
                PlanePoint(x: numbers.uniform(in: -1...1), y: numbers.uniform(in: -1...1))
            }
            let standing = Self.changes(spots, Array(rest.prefix(10))) + Self.changes(spots, rest)
            #expect(standing < 1)
        }
        #expect(walking < 1)
    }
}
