import Foundation
import HereaboutsAPI
import Server
import TestSupport
import Testing

@Suite struct StyleSheetsTests {
    private static let palettes = """
        {"streets": {"land": "#eee", "name": "Streets"}, "light": {"land": "#fff", "name": "Light"},
         "dark": {"land": "#111", "name": "Dark"}}
        """
    private static let layers = #"""
        {"version": 8, "name": "@name", "sources": {"place": {"url": "{origin}/tiles.json"}},
         "layers": [{"id": "a \"@land\" quote\\", "paint": {"background-color": "@land"}}]}
        """#

    private func sheets(layers: String = layers, palettes: String = palettes) throws -> StyleSheets {
        let folder = try TemporaryFolder()
        try folder.write("styles/layers.json", layers.utf8)
        try folder.write("styles/palettes.json", palettes.utf8)
        return try StyleSheets(webFolder: folder.path)
    }

    @Test func `each style has its palette's colours and the server's address`() throws {
        let sheets = try sheets()
        for (style, colour) in [(StyleName.streets, "#eee"), (.light, "#fff"), (.dark, "#111")] {
            let json = try #require(sheets.json(style, origin: "https://map.example.org"))
            let document = try #require(JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
            let source = (document["sources"] as? [String: [String: String]])?["place"]
            #expect(source == ["url": "https://map.example.org/tiles.json"])
            let layer = try #require((document["layers"] as? [[String: Any]])?.first)
            #expect(layer["id"] as? String == "a \"@land\" quote\\")
            #expect(layer["paint"] as? [String: String] == ["background-color": colour])
        }
    }

    @Test func `pictures lie under the labels of the dark style, and only where there are some`() throws {
        let folder = try TemporaryFolder()
        try folder.write("styles/palettes.json", Self.palettes.utf8)
        try folder.write(
            "styles/layers.json",
            #"""
            {"version": 8, "name": "@name", "sources": {"place": {"type": "vector"}}, "layers": [
             {"id": "under", "type": "background", "paint": {"background-color": "@land"}},
             {"id": "roads", "type": "line", "paint": {"line-color": "@land"}},
             {"id": "names", "type": "symbol", "paint": {"text-color": "@land"}}]}
            """#.utf8)
        let sheets = try StyleSheets(webFolder: folder.path, picturesCredit: #"@ "Air" \ <b>"#)
        let json = try #require(sheets.json(.satellite, origin: "https://map.example.org"))
        let style = try #require(JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
        let source = (style["sources"] as? [String: [String: Any]])?["satellite"]
        #expect(source?["url"] as? String == "https://map.example.org/tiles/satellite.json")
        #expect(source?["tileSize"] as? Int == 256)
        #expect(source?["attribution"] as? String == #" @ "Air" \ <b>"#)
        let layers = try #require(style["layers"] as? [[String: Any]])
        #expect(layers.map { $0["id"] as? String } == ["under", "satellite", "names"])
        #expect(layers[2]["paint"] as? [String: String] == ["text-color": "#111"])
        #expect(try self.sheets().json(.satellite, origin: "") == nil)
    }

    @Test func `a colour that a palette lacks is named`() {
        let fault = #expect(throws: StyleFault.self) {
            try sheets(palettes: Self.palettes.replacing(##""land": "#111", "##, with: ""))
        }
        #expect(fault?.description == "palette 'dark' has no colour 'land', which styles/layers.json uses")
    }

    @Test func `a palette that is missing is named`() {
        let fault = #expect(throws: StyleFault.self) { try sheets(palettes: "{}") }
        #expect(fault?.description.contains("no palette 'streets'") == true)
    }

    @Test(arguments: ["{\"name\": \"@na", "{\"name\": \"@name\\"])
    func `layers that end inside a text are refused`(layers: String) {
        #expect(throws: StyleFault.self) { try sheets(layers: layers) }
    }

    @Test func `a colour cannot break out of its text`() {
        #expect(throws: StyleFault.self) {
            try sheets(palettes: Self.palettes.replacing("#111", with: #"\", \"x\": \""#))
        }
    }
}
