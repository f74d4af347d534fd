import OSMImport
import Routing
import Testing

/// Access by the tags of ways, tested with routes.
@Suite struct WayRuleTests {
    @Test(arguments: [
        RuleCase("Key:access", ["highway": "residential"], "fwbc", inside: "fwbc"),
        RuleCase("Tag:access=no", ["highway": "residential", "access": "no"], "", inside: ""),
        RuleCase("Tag:access=private", ["highway": "residential", "access": "private"], "", inside: "c"),
        RuleCase("Tag:access=permissive", ["highway": "residential", "access": "permissive"], "fwbc"),
        RuleCase("Tag:access=destination", ["highway": "residential", "access": "destination"], "fwb", inside: "fwbc"),
        RuleCase("Tag:access=customers", ["highway": "residential", "access": "customers"], "fwb", inside: "fwbc"),
        RuleCase(
            "Tag:access=delivery", ["highway": "residential", "motor_vehicle": "delivery"], "fwb", inside: "fwbc"),
        RuleCase("Tag:access=permit", ["highway": "residential", "motor_vehicle": "permit"], "fwb", inside: "fwbc"),
        RuleCase("Tag:access=discouraged", ["highway": "residential", "access": "discouraged"], "fwbc"),
        RuleCase("Tag:access=agricultural", ["highway": "residential", "access": "agricultural"], "", inside: ""),
        RuleCase("Tag:access=forestry", ["highway": "residential", "vehicle": "forestry"], "fw", inside: "fwb"),
        RuleCase("Tag:access=military", ["highway": "residential", "access": "military"], "", inside: ""),
        RuleCase(
            "Tag:access=emergency", ["highway": "residential", "motor_vehicle": "emergency"], "fwb", inside: "fwb"),
        RuleCase("Key:psv", ["highway": "residential", "motor_vehicle": "psv"], "fwb", inside: "fwb"),
        RuleCase("Key:psv", ["highway": "residential", "access": "no", "bus": "yes"], ""),
        RuleCase("Key:vehicle", ["highway": "residential", "vehicle": "no"], "fw", inside: "fwb"),
        RuleCase("Key:vehicle", ["highway": "residential", "vehicle": "no", "bicycle": "yes"], "fwb"),
        RuleCase("Key:motor_vehicle", ["highway": "residential", "motor_vehicle": "no"], "fwb"),
        RuleCase("Key:motor_vehicle", ["highway": "residential", "vehicle": "no", "motor_vehicle": "yes"], "fwc"),
        RuleCase("Key:motorcar", ["highway": "residential", "motor_vehicle": "no", "motorcar": "yes"], "fwbc"),
        RuleCase("Key:motorcar", ["highway": "residential", "motorcar:backward": "no"], "fwbc", "fwb"),
        RuleCase("Key:foot", ["highway": "residential", "foot": "no"], "bc", inside: "bc"),
        RuleCase(
            "Key:foot", ["highway": "residential", "access": "private", "foot": "permissive"], "fw", inside: "fwbc"),
        RuleCase("Tag:foot=use_sidepath", ["highway": "residential", "foot": "use_sidepath"], "bc"),
        RuleCase("Key:bicycle", ["highway": "residential", "bicycle": "no"], "fwc", inside: "fwbc"),
        RuleCase("Tag:bicycle=dismount", ["highway": "footway", "bicycle": "dismount"], "fw", inside: "fwb"),
        RuleCase("Tag:bicycle=use_sidepath", ["highway": "residential", "bicycle": "use_sidepath"], "fwc"),
        RuleCase(
            "Key:access#Multiple values", ["highway": "residential", "access": "no;destination"], "fwb", inside: "fwbc"),
        RuleCase("Tag:highway=track", ["highway": "track"], "fwb", inside: "fwb"),
        RuleCase("Tag:highway=track", ["highway": "track", "motor_vehicle": "yes"], "fwbc"),
        RuleCase("Tag:highway=pedestrian", ["highway": "pedestrian"], "fw", inside: "fwb"),
        RuleCase("Tag:highway=pedestrian", ["highway": "pedestrian", "motorcar": "yes", "bicycle": "yes"], "fwbc"),
        RuleCase("Tag:highway=footway", ["highway": "footway", "access": "yes"], "fwb"),
        RuleCase("Key:motorroad", ["highway": "primary", "motorroad": "yes"], "c", inside: "c"),
        RuleCase("Tag:service=emergency_access", ["highway": "service", "service": "emergency_access"], "fwb"),
    ])
    func `the most specific key decides access`(_ given: RuleCase) throws { try check(given) }

