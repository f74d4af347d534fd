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
            let json = sheets.json(style, origin: "https://map.example.org")
            let document = try #require(JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
            let source = (document["sources"] as? [String: [String: String]])?["place"]
            #expect(source == ["url": "https://map.example.org/tiles.json"])
            let layer = try #require((document["layers"] as? [[String: Any]])?.first)
            #expect(layer["id"] as? String == "a \"@land\" quote\\")
            #expect(layer["paint"] as? [String: String] == ["background-color": colour])
        }
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
