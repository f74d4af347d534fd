import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// Corners a few steps apart: their remaining instructions, which must lose nothing.
@Suite struct StepJoiningTests {
    /// A street that goes on some metres beside where it ends.
    private static func staggered(metres: Double) -> StreetMap {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 200, 0), ("C", 200, metres), ("D", 400, metres), ("E", 200, -100), ("F", 200, 100),
        ] { map.node(Character(name), east, north) }
        map.way("AB", ["highway": "residential", "name": "Near Street"])
        map.way("CD", ["highway": "residential", "name": "Far Street"])
        map.way("EBCF", ["highway": "residential", "name": "Cross Street"])
        return map
    }

    @Test(arguments: Profile.allCases)
    func `a street that continues four metres to the side needs no turn`(_ profile: Profile) throws {
        try expect(
            Self.staggered(metres: 4), "AD", profile,
            ["Head east on Near Street", "Continue onto Far Street", "You have arrived"])
    }

    @Test(arguments: Profile.allCases)
    func `two turns thirty metres apart are two turns`(_ profile: Profile) throws {
        try expect(
            Self.staggered(metres: 30), "AD", profile,
            [
                "Head east on Near Street", "At the end, turn left onto Cross Street", "Turn right onto Far Street",
                "You have arrived",
            ])
    }

    @Test func `drivers get an instruction for each turn that is more than a shift of the lane`() throws {
        let town = try Self.staggered(metres: 8).build()
        #expect(try town.route("AD", .car).legs[0].steps.count == 4)
        #expect(try town.route("AD", .foot).legs[0].steps.count == 3)
    }

    @Test(arguments: [Profile.foot, .wheelchair, .bicycle])
    func `a street continues where a crossing street's name interrupts it`(_ profile: Profile) throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 200, 0), ("C", 208, 0), ("D", 400, 0), ("E", 200, 100), ("F", 208, -100),
        ] { map.node(Character(name), east, north) }
        map.way("AB", ["highway": "residential", "name": "Long Street"])
        map.way("EBCF", ["highway": "residential", "name": "Cross Street"])
        map.way("CD", ["highway": "residential", "name": "Long Street"])
        try expect(map, "AD", profile, ["Head east on Long Street", "You have arrived"])
    }

    @Test(arguments: [Profile.bicycle, .car])
    func `going over to the other carriageway and back is turning round`(_ profile: Profile) throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 300, 0), ("C", 600, 0), ("D", 0, 18), ("E", 300, 18), ("F", 600, 18),
        ] { map.node(Character(name), east, north) }
        map.way("ABC", ["highway": "primary", "name": "Avenue", "oneway": "yes"])
        map.way("FED", ["highway": "primary", "name": "Avenue", "oneway": "yes"])
        map.way("BE", ["highway": "primary"])
        map.way("CF", ["highway": "residential"])
        map.way("DA", ["highway": "residential"])
        let town = try map.build(), ends = [(100.0, 0.0), (100, 18)].map { StreetMap.coordinate($0.0, $0.1) }
        let steps = try town.route(ends, profile).legs[0].steps
        #expect(steps.map { $0.maneuver.kind } == [.depart, .continue, .arrive])
        #expect(steps[1].maneuver.turn == .uturn)
    }

    @Test func `of two parallel ways without names, the instruction names the side`() throws {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 200, 0), ("C", 200, -8), ("D", 400, -8), ("E", 400, 0), ("F", 200, -100),
        ] { map.node(Character(name), east, north) }
        map.way("AB", ["highway": "residential", "name": "Near Street"])
        map.way("BE", ["highway": "service"])
        map.way("BCF", ["highway": "residential", "name": "Cross Street"])
        map.way("CD", ["highway": "footway"])
        try expect(
            map, "AD", .foot, ["Head east on Near Street", "Keep right on the footpath", "You have arrived"])
    }

    @Test(arguments: Profile.allCases)
    func `the last few steps into another street are no turn, but say the side`(_ profile: Profile) throws {
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 200, 0), ("C", 200, -100), ("D", 400, 0)] {
            map.node(Character(name), east, north)
        }
        map.way("ABD", ["highway": "residential", "name": "Long Street"])
        map.way("BC", ["highway": "residential", "name": "Side Street"])
        let town = try map.build()
        let near = try town.route([map.coordinate("A"), StreetMap.coordinate(200, -7)], profile)
        #expect(
            text(near, town) == [
                "Head east on Long Street", "Your destination is on the right",
            ])
        // The line still leads into it.
        #expect(near.distanceInMetres > 205 && near.legs[0].steps[0].distanceInMetres == near.distanceInMetres)
        let far = try town.route([map.coordinate("A"), StreetMap.coordinate(200, -30)], profile)
        #expect(text(far, town)[1] == "Turn right onto Side Street")
    }

    @Test
    func `consecutive flights of stairs are one step, and the turn onto stairs just behind a corner is announced`()
        throws
    {
        var map = StreetMap()
        for (name, east, north) in [
            ("A", 0.0, 0.0), ("B", 100, 0), ("C", 100, 4), ("D", 100, 12), ("E", 100, 18), ("F", 100, 26),
            ("G", 100, 200), ("H", 200, 0),
        ] { map.node(Character(name), east, north) }
        map.way("ABH", ["highway": "residential", "name": "Long Street"])
        map.way("BC", ["highway": "footway"])
        map.way("CD", ["highway": "steps", "incline": "up"])
        map.way("DE", ["highway": "footway"])
        map.way("EF", ["highway": "steps", "incline": "up"])
        map.way("FG", ["highway": "footway", "name": "Upper Walk"])
        try expect(
            map, "AG", .foot,
            [
                "Head east on Long Street", "Turn left onto the stairs, up", "Continue onto Upper Walk",
                "You have arrived",
            ])
    }

    @Test func `wheelchairs take the ramp beside the stairs, and no stairs`() throws {
        var map = StreetMap()
        for (name, east, north) in [("A", 0.0, 0.0), ("B", 100, 0), ("C", 120, 0), ("D", 220, 0)] {
            map.node(Character(name), east, north)
        }
        map.way("AB", ["highway": "footway"])
        map.way("BC", ["highway": "steps", "ramp:wheelchair": "yes"])
        map.way("CD", ["highway": "footway", "name": "Upper Walk"])
        try expect(
            map, "AD", .wheelchair,
            [
                "Head east on the footpath", "Take the ramp beside the stairs", "Continue onto Upper Walk",
                "You have arrived",
            ])
        #expect(text(try map.build().route("AD"), try map.build())[1] == "Take the stairs")
        let town = try map.build()
        for language in Language.allCases {
            let words = Words(language: language, text: town.network.text)
            let (wheels, feet) = (try town.route("AD", .wheelchair), try town.route("AD"))
            #expect(words.instruction(for: wheels.legs[0].steps[1]) != words.instruction(for: feet.legs[0].steps[1]))
        }
    }

    /// The line of each route is the oracle: the instructions must match it.
    @Test(arguments: Profile.allCases)
    func `of many routes few steps are tiny, and turns are where the line turns`(_ profile: Profile) throws {
        let (engine, bytes) = try SampleTests.build(try OSMReader.read(paths: [SampleExtract.path]).data)
        let bounds = engine.network.bounds
        var random = SeededGenerator(seed: 31), workspace = RouteWorkspace(), steps = 0, tiny = 0, turns = 0, wrong = 0
        for _ in 0..<120 {
            let points = (0..<2).map { _ in
                Coordinate(
                    latitude: random.uniform(in: Double(bounds.minY)...Double(bounds.maxY)) / 1e7,
                    longitude: random.uniform(in: Double(bounds.minX)...Double(bounds.maxX)) / 1e7)!
            }
            guard let route = try? engine.route(RouteQuestion(points, profile: profile), workspace: &workspace) else {
                continue
            }
            let leg = route.legs[0]
            #expect(leg.steps.reduce(0) { $0 + $1.lengthMillimetres } == leg.lengthMillimetres)
            #expect(leg.steps.reduce(0) { $0 + $1.timeMillis } == leg.timeMillis)
            var before: Int64 = 0
            for (step, next) in zip(leg.steps, leg.steps.dropFirst()) {
                defer { before = step.lengthMillimetres }
                #expect(step.lastPoint == next.firstPoint)
                steps += 1
                if step.lengthMillimetres < 5000, step.lengthMillimetres > 0 { tiny += 1 }
                guard let turn = step.maneuver.turn, [.turn, .continue, .endOfRoad].contains(step.maneuver.kind),
                    // The line is judged by what belongs to no other corner.
                    before > 15_000, step.lengthMillimetres > 45_000,
                    let bend = Self.bend(route.geometry, at: step.firstPoint)
                else { continue }
                turns += 1
                if !Self.fits(turn, bend) { wrong += 1 }
            }
        }
        #expect(steps > 300)
        // Stairs, lifts and roundabouts are announced however short they are.
        #expect(Double(tiny) <= 0.02 * Double(steps), "\(tiny) of \(steps)")
        // A street may bend back within the metres that the line is judged by.
        #expect(turns > 50 && Double(wrong) <= 0.05 * Double(turns), "\(wrong) of \(turns)")
        withExtendedLifetime(bytes) {}
    }

    /// How much a line turns around one of its points, in degrees clockwise: from 12 m before it to 40 m behind it.
    private static func bend(_ line: [PointE7], at index: Int) -> Double? {
        func walk(_ range: some Sequence<Int>, _ metres: Double) -> Coordinate? {
            var left = metres, here = line[index]
            for next in range {
                let length = here.distance(inMetresTo: line[next])
                if length >= left { return Coordinate(PointE7(from: here, to: line[next], share: left / length)) }
                left -= length
                here = line[next]
            }
            return nil
        }
        let here = Coordinate(line[index])
        guard let before = walk((0..<index).reversed(), 12), let behind = walk((index + 1)..<line.count, 40),
            let came = before.bearing(to: here), let goes = here.bearing(to: behind)
        else { return nil }
        let turn = goes - came
        return turn > 180 ? turn - 360 : turn <= -180 ? turn + 360 : turn
    }

    private static func fits(_ turn: Turn, _ bend: Double) -> Bool {
        switch turn {
        case .right, .slightRight, .sharpRight: bend > 10 || bend < -150
        case .left, .slightLeft, .sharpLeft: bend < -10 || bend > 150
        case .straight: bend.magnitude < 60
        case .uturn: bend.magnitude > 100
        }
    }

    private func expect(_ map: StreetMap, _ names: String, _ profile: Profile, _ sentences: [String]) throws {
        let town = try map.build()
        #expect(text(try town.route(names, profile), town) == sentences)
    }

    private func text(_ route: PlannedRoute, _ town: StreetTown) -> [String] {
        let words = Words(language: .english, text: town.network.text)
        return route.legs.flatMap { $0.steps }.map { words.instruction(for: $0) }
    }
}
