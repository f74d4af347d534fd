import OSMImport
import Routing
import Testing

/// Access and ability: `wheelchair` and the grades of trails concern ability alone.
@Suite struct WheelchairRuleTests {
    @Test(arguments: [
        RuleCase("Tag:highway=elevator", ["highway": "elevator", "wheelchair": "yes"], "fwbc"),
        RuleCase("Tag:highway=elevator", ["highway": "elevator", "wheelchair": "yes", "access": "no"], ""),
        RuleCase("Tag:highway=elevator", ["highway": "elevator", "wheelchair": "no"], "fbc"),
        RuleCase("Key:locked", ["highway": "elevator", "wheelchair": "yes", "locked": "yes"], ""),
        RuleCase("Key:operational_status", ["highway": "elevator", "operational_status": "out_of_order"], "c"),
        RuleCase(
            "Key:operational_status", ["highway": "elevator", "operational_status": "broken", "wheelchair": "yes"], "c"),
        RuleCase("Key:operational_status", ["highway": "elevator", "operational_status": "operational"], "fwbc"),
        RuleCase("Key:width", ["highway": "elevator", "width": "0.6"], "fb"),
        RuleCase("Key:width", ["highway": "elevator", "width": "1.1"], "fwb"),
        RuleCase("Key:width", ["highway": "elevator", "width": "0.8", "wheelchair": "yes"], "fwb"),
        RuleCase("Key:width", ["barrier": "gate", "width": "80 cm"], "fb"),
        RuleCase("Key:width", ["barrier": "bollard", "width": "0.3"], "fwb"),
        RuleCase("Key:maxwidth:physical", ["barrier": "bollard", "maxwidth:physical": "0.7"], "fb"),
        RuleCase("Key:maxwidth:physical", ["barrier": "bollard", "maxwidth:physical": "1.2"], "fwb"),
        RuleCase("Key:maxwidth", ["barrier": "block", "maxwidth": "0.7"], "fb"),
        RuleCase("Key:access", ["barrier": "gate", "wheelchair": "yes", "access": "no"], ""),
        RuleCase("Key:access", ["barrier": "gate", "wheelchair": "yes", "access": "private"], ""),
        RuleCase("Key:access", ["barrier": "gate", "wheelchair": "designated", "access": "private"], ""),
        RuleCase("Key:access", ["barrier": "gate", "wheelchair": "limited", "access": "no"], ""),
        RuleCase("Key:foot", ["barrier": "gate", "wheelchair": "yes", "foot": "private"], "b"),
        RuleCase("Key:foot", ["barrier": "gate", "wheelchair": "yes", "foot": "no"], "b"),
        RuleCase("Key:foot", ["barrier": "gate", "wheelchair": "yes", "access": "no", "foot": "yes"], "fw"),
        RuleCase("Key:foot", ["barrier": "gate", "wheelchair": "no", "access": "no", "foot": "yes"], "f"),
        RuleCase(
            "Tag:access=customers", ["barrier": "gate", "wheelchair": "yes", "access": "private", "foot": "customers"],
            "fw"),
        RuleCase("Key:locked", ["barrier": "gate", "wheelchair": "yes", "locked": "yes"], ""),
        RuleCase("Key:locked", ["barrier": "gate", "wheelchair": "yes", "locked": "yes", "foot": "yes"], "fw"),
        RuleCase("Key:locked", ["barrier": "gate", "wheelchair": "yes", "locked": "no"], "fwb"),
        RuleCase("Key:locked", ["door": "hinged", "wheelchair": "yes", "locked": "yes"], ""),
        RuleCase("Key:locked", ["entrance": "yes", "wheelchair": "yes", "locked": "yes"], ""),
        RuleCase("Key:entrance", ["entrance": "main", "wheelchair": "yes", "access": "no"], ""),
        RuleCase("Key:entrance", ["entrance": "main", "door": "yes", "wheelchair": "no"], "fbc"),
        RuleCase("Tag:barrier=wall", ["barrier": "wall", "wheelchair": "yes"], ""),
        RuleCase("Tag:barrier=stile", ["barrier": "stile", "wheelchair": "yes"], "fw"),
        RuleCase("Tag:barrier=stile", ["barrier": "stile", "foot": "yes"], "f"),
        RuleCase("Tag:barrier=turnstile", ["barrier": "turnstile", "wheelchair": "limited"], "fw"),
        RuleCase("Tag:barrier=kissing_gate", ["barrier": "kissing_gate", "wheelchair": "limited"], "fwb"),
        RuleCase("Tag:barrier=kissing_gate", ["barrier": "kissing_gate", "access": "yes"], "fbc"),
        RuleCase("Tag:barrier=kerb", ["barrier": "kerb", "kerb": "raised", "wheelchair": "yes"], "fwb"),
        RuleCase("Tag:ford=yes", ["ford": "yes"], "fbc"),
        RuleCase("Tag:ford=yes", ["ford": "yes", "wheelchair": "yes"], "fwbc"),
        RuleCase("Tag:ford=stepping_stones", ["ford": "stepping_stones"], "fbc"),
        RuleCase("Tag:ford=no", ["ford": "no"], "fwbc"),
        RuleCase("Tag:highway=ladder", ["highway": "ladder", "foot": "yes"], "c"),
        RuleCase("Tag:highway=via_ferrata", ["highway": "via_ferrata", "foot": "yes"], "c"),
    ])
    func `a wheelchair tag does not open ways that are closed to walkers`(_ given: RuleCase) throws {
        let town = try RuleTown.street(["highway": "residential"], middle: given.tags)
        #expect(try town.through(isBackward: false) == given.along)
        #expect(try town.through(isBackward: true) == given.against)
    }

