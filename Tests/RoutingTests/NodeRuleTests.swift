import Atlas
import OSMImport
import Routing
import Testing

/// The effect of nodes' tags on traffic that passes, tested with routes.
@Suite struct NodeRuleTests {
    @Test(arguments: [
        RuleCase("Tag:barrier=bollard", ["barrier": "bollard"], "fwb"),
        RuleCase("Tag:barrier=bollard", ["barrier": "bollard", "bollard": "rising"], "fwbc"),
        RuleCase("Tag:barrier=bollard", ["barrier": "bollard", "motor_vehicle": "yes"], "fwbc"),
        RuleCase("Tag:barrier=block", ["barrier": "block"], "fwb"),
        RuleCase("Tag:barrier=jersey_barrier", ["barrier": "jersey_barrier"], "fb"),
        RuleCase("Tag:barrier=chain", ["barrier": "chain"], "fb"),
        RuleCase("Tag:barrier=cycle_barrier", ["barrier": "cycle_barrier"], "fb"),
        RuleCase("Tag:barrier=kissing_gate", ["barrier": "kissing_gate"], "fb"),
        RuleCase("Tag:barrier=kissing_gate", ["barrier": "kissing_gate", "wheelchair": "yes"], "fwb"),
        RuleCase("Tag:barrier=stile", ["barrier": "stile"], "f"),
        RuleCase("Tag:barrier=turnstile", ["barrier": "turnstile"], "f"),
        RuleCase("Tag:barrier=entrance", ["barrier": "entrance"], "fwbc"),
        RuleCase("Tag:barrier=cattle_grid", ["barrier": "cattle_grid"], "fbc"),
        RuleCase("Tag:barrier=border_control", ["barrier": "border_control"], "fwbc"),
        RuleCase("Tag:barrier=toll_booth", ["barrier": "toll_booth"], "fwbc"),
        RuleCase("Tag:barrier=sally_port", ["barrier": "sally_port"], "fwbc"),
        RuleCase("Tag:barrier=wall", ["barrier": "wall"], ""),
        RuleCase("Tag:barrier=yes", ["barrier": "yes"], ""),
        RuleCase("Tag:barrier=fence", ["barrier": "fence"], ""),
        RuleCase("Key:sensory", ["barrier": "fence", "sensory": "audible"], "fwbc"),
        RuleCase("Tag:barrier=height_restrictor", ["barrier": "height_restrictor", "maxheight": "2.2"], "fwbc"),
        RuleCase("Tag:barrier=height_restrictor", ["barrier": "height_restrictor", "maxheight": "1.8"], "fwb"),
        RuleCase("Tag:barrier=gate", ["barrier": "gate", "access": "no"], ""),
        RuleCase("Tag:barrier=gate", ["barrier": "gate", "access": "no", "foot": "yes", "bicycle": "yes"], "fwb"),
        RuleCase("Tag:barrier=gate", ["barrier": "gate", "access": "yes"], "fwbc"),
        RuleCase("Tag:barrier=gate", ["barrier": "gate", "foot": "private", "motor_vehicle": "yes"], "bc"),
        RuleCase("Key:locked", ["barrier": "gate", "locked": "yes"], ""),
        RuleCase("Key:locked", ["barrier": "gate", "locked": "yes", "foot": "yes"], "fw"),
        RuleCase("Tag:barrier=kerb", ["barrier": "kerb", "kerb": "raised"], "fb"),
        RuleCase("Tag:barrier=kerb", ["barrier": "kerb", "kerb": "lowered"], "fwbc"),
        RuleCase("Tag:barrier=kerb", ["barrier": "kerb", "kerb": "flush"], "fwbc"),
        RuleCase("Tag:barrier=kerb", ["barrier": "kerb", "kerb": "rolled"], "fwb"),
        RuleCase("Tag:barrier=kerb", ["barrier": "kerb", "kerb": "yes", "kerb:height": "0.15"], "fb"),
        RuleCase("Tag:barrier=kerb", ["barrier": "kerb", "kerb": "yes", "kerb:height": "2 cm"], "fwb"),
        RuleCase("Key:kerb", ["highway": "crossing", "kerb": "raised"], "fbc"),
        RuleCase("Key:kerb", ["highway": "crossing", "kerb": "no"], "fwbc"),
        RuleCase("Tag:highway=crossing", ["highway": "crossing", "bicycle": "no"], "fwbc"),
        RuleCase("Tag:highway=mini_roundabout", ["highway": "mini_roundabout", "direction": "clockwise"], "fwbc"),
        RuleCase("Key:wheelchair", ["highway": "crossing", "wheelchair": "no"], "fbc"),
    ])
    func `a barrier stops the profiles that cannot pass it`(_ given: RuleCase) throws {
        let town = try RuleTown.street(["highway": "residential"], middle: given.tags)
        #expect(try town.through(isBackward: false) == given.along)
        #expect(try town.through(isBackward: true) == given.against)
    }

    @Test(arguments: [
        RuleCase("Tag:barrier=gate", ["barrier": "gate"], "fwb"),
        RuleCase("Tag:barrier=lift_gate", ["barrier": "lift_gate"], "fwb"),
        RuleCase("Tag:barrier=swing_gate", ["barrier": "swing_gate"], "fwb"),
        RuleCase("Tag:barrier=sliding_gate", ["barrier": "sliding_gate"], "fwb"),
    ])
    func `cars go round a gate that has to be opened, and through it when there is no other way`(_ given: RuleCase)
        throws
    {
        try checkGate(given, seconds: 60)
    }

