import OSMImport
import Routing
import Testing

struct SpeedCase: Sendable, CustomTestStringConvertible {
    let profile: Profile
    let tags: KeyValuePairs<String, String>
    /// km/h.
    let speed: Double

    init(_ profile: Profile, _ tags: KeyValuePairs<String, String>, _ speed: Double) {
        self.profile = profile
        self.tags = tags
        self.speed = speed
    }

    var testDescription: String { "\(profile.name) \(tags.map { "\($0)=\($1)" }.joined(separator: " "))" }
}

@Suite struct TravelTimeTests {
    @Test(arguments: [
        SpeedCase(.foot, ["highway": "residential"], 5),
        SpeedCase(.foot, ["highway": "path", "surface": "mud"], 2.5),
        SpeedCase(.foot, ["highway": "steps"], 2.5),
        SpeedCase(.wheelchair, ["highway": "footway"], 4),
        SpeedCase(.wheelchair, ["highway": "footway", "surface": "sett"], 2.5),
        SpeedCase(.bicycle, ["highway": "cycleway"], 15),
        SpeedCase(.bicycle, ["highway": "footway"], 4),
        SpeedCase(.bicycle, ["highway": "residential", "surface": "sett"], 9),
        SpeedCase(.bicycle, ["highway": "footway", "bicycle": "dismount"], 4),
        SpeedCase(.car, ["highway": "primary"], 65),
        SpeedCase(.car, ["highway": "primary", "maxspeed": "50"], 40),
        SpeedCase(.car, ["highway": "primary", "maxspeed": "30 mph"], 30 * 1.609344 * 0.8),
        SpeedCase(.car, ["highway": "primary", "maxspeed": "signals"], 65),
        SpeedCase(.car, ["highway": "residential", "access": "private"], 5),
        SpeedCase(.car, ["highway": "tertiary", "surface": "mud"], 10),
    ])
    func `a kilometre takes the time that class, limit and ground allow`(_ given: SpeedCase) throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 1000, 0)
        map.way("AB", given.tags)
        let town = try map.build()
        let seconds = try town.route("AB", given.profile).durationInSeconds
        // Points are stored to a centimetre, times to a millisecond.
        #expect((seconds - 3600 / given.speed).magnitude < 0.02)
    }

    @Test func `each direction has the limit posted for it`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 1000, 0)
        map.way("AB", ["highway": "primary", "maxspeed:forward": "50", "maxspeed:backward": "100"])
        let town = try map.build()
        #expect((try town.route("AB", .car).durationInSeconds - 90).magnitude < 0.01)
        #expect((try town.route("BA", .car).durationInSeconds - 45).magnitude < 0.01)
    }

    @Test(arguments: [("0:30", 1800.0), ("45", 2700), ("PT1H15M", 4500), ("01:00:30", 3630)])
    func `a ferry takes as long as it says, shared out over its edges`(_ duration: String, _ seconds: Double) throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 1000, 0)
        map.node("C", 4000, 0)
        map.node("D", 1000, 200)
        map.way("ABC", ["route": "ferry", "duration": "\(duration)"])
        map.way("BD", ["highway": "footway"])
        map.node("E", -200, 0)
        map.node("F", 4200, 0)
        map.way("EA", ["highway": "footway"])
        map.way("CF", ["highway": "footway"])
        let town = try map.build()
        // 200 m on foot at both ends.
        #expect((try town.route("EF").durationInSeconds - seconds - 288).magnitude < 0.1)
        #expect((try town.route("ED").durationInSeconds - seconds / 4 - 288).magnitude < 0.1)
    }

    @Test func `signals cost two seconds for routes that pass them, not for routes that end there`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 500, 0, ["highway": "traffic_signals"])
        map.node("C", 1000, 0)
        map.way("ABC", ["highway": "residential"])
        let town = try map.build()
        #expect((try town.route("AC").durationInSeconds - 722).magnitude < 0.02)
        #expect((try town.route("AB").durationInSeconds - 360).magnitude < 0.02)
        #expect((try town.route("BC").durationInSeconds - 360).magnitude < 0.02)
    }

    @Test func `a signal for one direction delays vehicles of that direction`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 500, 0, ["highway": "traffic_signals", "traffic_signals:direction": "forward"])
        map.node("C", 1000, 0)
        map.way("ABC", ["highway": "residential"])
        let town = try map.build()
        #expect((try town.route("AC", .car).durationInSeconds - 146).magnitude < 0.02)
        #expect((try town.route("CA", .car).durationInSeconds - 144).magnitude < 0.02)
        #expect((try town.route("CA", .foot).durationInSeconds - 722).magnitude < 0.02)
    }

    @Test func `a gate costs drivers a minute`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 500, 0, ["barrier": "gate"])
        map.node("C", 1000, 0)
        map.way("ABC", ["highway": "residential"])
        let town = try map.build()
        #expect((try town.route("AC", .car).durationInSeconds - 204).magnitude < 0.02)
        #expect((try town.route("AC", .foot).durationInSeconds - 720).magnitude < 0.02)
    }

    @Test func `two parts of an edge take as long as the whole, at every fraction`() throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 777, 0)
        map.node("C", 777, 123, ["highway": "traffic_signals"])
        map.way("ABC", ["highway": "primary", "maxspeed:forward": "50", "maxspeed:backward": "70"])
        let town = try map.build()
        let whole = try town.route("AC", .car)
        for east in stride(from: 0.0, through: 777, by: 7.77) {
            let middle = StreetMap.coordinate(east, 1)
            let split = try town.route([map.coordinate("A"), middle, map.coordinate("C")], .car)
            #expect(split.timeMillis == whole.timeMillis)
            #expect(split.lengthMillimetres == whole.lengthMillimetres)
        }
    }
}
