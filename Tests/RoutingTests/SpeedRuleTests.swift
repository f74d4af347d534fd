import Routing
import Testing

/// How fast a way is, asked as routes along it.
@Suite struct SpeedRuleTests {
    /// A way's tags and the km/h of a profile on it.
    struct SpeedCase: Sendable, CustomTestStringConvertible {
        let page: String
        let tags: KeyValuePairs<String, String>
        let profile: Profile
        let speed: Double

        init(_ page: String, _ tags: KeyValuePairs<String, String>, _ profile: Profile, _ speed: Double) {
            self.page = page
            self.tags = tags
            self.profile = profile
            self.speed = speed
        }

        var testDescription: String { "\(page): \(tags) \(profile.name)" }
    }

    /// Of a limit, four fifths are driven.
    private static func limit(_ page: String, _ key: String, _ value: String, _ kilometresPerHour: Double) -> SpeedCase
    {
        SpeedCase(
            page, KeyValuePairs(dictionaryLiteral: ("highway", "primary"), (key, value)), .car, kilometresPerHour * 0.8)
    }

    @Test(arguments: [
        limit("Key:maxspeed", "maxspeed", "50", 50), limit("Key:maxspeed", "maxspeed", "50 km/h", 50),
        limit("Key:maxspeed", "maxspeed", "30 mph", 48.28), limit("Key:maxspeed", "maxspeed", "30mph", 48.28),
        limit("Key:maxspeed", "maxspeed", "10 knots", 18.52), limit("Key:maxspeed", "maxspeed", "walk", 5),
        limit("Key:maxspeed", "maxspeed", "none", 140),
        limit("Default speed limits", "maxspeed", "RO:urban", 50),
        limit("Default speed limits", "maxspeed", "FR:rural", 80),
        limit("Default speed limits", "maxspeed", "FI:motorway", 120),
        limit("Default speed limits", "maxspeed", "GB:nsl_single", 96.56),
        limit("Default speed limits", "maxspeed:type", "DE:zone30", 30),
        limit("Default speed limits", "maxspeed:type", "DE:zone:20", 20),
        limit("Key:source:maxspeed", "source:maxspeed", "RO:trunk", 100),
        limit("Key:maxspeed:advisory", "maxspeed:advisory", "40", 40),
        limit("Forward & backward", "maxspeed:forward", "30", 30),
    ])
    func `a posted limit is read in every unit and word`(_ given: SpeedCase) throws { try check(given) }

    @Test(arguments: [
        SpeedCase("Key:maxspeed", ["highway": "primary", "maxspeed": "signals"], .car, 65),
        SpeedCase("Key:maxspeed", ["highway": "primary", "maxspeed": "variable"], .car, 65),
        SpeedCase("Key:maxspeed", ["highway": "primary", "maxspeed": "0"], .car, 65),
        SpeedCase("Key:maxspeed", ["highway": "primary", "maxspeed:type": "sign"], .car, 65),
        SpeedCase("Key:maxspeed", ["highway": "primary", "maxspeed": "50", "maxspeed:type": "DE:rural"], .car, 40),
        SpeedCase("Key:maxspeed", ["highway": "primary", "maxspeed:backward": "30"], .car, 65),
    ])
    func `a value that is not a number leaves the speed of the class`(_ given: SpeedCase) throws { try check(given) }

    @Test(arguments: [
        SpeedCase("Tag:access=destination", ["highway": "residential", "access": "destination"], .car, 5),
        SpeedCase("Tag:highway=track", ["highway": "track", "motor_vehicle": "yes"], .car, 10),
        SpeedCase("Key:tracktype", ["highway": "unclassified", "maxspeed": "100", "tracktype": "grade3"], .car, 30),
        SpeedCase("Key:surface", ["highway": "primary", "surface": "gravel"], .car, 40),
        SpeedCase("Key:smoothness", ["highway": "primary", "smoothness": "very_bad"], .car, 20),
        SpeedCase("Key:smoothness", ["highway": "primary", "surface": "gravel", "smoothness": "very_bad"], .car, 20),
        SpeedCase("Key:surface", ["highway": "residential", "surface": "sett"], .bicycle, 9),
        SpeedCase("Tag:bicycle=dismount", ["highway": "footway", "bicycle": "dismount"], .bicycle, 4),
        SpeedCase("Tag:highway=steps", ["highway": "steps"], .foot, 2.5),
        SpeedCase("Key:surface", ["highway": "path", "surface": "sand"], .foot, 2.5),
        SpeedCase("Key:surface", ["highway": "path", "surface": "grass"], .wheelchair, 2.5),
        SpeedCase("Key:smoothness", ["highway": "path", "smoothness": "bad"], .wheelchair, 2.5),
    ])
    func `ground and access slow down`(_ given: SpeedCase) throws { try check(given) }

    @Test func `a ferry takes the time that it states, shared out by length`() throws {
        let town = try RuleTown.street(["route": "ferry", "duration": "00:01"])
        let route = try town.route((0, 0), (200, 0), .foot)
        #expect((route.durationInSeconds - 60).magnitude < 0.01)
    }

    private func check(_ given: SpeedCase) throws {
        let town = try RuleTown.street(given.tags)
        let route = try town.route((40, 0), (160, 0), given.profile)
        #expect(town.ways(of: route) == [1])
        let speed = route.distanceInMetres * 3.6 / route.durationInSeconds
        // Positions are 65535ths of the street, times whole milliseconds.
        #expect((speed / given.speed - 1).magnitude < 1e-3)
    }
}
