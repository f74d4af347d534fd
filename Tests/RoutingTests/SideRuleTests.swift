import OSMImport
import Routing
import Testing

/// Sidewalks and lanes along a road, by side and direction, tested with routes.
@Suite struct SideRuleTests {
    private static func road(_ tags: KeyValuePairs<String, String>, _ along: String, _ against: String) -> RuleCase {
        RuleCase("Key:cycleway", tags, along, against)
    }

    @Test(arguments: [
        RuleCase(
            "Key:sidewalk", ["highway": "tertiary", "sidewalk:left": "separate", "sidewalk:right": "yes"], "fwbc"),
        RuleCase(
            "Key:sidewalk", ["highway": "tertiary", "sidewalk:left": "yes", "sidewalk:right": "separate"], "fwbc"),
        RuleCase("Key:sidewalk", ["highway": "tertiary", "sidewalk:left": "separate", "sidewalk:right": "no"], "bc"),
        RuleCase("Key:sidewalk", ["highway": "tertiary", "sidewalk:left": "separate"], "bc"),
        RuleCase("Key:sidewalk", ["highway": "tertiary", "sidewalk:both": "separate"], "bc"),
        RuleCase("Key:sidewalk", ["highway": "tertiary", "sidewalk": "separate"], "bc"),
        RuleCase("Key:sidewalk", ["highway": "tertiary", "sidewalk": "separate", "sidewalk:right": "yes"], "fwbc"),
        RuleCase("Key:sidewalk", ["highway": "tertiary", "sidewalk:both": "separate", "sidewalk:left": "yes"], "fwbc"),
        RuleCase("Key:sidewalk", ["highway": "tertiary", "sidewalk": "right", "sidewalk:left": "separate"], "fwbc"),
        RuleCase("Key:sidewalk", ["highway": "tertiary", "sidewalk": "left", "sidewalk:left": "separate"], "bc"),
        RuleCase("Key:sidewalk", ["highway": "tertiary", "sidewalk": "yes", "sidewalk:left": "separate"], "fwbc"),
        RuleCase("Key:sidewalk", ["highway": "tertiary", "sidewalk": "none", "sidewalk:right": "separate"], "bc"),
        RuleCase("Key:sidewalk", ["highway": "tertiary", "sidewalk": "no"], "fwbc"),
        RuleCase("Key:foot", ["highway": "tertiary", "sidewalk:both": "separate", "foot": "yes"], "fwbc"),
        RuleCase("Key:foot", ["highway": "tertiary", "sidewalk": "separate", "foot:forward": "yes"], "fwbc", "bc"),
        RuleCase(
            "Tag:foot=use_sidepath", ["highway": "tertiary", "foot": "use_sidepath", "sidewalk:right": "yes"], "bc"),
        RuleCase("Tag:foot=use_sidepath", ["highway": "tertiary", "foot:backward": "use_sidepath"], "fwbc", "bc"),
        RuleCase("Key:oneway:foot", ["highway": "tertiary", "oneway:foot": "-1"], "bc", "fwbc"),
    ])
    func `walkers stay on a road that has a pavement of its own on either side`(_ given: RuleCase) throws {
        try check(given)
    }

    @Test(arguments: [
        road(["highway": "tertiary", "cycleway:right": "separate", "cycleway:left": "no"], "fwc", "fwbc"),
        road(["highway": "tertiary", "cycleway:right": "separate"], "fwc", "fwbc"),
        road(["highway": "tertiary", "cycleway:left": "separate"], "fwbc", "fwc"),
        road(["highway": "tertiary", "cycleway:both": "separate"], "fwc", "fwc"),
        road(["highway": "tertiary", "cycleway": "separate"], "fwc", "fwc"),
        road(["highway": "tertiary", "cycleway": "separate", "cycleway:left": "lane"], "fwc", "fwbc"),
        road(["highway": "tertiary", "cycleway:right": "separate", "cycleway:left": "lane"], "fwc", "fwbc"),
        road(
            [
                "highway": "tertiary", "cycleway:right": "separate", "cycleway:left": "track",
                "cycleway:left:oneway": "no",
            ], "fwbc", "fwbc"),
        road(["highway": "tertiary", "cycleway:right": "separate", "cycleway:right:oneway": "no"], "fwc", "fwc"),
        road(["highway": "tertiary", "cycleway:right": "separate", "cycleway:right:oneway": "-1"], "fwbc", "fwc"),
        road(["highway": "tertiary", "cycleway:right": "separate", "bicycle": "yes"], "fwbc", "fwbc"),
        road(["highway": "tertiary", "cycleway:both": "separate", "bicycle:forward": "yes"], "fwbc", "fwc"),
        road(["highway": "tertiary", "cycleway:both": "separate", "bicycle:backward": "yes"], "fwc", "fwbc"),
        road(["highway": "tertiary", "cycleway:both": "separate", "bicycle:backward": "no"], "fwc", "fwc"),
        road(["highway": "tertiary", "oneway": "yes", "cycleway:right": "separate"], "fwc", "fw"),
        road(["highway": "tertiary", "oneway": "yes", "cycleway:left": "separate"], "fwc", "fw"),
        road(
            ["highway": "tertiary", "oneway": "yes", "cycleway:left": "separate", "cycleway:right": "lane"], "fwbc",
            "fw"),
        road(
            ["highway": "tertiary", "oneway": "yes", "cycleway:left": "separate", "cycleway:left:oneway": "-1"],
            "fwbc", "fw"),
        // Where people drive on the left, the left side leads forward.
        road(["highway": "tertiary", "driving_side": "left", "cycleway:right": "separate"], "fwbc", "fwc"),
        road(["highway": "tertiary", "driving_side": "left", "cycleway:left": "separate"], "fwc", "fwbc"),
        road(["highway": "tertiary", "bicycle": "use_sidepath"], "fwc", "fwc"),
        road(["highway": "tertiary", "bicycle:forward": "use_sidepath"], "fwc", "fwbc"),
        road(["highway": "tertiary", "bicycle:forward": "no"], "fwc", "fwbc"),
        road(["highway": "pedestrian", "bicycle:forward": "yes"], "fwb", "fw"),
    ])
    func `cyclists keep off the road only where the track beside it leads`(_ given: RuleCase) throws {
        try check(given)
    }

