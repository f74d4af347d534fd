import OSMImport
import Routing
import Testing

/// Who may use a way with the given tags: letters of profiles (foot, wheelchair, bicycle, car), along and against its
/// drawing.
struct AccessCase: Sendable, CustomTestStringConvertible {
    let tags: KeyValuePairs<String, String>
    let along: String
    let against: String

    init(_ tags: KeyValuePairs<String, String>, _ along: String, _ against: String? = nil) {
        self.tags = tags
        self.along = along
        self.against = against ?? along
    }

    var testDescription: String { tags.map { "\($0)=\($1)" }.joined(separator: " ") }
}

@Suite struct AccessTests {
    @Test(arguments: [
        AccessCase(["highway": "residential"], "fwbc"),
        AccessCase(["highway": "footway"], "fwb"),  // The bicycle is pushed.
        AccessCase(["highway": "footway", "foot": "no"], ""),
        AccessCase(["highway": "steps"], "fb"),
        AccessCase(["highway": "steps", "ramp:wheelchair": "yes"], "fwb"),
        AccessCase(["highway": "steps", "wheelchair": "yes"], "fwb"),
        AccessCase(["highway": "cycleway"], "b"),
        AccessCase(["highway": "cycleway", "foot": "designated"], "fwb"),
        AccessCase(["highway": "motorway"], "c", ""),
        AccessCase(["highway": "motorway", "oneway": "no"], "c"),
        AccessCase(["highway": "trunk"], "c"),
        AccessCase(["highway": "trunk", "foot": "yes"], "fwbc"),
        AccessCase(["highway": "track"], "fwb"),
        AccessCase(["highway": "corridor"], "fwb"),
        AccessCase(["highway": "proposed", "foot": "yes"], ""),
        AccessCase(["railway": "platform"], "fwb"),
        AccessCase(["man_made": "pier"], "fwb"),
        AccessCase(["route": "ferry"], "fwbc"),
        AccessCase(["route": "ferry", "foot": "no"], "bc"),
        AccessCase(["amenity": "school"], ""),
    ])
    func `a class of way is open to its intended users`(_ given: AccessCase) throws { try check(given) }

    @Test(arguments: [
        AccessCase(["highway": "residential", "access": "no"], ""),
        AccessCase(["highway": "residential", "access": "private"], "c"),  // To the door, slowly.
        AccessCase(["highway": "residential", "access": "customers"], "fwbc"),
        AccessCase(["highway": "residential", "access": "no", "foot": "yes"], "fwb"),
        AccessCase(["highway": "residential", "foot": "private"], "bc"),
        AccessCase(["highway": "residential", "vehicle": "no"], "fwb"),
        AccessCase(["highway": "residential", "vehicle": "no", "bicycle": "yes"], "fwb"),
        AccessCase(["highway": "residential", "motor_vehicle": "no"], "fwb"),
        AccessCase(["highway": "residential", "motor_vehicle": "destination"], "fwbc"),
        AccessCase(["highway": "residential", "access": "no", "motorcar": "yes"], "c"),
        AccessCase(["highway": "residential", "access": "no;destination"], "fwbc"),
        AccessCase(["highway": "residential", "foot:backward": "no"], "fwbc", "bc"),
        AccessCase(["highway": "residential", "foot": "use_sidepath"], "bc"),
        AccessCase(["highway": "residential", "motorroad": "yes"], "c"),
        AccessCase(["highway": "residential", "impassable": "yes"], ""),
    ])
    func `the more particular access key wins`(_ given: AccessCase) throws { try check(given) }

    @Test(arguments: [
        AccessCase(["highway": "primary", "sidewalk": "separate"], "bc"),
        AccessCase(["highway": "primary", "sidewalk:right": "separate"], "bc"),
        AccessCase(["highway": "primary", "sidewalk": "separate", "foot": "yes"], "fwbc"),
        AccessCase(["highway": "primary", "sidewalk": "both"], "fwbc"),
        AccessCase(["highway": "primary", "cycleway:left": "separate", "foot": "no"], "bc", "c"),
        AccessCase(["highway": "primary", "cycleway:both": "separate", "foot": "no"], "c"),
        AccessCase(["highway": "primary", "cycleway": "separate", "bicycle": "yes"], "fwbc"),
    ])
    func `a path drawn beside the road keeps people off the road`(_ given: AccessCase) throws { try check(given) }

    @Test(arguments: [
        AccessCase(["highway": "residential", "oneway": "yes", "foot": "no"], "bc", ""),
        AccessCase(["highway": "residential", "oneway": "-1", "foot": "no"], "", "bc"),
        AccessCase(["highway": "residential", "oneway": "yes", "oneway:bicycle": "no", "foot": "no"], "bc", "b"),
        AccessCase(["highway": "residential", "oneway": "yes", "cycleway": "opposite_lane", "foot": "no"], "bc", "b"),
        AccessCase(["highway": "residential", "oneway": "yes", "cycleway:left": "opposite", "foot": "no"], "bc", "b"),
        AccessCase(["highway": "residential", "oneway": "yes"], "fwbc", "fwb"),  // The bicycle is pushed against.
        AccessCase(["highway": "footway", "oneway:foot": "yes"], "fwb", ""),
        AccessCase(["highway": "primary", "junction": "roundabout"], "fwbc", "fw"),
        AccessCase(["highway": "steps", "conveying": "forward"], "fb", ""),
        AccessCase(["highway": "residential", "oneway": "reversible", "foot": "no"], ""),
    ])
    func `one-way rules apply to the modes that they name`(_ given: AccessCase) throws { try check(given) }

    @Test(arguments: [
        AccessCase(["highway": "footway", "wheelchair": "no"], "fb"),
        AccessCase(["highway": "footway", "incline": "12%"], "fb"),
        AccessCase(["highway": "footway", "incline": "-12 %"], "fb"),
        AccessCase(["highway": "footway", "incline": "6%"], "fwb"),
        AccessCase(["highway": "footway", "incline": "up"], "fwb"),
        AccessCase(["highway": "footway", "width": "0.8"], "fb"),
        AccessCase(["highway": "footway", "width": "0.8", "wheelchair": "yes"], "fwb"),
        AccessCase(["highway": "path", "smoothness": "very_bad"], "fb"),
        AccessCase(["highway": "path", "surface": "sand"], "fb"),
        AccessCase(["highway": "path", "surface": "grass"], "fwb"),
        AccessCase(["highway": "track", "tracktype": "grade5"], "fb"),
    ])
    func `wheelchairs need even and gentle ways`(_ given: AccessCase) throws { try check(given) }

    private func check(_ given: AccessCase) throws {
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 100, 0)
        // A way for everyone beside it, so that every case has a network.
        map.node("C", 0, 100)
        map.way("AC", ["highway": "residential"])
        let way = map.way("AB", given.tags)
        let town = try map.build()
        guard town.network.edges(ofWay: way) != nil else {
            #expect(given.along.isEmpty && given.against.isEmpty)
            return
        }
        var along = "", against = ""
        for (profile, letter) in [(Profile.foot, "f"), (.wheelchair, "w"), (.bicycle, "b"), (.car, "c")] {
            let open = town.isOpen(way, profile)
            if open.forward { along += letter }
            if open.backward { against += letter }
        }
        #expect(along == given.along)
        #expect(against == given.against)
    }
}
