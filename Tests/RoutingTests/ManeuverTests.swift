import GeoCore
import OSMImport
import Routing
import Testing

/// Corners drawn by hand, and their instructions.
@Suite struct ManeuverTests {
    @Test func `a turn into another street is announced with its name`() throws {
        var map = cross()
        map.way("WXE", ["highway": "residential", "name": "Long Street"])
        map.way("SXN", ["highway": "residential", "name": "Cross Street"])
        try expect(
            map, "WN",
            [
                "Head east on Long Street", "Turn left onto Cross Street", "You have arrived",
            ])
        try expect(
            map, "NW",
            [
                "Head south on Cross Street", "Turn right onto Long Street", "You have arrived",
            ])
        let maneuver = try map.build().route("WN").legs[0].steps[1].maneuver
        #expect(maneuver.kind == .turn)
        #expect(maneuver.turn == .left)
        #expect(maneuver.bearingBefore == 90)
        #expect(maneuver.bearingAfter == 0)
        #expect(maneuver.intersection.streets.map { $0.bearing } == [0, 90, 180, 270])
        #expect(maneuver.intersection.streets.map { $0.canEnter } == [true, true, true, true])
        #expect(maneuver.intersection.from == 3)
        #expect(maneuver.intersection.to == 0)
    }

    @Test func `going straight across a crossing is not announced`() throws {
        var map = cross()
        map.way("WXE", ["highway": "residential", "name": "Long Street"])
        map.way("SXN", ["highway": "residential", "name": "Cross Street"])
        try expect(map, "WE", ["Head east on Long Street", "You have arrived"])
    }

    @Test func `a new name straight on is announced, a bend is not`() throws {
        var map = cross()
        map.way("WX", ["highway": "residential", "name": "West Street"])
        map.way("XE", ["highway": "residential", "name": "East Street"])
        try expect(map, "WE", ["Head east on West Street", "Continue onto East Street", "You have arrived"])
        var bend = cross()
        bend.way("WX", ["highway": "residential", "name": "Bent Street"])
        bend.way("XN", ["highway": "residential", "name": "Bent Street"])
        try expect(bend, "WN", ["Head east on Bent Street", "You have arrived"])
    }

    @Test func `a route that stays on a turning street says so where another street goes straight on`() throws {
        var map = cross()
        map.way("WX", ["highway": "residential", "name": "Bent Street"])
        map.way("XN", ["highway": "residential", "name": "Bent Street"])
        map.way("XE", ["highway": "residential", "name": "Straight Street"])
        try expect(map, "WN", ["Head east on Bent Street", "Turn left to stay on Bent Street", "You have arrived"])
        try expect(map, "WE", ["Head east on Bent Street", "Continue onto Straight Street", "You have arrived"])
    }

    @Test func `the end of a street is announced as such`() throws {
        var map = cross()
        map.way("WX", ["highway": "residential", "name": "Short Street"])
        map.way("SXN", ["highway": "residential", "name": "Cross Street"])
        try expect(
            map, "WS",
            [
                "Head east on Short Street", "At the end, turn right onto Cross Street", "You have arrived",
            ])
    }

    @Test func `a fork says on which side to keep`() throws {
        var map = cross()
        map.node("L", 100, 40)
        map.node("R", 100, -40)
        map.way("WX", ["highway": "residential", "name": "Stem"])
        map.way("XL", ["highway": "residential", "name": "Left Branch"])
        map.way("XR", ["highway": "residential", "name": "Right Branch"])
        try expect(map, "WL", ["Head east on Stem", "Keep left on Left Branch", "You have arrived"])
        try expect(map, "WR", ["Head east on Stem", "Keep right on Right Branch", "You have arrived"])
    }

    @Test func `unnamed ways go by their kind`() throws {
        var map = cross()
        map.way("WX", ["highway": "service", "service": "driveway"])
        map.way("XN", ["highway": "footway"])
        map.way("XS", ["highway": "track"])
        try expect(
            map, "WN",
            [
                "Head east on the driveway", "At the end, turn left onto the footpath", "You have arrived",
            ])
    }

    @Test func `stairs, bridges and tunnels are mentioned`() throws {
        var map = cross()
        map.node("F", 200, 0)
        map.way("WX", ["highway": "footway"])
        map.way("XE", ["highway": "steps"])
        map.way("EF", ["highway": "footway", "bridge": "yes", "name": "High Walk"])
        try expect(
            map, "WF",
            [
                "Head east on the footpath", "Take the stairs", "Continue onto High Walk, over the bridge",
                "You have arrived",
            ])
        var tunnel = cross()
        tunnel.way("WXE", ["highway": "footway", "tunnel": "yes"])
        try expect(tunnel, "WE", ["Head east on the footpath, through the tunnel", "You have arrived"])
    }