    @Test(arguments: [
        RuleCase("Key:oneway", ["highway": "residential", "oneway": "yes"], "fwbc", "fw"),
        RuleCase("Key:oneway", ["highway": "residential", "oneway": "-1"], "fw", "fwbc"),
        RuleCase("Key:oneway", ["highway": "motorway", "foot": "no"], "c", ""),
        RuleCase("Key:oneway", ["highway": "motorway", "oneway": "no"], "c"),
        RuleCase("Tag:oneway=reversible", ["highway": "residential", "oneway": "reversible"], "fw"),
        RuleCase("Tag:oneway=alternating", ["highway": "residential", "oneway": "alternating"], "fwbc"),
        RuleCase(
            "Key:oneway:bicycle", ["highway": "residential", "oneway": "yes", "oneway:bicycle": "no"], "fwbc", "fwb"),
        RuleCase(
            "Key:oneway:bicycle", ["highway": "residential", "oneway": "reversible", "oneway:bicycle": "no"], "fwb"),
        RuleCase("Key:oneway:motor_vehicle", ["highway": "residential", "oneway:motor_vehicle": "yes"], "fwbc", "fwb"),
        RuleCase("Key:oneway:foot", ["highway": "footway", "oneway:foot": "yes"], "fw", ""),
        RuleCase(
            "Tag:cycleway=opposite", ["highway": "residential", "oneway": "yes", "cycleway": "opposite"], "fwbc", "fwb"),
        RuleCase(
            "Tag:cycleway=opposite_lane", ["highway": "residential", "oneway": "yes", "cycleway": "opposite_lane"],
            "fwbc", "fwb"),
        RuleCase(
            "Tag:cycleway=opposite_track",
            ["highway": "residential", "oneway": "yes", "cycleway:left": "opposite_track"], "fwbc", "fwb"),
        RuleCase("Tag:junction=roundabout", ["highway": "tertiary", "junction": "roundabout"], "fwbc", "fw"),
        RuleCase(
            "Tag:junction=roundabout", ["highway": "tertiary", "junction": "roundabout", "oneway": "-1"], "fw", "fwbc"),
        RuleCase("Tag:junction=circular", ["highway": "tertiary", "junction": "circular"], "fwbc", "fw"),
        RuleCase("Key:conveying", ["highway": "steps", "conveying": "forward"], "f", ""),
        RuleCase("Key:conveying", ["highway": "footway", "conveying": "reversible", "wheelchair": "yes"], "fw"),
    ])
    func `a one-way rule applies to the modes that it names`(_ given: RuleCase) throws { try check(given) }