    @Test(arguments: [
        RuleCase("Key:wheelchair", ["highway": "footway", "wheelchair": "yes", "access": "private"], ""),
        RuleCase("Key:wheelchair", ["highway": "footway", "wheelchair": "yes", "access": "no", "foot": "yes"], "fw"),
        RuleCase("Key:wheelchair", ["highway": "footway", "wheelchair": "yes", "foot": "private"], ""),
        RuleCase("Key:wheelchair", ["highway": "footway", "wheelchair": "designated", "access": "no"], ""),
        RuleCase("Key:wheelchair", ["highway": "steps", "wheelchair": "yes", "access": "no"], ""),
        RuleCase("Key:ramp:wheelchair", ["highway": "steps", "ramp:wheelchair": "yes", "foot": "no"], ""),
        RuleCase("Tag:highway=elevator", ["highway": "elevator", "wheelchair": "yes"], "fw"),
        RuleCase("Tag:highway=elevator", ["highway": "elevator", "wheelchair": "yes", "access": "private"], ""),
        RuleCase("Key:locked", ["highway": "elevator", "wheelchair": "yes", "locked": "yes"], ""),
        RuleCase("Key:locked", ["highway": "elevator", "locked": "yes", "access": "yes"], "fw"),
        RuleCase(
            "Key:operational_status", ["highway": "elevator", "operational_status": "out_of_order", "access": "yes"], ""
        ),
    ])
    func `a way is closed to wheelchairs where it is closed to walkers`(_ given: RuleCase) throws { try check(given) }

