import Foundation
import GeoCore
import Testing

import AR

@Suite struct LabelLayoutTests {
    private static let focalLength = 658.0
    private static let gap = 8.0

    /// Places on a square of 800 m around the origin, with labels of 60 to 160 pixels.
    private static func places(_ count: Int, seed: UInt64) throws -> ARPlaces {
        var numbers = SeededGenerator(seed: seed), places = ARPlaces(capacity: 512)
        let plane = LocalPlane(around: PointE7(latitudeE7: 601_700_000, longitudeE7: 249_400_000))
        for index in 0..<count {
            let point = Coordinate(
                plane.point(
                    at: PlanePoint(x: numbers.uniform(in: -400...400), y: numbers.uniform(in: -400...400))))
            places.put(
                ARPlace(
                    id: Double(1000 + index), latitude: point.latitude, longitude: point.longitude,
                    width: numbers.uniform(in: 60...160)),
                at: index)
        }
        places.lay(count, on: plane)
        return places
    }

    private static func laidOut(_ layout: inout LabelLayout, _ places: ARPlaces, x: Double, y: Double = 0) {
        layout.layOut(
            places, from: PlanePoint(x: x, y: y), nearest: 10, focalLength: focalLength, gap: gap)
    }

    private static func turn(_ one: LabelLayout.Label, _ other: LabelLayout.Label) -> Double {
        abs(atan2(sin(one.bearing - other.bearing), cos(one.bearing - other.bearing)))
    }

    @Test func `no two boxes overlap in any pose`() throws {
        let places = try Self.places(399, seed: 1)
        var numbers = SeededGenerator(seed: 2), compared = 0
        for _ in 0..<200 {
            var layout = LabelLayout()
            Self.laidOut(&layout, places, x: numbers.uniform(in: -100...100), y: numbers.uniform(in: -100...100))
            // Any heading and roll, and elevations at which the horizon can be in sight.
            let held =
                Rotation(
                    alpha: numbers.uniform(in: 0...360), beta: 90 + numbers.uniform(in: -60...60), gamma: 0)
                * Rotation(by: Vector(0, 0, numbers.uniform(in: -3...3)))
            let camera = Camera(
                Attitude<TrueNorth>(rotation: held), turn: .upright,
                lens: Lens(width: 412, height: 839, focalLength: Self.focalLength))
            // Boxes turn with the roll: along the horizon, the middle of each and half its width.
            let sky = camera.sky
            let boxes = layout.labels[..<layout.count].compactMap { label -> (row: Int, at: Double, half: Double)? in
                guard let foot = camera.project(Vector(sin(label.bearing), cos(label.bearing), 0)) else { return nil }
                return (label.row, -foot.x * sky.y + foot.y * sky.x, places[label.place].width / 2)
            }
            for (index, one) in boxes.enumerated() {
                for other in boxes[..<index] where other.row == one.row {
                    #expect(abs(one.at - other.at) >= one.half + other.half)
                    compared += 1
                }
            }
        }
        #expect(compared > 2_000)
    }

    @Test func `placed fresh, no label is higher than nearer ones make it`() throws {
        for seed in 0..<50 as Range<UInt64> {
            let places = try Self.places(399, seed: 100 + seed)
            var layout = LabelLayout()
            Self.laidOut(&layout, places, x: 0)
            let labels = layout.labels[..<layout.count]
            #expect(layout.count <= LabelLayout.entering && layout.count > 15 && layout.hidden > 300)
            #expect(zip(labels, labels.dropFirst()).allSatisfy { $0.distance <= $1.distance })
            for (index, label) in labels.enumerated() {
                #expect((0..<LabelLayout.rows).contains(label.row))
                for row in 0..<label.row {
                    #expect(
                        labels[..<index].contains { other in
                            other.row == row && Self.turn(label, other) < 1.1 * (label.half + other.half)
                        })
                }
            }
            // Those that find no room are counted, too.
            let count = (0..<399).count { hypot(places[$0].point.x, places[$0].point.y) >= 10 }
            #expect(labels.allSatisfy { $0.rank < LabelLayout.entering } && layout.count + layout.hidden == count)
        }
    }

    @Test func `labels keep their rows while their user walks`() throws {
        var changes = [0, 0], labelSeconds = [0.0, 0.0]
        for seed in 0..<10 as Range<UInt64> {
            let places = try Self.places(399, seed: 200 + seed)
            var sticky = LabelLayout(), before: [[Double: Int]] = [[:], [:]]
            for tenth in 0..<600 {
                let x = -39 + 0.13 * Double(tenth)
                var fresh = LabelLayout()
                Self.laidOut(&sticky, places, x: x)
                Self.laidOut(&fresh, places, x: x)
                for (index, layout) in [sticky, fresh].enumerated() {
                    let labels = layout.labels[..<layout.count]
                    let rows = Dictionary(uniqueKeysWithValues: labels.map { ($0.id, $0.row) })
                    changes[index] += rows.count { id, row in before[index][id].map { $0 != row } ?? false }
                    labelSeconds[index] += Double(rows.count) / 10
                    before[index] = rows
                }
            }
        }
        let rates = zip(changes, labelSeconds).map { 60 * Double($0) / $1 }
        #expect(rates[0] < 0.6 && rates[1] > 3 * rates[0])
    }

    @Test func `labels are recognised when the list of places changes its order`() throws {
        let places = try Self.places(399, seed: 5)
        var turned = ARPlaces(capacity: 512), layout = LabelLayout()
        for index in 0..<399 { turned.put(places[398 - index], at: index) }
        turned.lay(399, on: nil)
        Self.laidOut(&layout, places, x: 0)
        for index in 0..<layout.count { layout.fade(index, error: 0, by: 0.15) }
        let before = layout.labels[..<layout.count].map { [$0.id, Double($0.row), $0.fade.opacity] }
        Self.laidOut(&layout, turned, x: 0)
        #expect(layout.labels[..<layout.count].map { [$0.id, Double($0.row), $0.fade.opacity] } == before)
        #expect(before.allSatisfy { $0[2] == 0.5 })
    }

    @Test func `places that are too near, or nowhere, have no label`() {
        var places = ARPlaces(capacity: 4), layout = LabelLayout()
        let plane = LocalPlane(around: PointE7(latitudeE7: 0, longitudeE7: 0))
        places.put(ARPlace(id: 1, latitude: 0, longitude: 0.00005, width: 80), at: 0)
        places.put(ARPlace(id: 2, latitude: .nan, longitude: 0.001, width: 80), at: 1)
        places.put(ARPlace(id: 3, latitude: 0, longitude: 0.001, height: .nan, width: .infinity), at: 2)
        places.lay(99, on: plane)
        #expect(places.count == 4)
        Self.laidOut(&layout, places, x: 0)
        #expect(layout.labels[..<layout.count].map(\.id) == [3] && layout.hidden == 0)
        #expect(places[2].height == ARPlace.usualHeight && places[2].width == 0)
    }
}
