import Foundation
import GeoCore
import OSMImport
import TestSupport
import Testing

@Suite struct RegionFileTests {
    private static let ring = "[[1,1],[2,1],[2,2],[1,1]]"
    private static let polygon = "{\"type\":\"Polygon\",\"coordinates\":[\(ring)]}"
    private static let feature = "{\"type\":\"Feature\",\"properties\":{\"name\":\"x\"},\"geometry\":\(polygon)}"

    private static func read(_ text: String) throws(ReadError) -> Region {
        try RegionFile.read(Data(text.utf8), name: "area.geojson")
    }

    @Test(arguments: [
        polygon, feature, "{\"type\":\"FeatureCollection\",\"features\":[\(feature)]}",
        "{\"coordinates\":[[\(ring)]],\"type\":\"MultiPolygon\",\"bbox\":[1,1,2,2]}",
        polygon.replacingOccurrences(of: "[2,1]", with: "[2,1,17.5]"),
    ])
    func `an outline may be alone or in a feature`(text: String) throws {
        let region = try Self.read(text)
        #expect(region.box == IntBox(minX: 10_000_000, minY: 10_000_000, maxX: 20_000_000, maxY: 20_000_000))
        #expect(region.contains(PointE7(latitudeE7: 15_000_000, longitudeE7: 15_000_000)))
        #expect(!region.contains(PointE7(latitudeE7: 15_000_001, longitudeE7: 15_000_000)))
    }

    /// A Polygon with these rings.
    private static func polygon(_ rings: String) -> String { "{\"type\":\"Polygon\",\"coordinates\":[\(rings)]}" }

    private static func feature(_ geometry: String) -> String { "{\"type\":\"Feature\",\"geometry\":\(geometry)}" }

    private static func collection(_ features: String) -> String {
        "{\"type\":\"FeatureCollection\",\"features\":[\(features)]}"
    }

    @Test(arguments: [
        ("", "it is not JSON (Unexpected end"),
        ("{\"type\":[1,,2]}", "it is not JSON (Invalid value around character 11"),
        ("[1]", "it is not an object"), ("{}", "no 'type'"),
        ("{\"type\":7}", "at type: it is not a text"), ("{\"type\":\"Polygon\"}", "no 'coordinates'"),
        ("{\"type\":\"LineString\",\"coordinates\":[]}", "at type: 'LineString' is no Polygon"),
        (polygon(""), "at coordinates: there is no ring"),
        ("{\"type\":\"Polygon\",\"coordinates\":7}", "at coordinates: it is not a list"),
        (polygon("\(ring),[[1,1],[2,1],[1,1]]"), "at coordinates[1]: the ring has fewer than four"),
        (polygon("[[1,1],[2,1],[2,2],[1,2]]"), "at coordinates[0]: the ring is not closed"),
        (polygon("[[1,1],[2,1],[3,1],[1,1]]"), "at coordinates[0]: the ring surrounds no area"),
        (polygon("[[0,80],[120,80],[-120,80],[0,80]]"), "at coordinates[0]: the ring leads around a pole"),
        (polygon("[[1,1],[2],[2,2],[1,1]]"), "at coordinates[0][1]: it is not a longitude and a latitude"),
        (polygon("[[1,1],[2,91],[2,2],[1,1]]"), "at coordinates[0][1]: it is not a longitude and a latitude"),
        (polygon("[[1,1],[361,9],[2,2],[1,1]]"), "at coordinates[0][1]: it is not a longitude and a latitude"),
        (
            "{\"type\":\"MultiPolygon\",\"coordinates\":[[\(ring)],[[[1,1],[2,null]]]]}",
            "at coordinates[1][0][1][1]: it is not a number"
        ),
        (feature("null"), "at geometry: "),
        (feature(feature(polygon)), "at geometry.type: 'Feature' is no Polygon"),
        (collection(feature + "," + feature), "at features: there are 2 features"),
        (collection(feature(polygon("[[1,1]]"))), "at features[0].geometry.coordinates[0]: the ring has fewer"),
    ])
    func `what is no outline is named by its place`(text: String, problem: String) {
        let error = #expect(throws: ReadError.self) { try Self.read(text) }
        #expect(error?.description.hasPrefix("area.geojson: ") == true)
        #expect(error?.description.contains(problem) == true, "\(error.map(\.description) ?? "")")
    }

    @Test func `a file that is not there says so`() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: ReadError.self) { try RegionFile.read(path: folder.file("none.geojson")) }
        #expect(error?.description.contains("No such file") == true)
        try folder.write("area.geojson", Self.feature.utf8)
        #expect(try RegionFile.read(path: folder.file("area.geojson")).box.maxX == 20_000_000)
    }
}