    @Test(arguments: [
        RuleCase("Tag:sac_scale=strolling", ["highway": "path", "sac_scale": "strolling"], "fwb"),
        RuleCase("Tag:sac_scale=hiking", ["highway": "path", "sac_scale": "hiking"], "fwb"),
        RuleCase("Tag:sac_scale=hiking", ["highway": "path", "sac_scale": "hiking", "surface": "sand"], "f"),
        RuleCase("Tag:sac_scale=mountain_hiking", ["highway": "path", "sac_scale": "mountain_hiking"], "fb"),
        RuleCase("Key:sac_scale", ["highway": "path", "sac_scale": "hiking;mountain_hiking"], "fb"),
        RuleCase(
            "Key:sac_scale", ["highway": "path", "sac_scale": "mountain_hiking", "wheelchair": "yes"], "fwb"),
        RuleCase(
            "Key:sac_scale", ["highway": "path", "sac_scale": "mountain_hiking", "wheelchair": "limited"], "fb"),
        RuleCase(
            "Tag:sac_scale=demanding_mountain_hiking",
            ["highway": "path", "sac_scale": "demanding_mountain_hiking", "foot": "designated"], "fb"),
        RuleCase("Key:mtb:scale", ["highway": "path", "mtb:scale": "0"], "fwb"),
        RuleCase("Key:mtb:scale", ["highway": "path", "mtb:scale": "0+"], "fwb"),
        RuleCase("Key:mtb:scale", ["highway": "path", "mtb:scale": "0-1"], "fb"),
        RuleCase("Key:mtb:scale", ["highway": "track", "mtb:scale": "1"], "fb"),
        RuleCase("Key:mtb:scale", ["highway": "path", "mtb:scale": "3"], "fb"),
        RuleCase("Key:mtb:scale:uphill", ["highway": "path", "mtb:scale:uphill": "0"], "fwb"),
        RuleCase("Key:mtb:scale:uphill", ["highway": "path", "mtb:scale:uphill": "3"], "fb"),
        RuleCase("Key:est_width", ["highway": "path", "est_width": "0.5"], "fb"),
        RuleCase("Key:est_width", ["highway": "path", "est_width": "0.5", "width": "1.5"], "fwb"),
        RuleCase("Key:maxwidth:physical", ["highway": "path", "maxwidth:physical": "0.7"], "fb"),
        RuleCase("Key:mtb:scale:imba", ["highway": "path", "mtb:scale:imba": "0"], "fwb"),
        RuleCase("Key:mtb:scale:imba", ["highway": "path", "mtb:scale:imba": "2"], "fb"),
        RuleCase("Key:trail_visibility", ["highway": "path", "trail_visibility": "good"], "fwb"),
        RuleCase("Key:trail_visibility", ["highway": "path", "trail_visibility": "bad"], "fb"),
        RuleCase("Key:assisted_trail", ["highway": "path", "assisted_trail": "yes"], "fb"),
        RuleCase("Key:assisted_trail", ["highway": "path", "assisted_trail": "no"], "fwb"),
        RuleCase("Key:safety_rope", ["highway": "path", "safety_rope": "yes"], "fb"),
        RuleCase("Key:rungs", ["highway": "path", "rungs": "8"], "fb"),
        RuleCase("Key:ladder", ["highway": "path", "ladder": "yes"], "fb"),
        RuleCase("Tag:ford=stepping_stones", ["highway": "path", "ford": "stepping_stones"], "fb"),
        RuleCase("Tag:ford=yes", ["highway": "residential", "ford": "yes"], "fbc"),
        RuleCase("Tag:ford=no", ["highway": "path", "ford": "no"], "fwb"),
        RuleCase("Tag:surface=stepping_stones", ["highway": "path", "surface": "stepping_stones"], "fb"),
    ])
    func `a trail is closed to wheelchairs unless it is tagged for them`(_ given: RuleCase) throws { try check(given) }

    @Test(arguments: [
        RuleCase("Tag:sac_scale=alpine_hiking", ["highway": "path", "sac_scale": "alpine_hiking"], ""),
        RuleCase(
            "Tag:sac_scale=difficult_alpine_hiking",
            ["highway": "path", "sac_scale": "difficult_alpine_hiking", "foot": "yes", "bicycle": "yes"], ""),
        // Wide enough for a tractor: a slip.
        RuleCase("Key:sac_scale", ["highway": "track", "sac_scale": "demanding_alpine_hiking"], "fb"),
        RuleCase("Key:via_ferrata_scale", ["highway": "path", "via_ferrata_scale": "0"], "fb"),
        RuleCase("Key:via_ferrata_scale", ["highway": "path", "via_ferrata_scale": "2", "foot": "yes"], ""),
        RuleCase("Tag:highway=via_ferrata", ["highway": "via_ferrata", "foot": "yes", "access": "yes"], ""),
        RuleCase("Tag:highway=ladder", ["highway": "ladder"], ""),
        RuleCase(
            "Tag:highway=ladder", ["highway": "ladder", "foot": "yes", "bicycle": "yes", "wheelchair": "yes"], ""),
    ])
    func `no route leads over climbing paths`(_ given: RuleCase) throws { try check(given) }

    private func check(_ given: RuleCase) throws {
        let town = try RuleTown.street(given.tags)
        #expect(try town.through(isBackward: false) == given.along)
        #expect(try town.through(isBackward: true) == given.against)
        if let inside = given.inside { #expect(try town.inside() == inside) }
    }
}
