import TestSupport

/// XML files that must be refused, each for one reason.
enum XMLRefusals {
    typealias Refusal = DamagedInputTests.Refusal

    static var all: [Refusal] {
        [
            refusal("an object without id", "<osm><node lat='1' lon='2'/></osm>", ["line 1", "'id'"]),
            refusal("a node without place", "<osm>\n\n<node id='17'/></osm>", ["line 3", "node 17", "'lat'"]),
            refusal("a place in words", "<osm><node id='17' lat='north' lon='2'/></osm>", ["node 17", "lat='north'"]),
            refusal("an id that is none", "<osm><way id='1e3'/></osm>", ["id='1e3'"]),
            refusal("a reference to nothing", "<osm><way id='5'><nd/></way></osm>", ["way 5", "'ref'"]),
            refusal("a tag without value", "<osm><way id='5'><tag k='a'/></way></osm>", ["way 5", "'k or v'"]),
            refusal(
                "a member of no kind", "<osm><relation id='6'><member type='area' ref='1' role=''/></relation></osm>",
                ["relation 6", "type='area'"]),
            refusal("a history", "<osm><node id='1' visible='false'/></osm>", ["history", "osmium time-filter"]),
            refusal("a change file", "<osmChange version='0.6'/>", ["'osmChange'", "hereabouts update"]),
            refusal("a web page", "<html><body>Rate limited</body></html>", ["'html'"]),
            refusal(
                "growing entities", "<!DOCTYPE osm [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;'>]><osm>&b;</osm>",
                ["document type"]),
            refusal("an end too early", "<osm><node id='1' lat='1' lon='2'>", ["not well-formed", "line 1"]),
            refusal("deep nesting", "<osm>" + String(repeating: "<a>", count: 40), ["nested more deeply"]),
            refusal(
                "an endless text", "<osm><!--" + String(repeating: " ", count: 10 << 20), ["longer than 8388608 bytes"]),
            Refusal(testDescription: "a bomb", bytes: BZip2Sample.bomb, words: ["unpacks to more than 67108864 bytes"]),
            Refusal(
                testDescription: "a PBF file in gzip", bytes: StoredPacking.gzip(HandMade.corner.pbf()),
                words: ["not OSM XML", "unpack it first"]),
            Refusal(
                testDescription: "something behind the gzip stream",
                bytes: StoredPacking.gzip([UInt8](HandMade.corner.xml().utf8)) + [1, 2, 3], words: ["damaged"]),
        ]
    }

    private static func refusal(_ name: String, _ xml: String, _ words: [String]) -> Refusal {
        Refusal(testDescription: name, bytes: [UInt8](xml.utf8), words: words)
    }
}