    @Test(arguments: [
        RuleCase("Tag:highway=steps", ["highway": "steps"], "f", inside: "fb"),
        RuleCase("Key:ramp", ["highway": "steps", "ramp": "yes"], "f"),
        RuleCase("Key:ramp:wheelchair", ["highway": "steps", "ramp": "yes", "ramp:wheelchair": "yes"], "fw"),
        RuleCase("Key:ramp:wheelchair", ["highway": "steps", "ramp:wheelchair": "no"], "f"),
        RuleCase("Tag:route=ferry", ["route": "ferry", "duration": "00:01"], "fwbc"),
        RuleCase("Tag:route=ferry", ["route": "ferry", "duration": "00:01", "motor_vehicle": "no"], "fwb"),
        RuleCase("Tag:route=ferry", ["route": "ferry", "duration": "00:01", "foot": "no"], "bc"),
        RuleCase("Tag:bicycle=dismount", ["route": "ferry", "duration": "00:01", "bicycle": "dismount"], "fwbc"),
        RuleCase("Key:maxwidth", ["highway": "residential", "maxwidth": "1.8"], "fwb", inside: "fwb"),
        RuleCase("Key:maxwidth", ["highway": "residential", "maxwidth": "2 m"], "fwbc"),
        RuleCase("Key:maxwidth", ["highway": "residential", "maxwidth": "6'"], "fwb"),
        RuleCase("Key:width", ["highway": "residential", "width": "1.5"], "fwb"),
        RuleCase("Key:width", ["highway": "residential", "maxwidth": "default", "width": "1.5"], "fwb"),
        RuleCase("Key:maxheight", ["highway": "residential", "maxheight": "1.9"], "fwb"),
        RuleCase("Key:maxheight", ["highway": "residential", "maxheight": "6'8\""], "fwbc"),
        RuleCase("Key:maxweight", ["highway": "residential", "maxweight": "1.5 t"], "fwb"),
        RuleCase("Key:maxweight", ["highway": "residential", "maxweight": "3.5"], "fwbc"),
        RuleCase("Key:smoothness", ["highway": "track", "motor_vehicle": "yes", "smoothness": "impassable"], "f"),
        RuleCase("Key:incline", ["highway": "footway", "incline": "12%"], "f"),
        RuleCase("Key:incline", ["highway": "footway", "incline": "up"], "fw"),
        RuleCase("Key:incline", ["highway": "footway", "incline": "4°"], "fw"),
        RuleCase("Key:incline", ["highway": "footway", "incline": "-8°"], "f"),
        RuleCase("Key:surface", ["highway": "path", "surface": "sand", "bicycle": "no"], "f"),
        RuleCase("Key:tracktype", ["highway": "track", "tracktype": "grade5", "bicycle": "no"], "f"),
        RuleCase("Key:construction", ["highway": "construction", "construction": "residential"], "", inside: ""),
    ])
    func `a way must be wide and high enough for its users`(_ given: RuleCase) throws { try check(given) }

    @Test(arguments: [
        RuleCase(
            "Key:access:conditional",
            ["highway": "residential", "access": "yes", "access:conditional": "no @ (22:00-06:00)"], "fwbc", "fwbc"),
        RuleCase(
            "Key:oneway:conditional", ["highway": "residential", "oneway": "yes", "oneway:conditional": "no @ (Su)"],
            "fwbc", "fw"),
        RuleCase(
            "Key:maxspeed:conditional",
            ["highway": "residential", "maxspeed": "50", "maxspeed:conditional": "30 @ (wet)"], "fwbc", "fwbc"),
        RuleCase(
            "Conditional restrictions",
            ["highway": "residential", "motor_vehicle": "no", "motor_vehicle:conditional": "yes @ (Sa)"], "fwb", "fwb"),
    ])
    func `the unconditional rule applies in place of a conditional rule, which is counted`(_ given: RuleCase) throws {
        try check(given)
        let town = try RuleTown.street(given.tags)
        #expect(town.issues.examples[.conditionalIgnored] == [ImportIssue(.conditionalIgnored, .way, 1)])
    }

    @Test func `a condition on a tag that import does not read is no issue`() throws {
        let town = try RuleTown.street(["highway": "residential", "parking:both:conditional": "no @ (Mo)"])
        #expect(town.issues.counts.isEmpty)
    }

    private func check(_ given: RuleCase) throws {
        let town = try RuleTown.street(given.tags)
        #expect(try town.through(isBackward: false) == given.along)
        #expect(try town.through(isBackward: true) == given.against)
        if let inside = given.inside { #expect(try town.inside() == inside) }
    }
}