    @Test(arguments: [
        road(["highway": "residential", "oneway": "yes", "bicycle:backward": "yes"], "fwbc", "fwb"),
        road(["highway": "residential", "oneway": "yes", "bicycle:backward": "designated"], "fwbc", "fwb"),
        road(["highway": "residential", "oneway": "yes", "bicycle:backward": "no"], "fwbc", "fw"),
        road(["highway": "residential", "oneway": "-1", "bicycle:forward": "yes"], "fwb", "fwbc"),
        road(["highway": "residential", "junction": "roundabout", "bicycle:backward": "yes"], "fwbc", "fwb"),
        road(
            ["highway": "residential", "oneway": "yes", "cycleway:left": "lane", "cycleway:left:oneway": "-1"],
            "fwbc", "fwb"),
        road(
            ["highway": "residential", "oneway": "yes", "cycleway:left": "track", "cycleway:left:oneway": "no"],
            "fwbc", "fwb"),
        road(
            ["highway": "residential", "oneway": "yes", "cycleway:right": "lane", "cycleway:right:oneway": "-1"],
            "fwbc", "fwb"),
        road(
            ["highway": "residential", "oneway": "yes", "cycleway:both": "lane", "cycleway:both:oneway": "no"],
            "fwbc", "fwb"),
        road(
            ["highway": "residential", "oneway": "yes", "cycleway": "track", "cycleway:oneway": "no"], "fwbc",
            "fwb"),
        road(
            ["highway": "residential", "oneway": "-1", "cycleway:left": "lane", "cycleway:left:oneway": "yes"],
            "fwb", "fwbc"),
        road(["highway": "residential", "oneway": "-1", "cycleway": "opposite"], "fwb", "fwbc"),
        road(["highway": "residential", "oneway": "yes", "cycleway:right": "opposite_lane"], "fwbc", "fwb"),
        road(["highway": "residential", "oneway": "-1", "oneway:bicycle": "no"], "fwb", "fwbc"),
        road(
            ["highway": "residential", "oneway": "yes", "oneway:bicycle": "no", "cycleway:both": "no"], "fwbc",
            "fwb"),
        // No contraflow: a lane on the left, a track that is there no more, or drawn elsewhere.
        road(["highway": "residential", "oneway": "yes", "cycleway:left": "lane"], "fwbc", "fw"),
        road(
            ["highway": "residential", "oneway": "yes", "cycleway:left": "lane", "cycleway:left:oneway": "yes"],
            "fwbc", "fw"),
        road(
            ["highway": "residential", "oneway": "yes", "cycleway:left": "no", "cycleway:left:oneway": "-1"],
            "fwbc", "fw"),
        road(
            [
                "highway": "residential", "oneway": "yes", "oneway:bicycle": "yes", "cycleway:left": "lane",
                "cycleway:left:oneway": "-1",
            ], "fwbc", "fw"),
        road(["highway": "residential", "vehicle:backward": "no"], "fwbc", "fw"),
        road(["highway": "residential", "vehicle:backward": "no", "bicycle": "yes"], "fwbc", "fwb"),
        road(["highway": "residential", "oneway": "yes", "motor_vehicle:backward": "yes"], "fwbc", "fwc"),
        road(["highway": "residential", "oneway": "yes", "vehicle:backward": "yes"], "fwbc", "fw"),
    ])
    func `a tag that opens a direction to cyclists counts more than a one-way rule for all`(_ given: RuleCase) throws {
        try check(given)
    }

    /// A ring north of the road is driven clockwise, or counter-clockwise.
    @Test func `where the extract drives on the left, the sides of its roads change places`() throws {
        let tags: KeyValuePairs = ["highway": "tertiary", "cycleway:left": "separate"]
        let ring =
            RuleTown.node(11, 500, 480) + RuleTown.node(12, 520, 500) + RuleTown.node(13, 500, 520)
            + RuleTown.node(14, 480, 500)
        for (order, along, against) in [([11, 14, 13, 12, 11], "fwc", "fwbc"), ([11, 12, 13, 14, 11], "fwbc", "fwc")] {
            let town = try RuleTown(
                RuleTown.node(1, 0, 0) + RuleTown.node(2, 100, 0) + RuleTown.node(3, 200, 0)
                    + RuleTown.node(4, 0, 200) + RuleTown.node(5, 200, 200) + ring + RuleTown.way(1, [1, 2, 3], tags)
                    + RuleTown.way(2, [1, 4, 5, 3], ["highway": "residential"])
                    + RuleTown.way(3, order, ["highway": "tertiary", "junction": "roundabout"]))
            #expect(try town.through(isBackward: false) == along)
            #expect(try town.through(isBackward: true) == against)
        }
    }

    private func check(_ given: RuleCase) throws {
        let town = try RuleTown.street(given.tags)
        #expect(try town.through(isBackward: false) == given.along)
        #expect(try town.through(isBackward: true) == given.against)
    }
}