    @Test func `crossing a street to continue along it is not announced`() throws {
        // Main Street is joined by a crossing of 12 m from the sidewalk of the other side, which bears its name.
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 200, 0), ("C", 200, 12), ("D", 400, 12), ("E", 400, 0), ("F", 0, 12),
        ] {
            map.node(Character(name), east, north)
        }
        map.way("AB", ["highway": "footway", "footway": "sidewalk", "is_sidepath:of:name": "Main Street"])
        map.way("BC", ["highway": "footway", "footway": "crossing"])
        map.way("FCD", ["highway": "footway", "footway": "sidewalk", "is_sidepath:of:name": "Main Street"])
        map.way("BE", ["highway": "service"])
        try expect(map, "AD", ["Head east on Main Street", "You have arrived"])
    }

    @Test func `a crossing before a turn is part of the turn`() throws {
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 200, 0), ("C", 200, 12), ("D", 200, 300), ("E", 400, 0)] {
            map.node(Character(name), east, north)
        }
        map.way("ABE", ["highway": "residential", "name": "First Street"])
        map.way("BC", ["highway": "footway", "footway": "crossing"])
        map.way("CD", ["highway": "residential", "name": "Second Street"])
        try expect(
            map, "AD",
            [
                "Head east on First Street", "Turn left onto Second Street", "You have arrived",
            ])
    }

    @Test func `motorways are entered and left by ramps`() throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 100, 0), ("C", 300, -20), ("D", 1000, -20), ("E", 1200, -40), ("F", 1300, -40),
            ("G", 0, -20),
            ("H", 2000, -20), ("I", 100, 300),
        ] {
            map.node(Character(name), east, north)
        }
        map.way("ABI", ["highway": "primary", "name": "Town Road"])
        map.way("BC", ["highway": "motorway_link", "oneway": "yes"])
        map.way("GCDH", ["highway": "motorway", "ref": "M 1"])
        map.way("DE", ["highway": "motorway_link", "oneway": "yes"])
        map.way("EF", ["highway": "primary", "name": "Country Road"])
        let town = try map.build(), route = try town.route("AF", .car)
        #expect(
            route.legs[0].steps.map { $0.maneuver.kind.name } == [
                "depart", "on ramp", "merge", "off ramp", "new name", "arrive",
            ])
        #expect(text(route, town)[2] == "Merge onto M 1")
    }

    @Test func `the arrival names the side of the street on which the destination lies`() throws {
        var map = cross()
        map.way("WXE", ["highway": "residential", "name": "Long Street"])
        let town = try map.build()
        let left = try town.route([map.coordinate("W"), StreetMap.coordinate(50, 15)])
        #expect(text(left, town).last == "Your destination is on the left")
        let right = try town.route([map.coordinate("W"), StreetMap.coordinate(50, -15)])
        #expect(text(right, town).last == "Your destination is on the right")
    }

    @Test func `directions have eight names`() throws {
        let names = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
        for (index, name) in names.enumerated() {
            var map = StreetMap()
            let angle = Double(index) * .pi / 4
            map.node("A", 0, 0)
            map.node("B", 300 * sine(angle), 300 * sine(angle + .pi / 2))
            map.way("AB", ["highway": "path"])
            try expect(map, "AB", ["Head \(name) on the path", "You have arrived"])
        }
    }

    @Test func `turns are named by their angle`() {
        let names: [(Double, Turn)] = [
            (0, .straight), (20, .straight), (-20, .straight), (21, .slightRight), (-40, .slightLeft), (90, .right),
            (-90, .left), (121, .sharpRight), (-150, .sharpLeft), (180, .uturn), (-180, .uturn),
        ]
        for (degrees, turn) in names { #expect(Turn(degrees: degrees) == turn) }
    }

    private func sine(_ angle: Double) -> Double { Elementary.sine(angle) }

    /// Four corners 100 m around X.
    private func cross() -> StreetMap {
        var map = StreetMap()
        map.node("X", 0, 0)
        map.node("W", -100, 0)
        map.node("E", 100, 0)
        map.node("N", 0, 100)
        map.node("S", 0, -100)
        return map
    }

    private func expect(_ map: StreetMap, _ names: String, _ sentences: [String]) throws {
        let town = try map.build()
        #expect(text(try town.route(names), town) == sentences)
    }

    private func text(_ route: PlannedRoute, _ town: StreetTown) -> [String] {
        let words = Words(language: .english, text: town.network.text)
        return route.legs.flatMap { $0.steps }.map { words.instruction(for: $0) }
    }
}