    @Test(arguments: [
        RuleCase("Tag:barrier=gate", ["barrier": "gate", "motor_vehicle": "private"], "fwb"),
        RuleCase("Tag:access=private", ["barrier": "gate", "access": "private"], ""),
        RuleCase("Tag:access=permit", ["barrier": "lift_gate", "motor_vehicle": "permit"], "fwb"),
        RuleCase("Tag:access=customers", ["barrier": "sliding_gate", "vehicle": "customers"], "fwb"),
        RuleCase("Tag:access=delivery", ["barrier": "swing_gate", "motor_vehicle": "delivery"], "fwb"),
        RuleCase("Tag:access=private", ["barrier": "bollard", "motor_vehicle": "private"], "fwb"),
    ])
    func `a gate that opens for some costs drivers as much as 300 m of a private road`(_ given: RuleCase) throws {
        try checkGate(given, seconds: 300 * 3.6 / 5)
    }

    private func checkGate(_ given: RuleCase, seconds: Double) throws {
        let tags = given.tags
        let town = try RuleTown.street(["highway": "residential"], middle: tags)
        #expect(try town.through(isBackward: false) == given.along)
        let single = try RuleTown(
            RuleTown.node(1, 0, 0) + RuleTown.node(2, 100, 0, tags) + RuleTown.node(3, 200, 0)
                + RuleTown.way(1, [1, 2, 3], ["highway": "residential"]))
        let open = try RuleTown(
            RuleTown.node(1, 0, 0) + RuleTown.node(2, 100, 0) + RuleTown.node(3, 200, 0)
                + RuleTown.way(1, [1, 2, 3], ["highway": "residential"]))
        let late = try single.route((0, 0), (200, 0), .car).durationInSeconds
        #expect((late - (try open.route((0, 0), (200, 0), .car).durationInSeconds) - seconds).magnitude < 0.01)
        // A place behind the gate is still reached, and the map does not end there.
        #expect(!NodeFlags.isMapEdge(single.engine.network.nodeFlags[1]))
    }

    @Test(arguments: ["private", "customers", "yes"])
    func `cars drive far round a private gate`(_ access: String) throws {
        let town = try RuleTown(
            RuleTown.node(1, 0, 0) + RuleTown.node(2, 300, 0, ["barrier": "gate", "access": "\(access)"])
                + RuleTown.node(3, 600, 0) + RuleTown.node(4, 0, 500) + RuleTown.node(5, 600, 500)
                + RuleTown.way(1, [1, 2, 3], ["highway": "residential"])
                + RuleTown.way(2, [1, 4, 5, 3], ["highway": "residential"]))
        #expect(try town.ways(of: town.route((0, 0), (600, 0), .car)) == [access == "yes" ? 1 : 2])
        #expect(try town.ways(of: town.route((0, 0), (310, 0), .car)) == [1])
    }

    /// The delay at a sign in the middle, along and against the direction of the way.
    struct SignCase: Sendable, CustomTestStringConvertible {
        let page: String
        let tags: KeyValuePairs<String, String>
        let profile: Profile
        let along: Double
        let against: Double
        var testDescription: String { "\(page): \(tags) \(profile.name)" }
    }

    @Test(arguments: [
        SignCase(
            page: "Tag:highway=traffic_signals", tags: ["highway": "traffic_signals"], profile: .car, along: 2,
            against: 2),
        SignCase(
            page: "Key:traffic_signals:direction",
            tags: ["highway": "traffic_signals", "traffic_signals:direction": "forward"], profile: .car, along: 2,
            against: 0),
        SignCase(
            page: "Key:direction", tags: ["highway": "traffic_signals", "direction": "backward"], profile: .bicycle,
            along: 0, against: 2),
        SignCase(
            page: "Key:direction", tags: ["highway": "traffic_signals", "direction": "backward"], profile: .foot,
            along: 2,
            against: 2),
        SignCase(page: "Tag:highway=stop", tags: ["highway": "stop"], profile: .car, along: 2, against: 2),
        SignCase(
            page: "Tag:highway=stop", tags: ["highway": "stop", "direction": "forward"], profile: .car, along: 2,
            against: 0),
        SignCase(
            page: "Tag:highway=stop", tags: ["highway": "stop", "direction": "forward"], profile: .foot, along: 0,
            against: 0),
        SignCase(page: "Tag:highway=stop", tags: ["highway": "stop"], profile: .bicycle, along: 0, against: 0),
    ])
    func `signals and stop signs delay the traffic that faces them`(_ given: SignCase) throws {
        let signed = try RuleTown.street(["highway": "residential"], middle: given.tags)
        let plain = try RuleTown.street(["highway": "residential"])
        func lost(_ from: Double, _ to: Double) throws -> Double {
            try signed.route((from, 0), (to, 0), given.profile).durationInSeconds
                - plain.route((from, 0), (to, 0), given.profile).durationInSeconds
        }
        #expect(try (lost(10, 190) - given.along).magnitude < 0.01)
        #expect(try (lost(190, 10) - given.against).magnitude < 0.01)
    }

    @Test func `a conditional rule of a barrier is counted, and the barrier taken as it stands`() throws {
        let town = try RuleTown.street(
            ["highway": "residential"],
            middle: ["barrier": "bollard", "motor_vehicle:conditional": "yes @ (07:00-10:00)"])
        #expect(try town.through(isBackward: false) == "fwb")
        #expect(town.issues.examples[.conditionalIgnored] == [ImportIssue(.conditionalIgnored, .node, 2)])
    }
}
