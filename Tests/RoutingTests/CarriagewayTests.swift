import Foundation
import GeoCore
import Routing
import Testing

/// A road from A in the west that divides at B: eastward past S, with traffic on the right, and westward past N. Its
/// end in the east joins them.
@Suite struct CarriagewayTests {
    /// Seconds that a turn to the right costs, after OSRM's car.lua.
    private static func turn(_ degrees: Double) -> Double {
        7.5 / (1 + exp(-(13 / 1.075 * degrees / 180 - 6.5 * 1.075)))
    }
    /// And turning round: the most that a turn does, and its `u_turn_penalty`.
    private static let turningRound = turn(180) + 20

    private static func town(
        westward: String = "Main Street", apart metres: Double = 6, bendingAfter east: Double? = nil,
        side: Bool = false, turnedBy degrees: Double = 0, onLeft: Bool = false
    ) throws -> StreetTown {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", -300.0, 0.0), ("B", 0, 0), ("s", east ?? 2 * metres, -metres), ("S", 300, -metres),
            ("n", east ?? 2 * metres, metres), ("N", 300, metres), ("C", 0, -200), ("E", 400, 0),
        ] {
            // As in a mirror, and then turned to the left.
            let north = onLeft ? -north : north, angle = degrees * .pi / 180
            map.node(
                Character(name), east * cos(angle) - north * sin(angle), east * sin(angle) + north * cos(angle))
        }
        let traffic = onLeft ? "left" : "right"
        map.way("AB", ["highway": "primary", "name": "Main Street", "driving_side": "\(traffic)"])
        map.way(
            "BsSE", ["highway": "primary", "name": "Main Street", "oneway": "yes", "driving_side": "\(traffic)"])
        map.way(
            "ENnB", ["highway": "primary", "name": "\(westward)", "oneway": "yes", "driving_side": "\(traffic)"])
        if side { map.way("BC", ["highway": "primary", "name": "Side Street"]) }
        return try map.build()
    }

    /// The seconds that a way by car takes beyond those along its streets.
    private static func loss(_ names: String, in town: StreetTown) throws -> Double {
        let route = try town.route(names, .car)
        return route.durationInSeconds - route.distanceInMetres * 3.6 / 65
    }

    @Test func `where a road divides its carriageways go on straight`() throws {
        let town = try Self.town()
        for names in ["AS", "NA"] { #expect(try Self.loss(names, in: town).magnitude < 0.01, "\(names)") }
    }

    @Test(arguments: [0.0, 17, 45, 90, 133, 180, 251, 300], [false, true])
    func `carriageways of a road in any direction, for either driving side, do so too`(
        degrees: Double, onLeft: Bool
    ) throws {
        let town = try Self.town(turnedBy: degrees, onLeft: onLeft)
        for names in ["AS", "NA"] { #expect(try Self.loss(names, in: town).magnitude < 0.01, "\(names)") }
        #expect((try Self.loss("NS", in: town) - Self.turningRound).magnitude < 0.05)
    }

    /// The strip between them is 18 m wide at most.
    @Test(arguments: [(2.0, true), (8.8, true), (9.2, false), (15, false)])
    func `two carriageways count as one road up to the width of a green strip`(metres: Double, areOne: Bool) throws {
        let town = try Self.town(apart: metres)
        for names in ["AS", "NA"] {
            let loss = try Self.loss(names, in: town), truth = areOne ? 0 : Self.turn(26.6)
            #expect((loss - truth).magnitude < 0.01, "\(names)")
        }
    }

    @Test func `going from one carriageway into the other is turning round`() throws {
        for side in [false, true] {
            let town = try Self.town(side: side)
            // OSRM keeps tenths.
            #expect((try Self.loss("NS", in: town) - Self.turningRound).magnitude < 0.05)
        }
    }

    @Test func `one-way streets of two names, those far apart and those that part widely are two roads`() throws {
        for town in [try Self.town(westward: "High Street"), try Self.town(apart: 12)] {
            // A bend of 1 to 2, to the right; its direction is kept to 1.4°.
            for names in ["AS", "NA"] {
                #expect((try Self.loss(names, in: town) - Self.turn(26.6)).magnitude < 0.01, "\(names)")
            }
            #expect(try Self.loss("NS", in: town) < 12)
        }
        // By twice 36.9°.
        #expect(try Self.loss("NS", in: Self.town(bendingAfter: 8)) < 12)
    }

    @Test func `only roads between roads are seen as a whole where they bend at once`() throws {
        // 28 m, a quarter turn.
        let metres = [(0.0, 0.0), (1, 5), (2, 8), (4, 10), (7, 12), (10, 12), (15, 12), (20, 10)]
        let points = metres.map { east, north in
            // 90 units are a metre to the north, 180 one to the east.
            PointE7(latitudeE7: 600_000_000 + Int32(north * 90), longitudeE7: 250_000_000 + Int32(east * 180))
        }
        let whole = try #require(Coordinate(points[0]).bearing(to: Coordinate(points[points.count - 1])))
        func bearing(_ kind: RoadClass, length: Double = 28, isRoundabout: Bool = false) -> Double {
            EdgeBearing.degrees(
                along: points,
                over: EdgeBearing.lookAhead(along: points, length: length, kind, isRoundabout: isRoundabout))
        }
        #expect((bearing(.primaryLink) - whole).magnitude < 0.1)
        // 10 m on, 3.23 m to the east and 9.23 m to the north; on a roundabout 2 m on.
        for kind in [RoadClass.residential, .service, .footway] { #expect((bearing(kind) - 19.3).magnitude < 0.2) }
        #expect((bearing(.primaryLink, length: 36) - 19.3).magnitude < 0.2)
        #expect((bearing(.primaryLink, isRoundabout: true) - 11.3).magnitude < 0.5)
    }
}
