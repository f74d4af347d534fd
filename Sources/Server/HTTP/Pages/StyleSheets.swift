import Foundation
package import HereaboutsAPI

/// Composes the map styles: one list of layers, coloured by one palette each.
///
/// `styles/layers.json` of the page is a MapLibre style in which a text `@name` stands for a colour and `{origin}` for
/// the server's address. `styles/palettes.json` gives each style's colours by name, and the address of its icons. The
/// style *satellite* has pictures in place of the drawn map, and the labels of the others.
package struct StyleSheets: Sendable {
    private let pieces: [StyleName: [String]]

    /// Composes the styles of the page in `webFolder`. Throws `StyleFault`, which names the missing or unreadable file.
    /// `picturesCredit` names the makers of the pictures of the style *satellite*; `nil` for no such style.
    package init(webFolder: String, picturesCredit: String? = nil) throws {
        let layers = try Self.contents(webFolder + "/styles/layers.json")
        let paletteFile = webFolder + "/styles/palettes.json"
        let palettes: [String: [String: String]]
        do {
            palettes = try JSONDecoder().decode([String: [String: String]].self, from: Self.contents(paletteFile))
        } catch let error as DecodingError {
            throw StyleFault("\(paletteFile) is not an object of palettes, each an object of colours: \(error)")
        }
        var pieces: [StyleName: [String]] = [:]
        for style in StyleName.allCases where style != .satellite || picturesCredit != nil {
            // Light letters on dark edges are legible on pictures.
            let colours = style == .satellite ? StyleName.dark : style
            guard var palette = palettes[colours.rawValue] else {
                throw StyleFault("\(paletteFile) has no palette '\(colours.rawValue)'")
            }
            if style == .satellite { palette["name"] = "Satellite" }
            let layers = style == .satellite ? try Self.overPictures(layers, credit: picturesCredit ?? "") : layers
            let text = try Self.colour([UInt8](layers), with: palette, style: style)
            pieces[style] = Self.split(text, at: "{origin}")
        }
        self.pieces = pieces
    }

    /// Returns the style as JSON, with `origin` in its addresses; `nil` without such a style.
    package func json(_ style: StyleName, origin: String) -> [UInt8]? {
        pieces[style].map { [UInt8]($0.joined(separator: origin).utf8) }
    }

    /// Returns a style with pictures beneath, and only the background and the labels of `style` behind and above them.
    private static func overPictures(_ style: Data, credit: String) throws -> Data {
        let fault = StyleFault("styles/layers.json is not a style with layers and sources")
        guard var document = try? JSONSerialization.jsonObject(with: style) as? [String: Any],
            let layers = document["layers"] as? [[String: Any]], var sources = document["sources"] as? [String: Any]
        else { throw fault }
        // Pictures have 256 pixels as a rule; with MapLibre's 512 they would be blurred.
        var source: [String: Any] = ["type": "raster", "url": "{origin}/tiles/satellite.json", "tileSize": 256]
        // A text that begins with @ would be a colour's name.
        if !credit.isEmpty { source["attribution"] = credit.hasPrefix("@") ? " " + credit : credit }
        sources["satellite"] = source
        document["sources"] = sources
        let behind = layers.filter { $0["type"] as? String == "background" }
        let above = layers.filter { $0["type"] as? String == "symbol" }
        let pictures: [String: Any] = ["id": "satellite", "type": "raster", "source": "satellite"]
        document["layers"] = behind + [pictures] + above
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        guard let text = try? JSONSerialization.data(withJSONObject: document, options: options) else { throw fault }
        return text
    }

    private static func contents(_ path: String) throws -> Data {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw StyleFault("\(path) cannot be read; the server needs it to draw the map")
        }
        return data
    }

    /// Replaces each JSON text that begins with `@` by the palette's colour of that name.
    private static func colour(_ json: [UInt8], with palette: [String: String], style: StyleName) throws -> String {
        var output: [UInt8] = [], index = 0
        let quote = UInt8(ascii: "\""), backslash = UInt8(ascii: "\\")
        while index < json.count {
            guard json[index] == quote else {
                output.append(json[index])
                index += 1
                continue
            }
            var end = index + 1
            while end < json.count, json[end] != quote { end += json[end] == backslash ? 2 : 1 }
            guard end < json.count else { throw StyleFault("styles/layers.json ends inside a text") }
            let text = json[(index + 1)..<end]
            if text.first == UInt8(ascii: "@") {
                let name = String(decoding: text.dropFirst(), as: UTF8.self)
                guard let colour = palette[name] else {
                    throw StyleFault(
                        "palette '\(style.rawValue)' has no colour '\(name)', which styles/layers.json uses")
                }
                guard !colour.utf8.contains(where: { $0 == quote || $0 == backslash || $0 < 0x20 }) else {
                    throw StyleFault("colour '\(name)' of palette '\(style.rawValue)' is not a plain text")
                }
                output += [quote] + Array(colour.utf8) + [quote]
            } else {
                output += json[index...end]
            }
            index = end + 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func split(_ text: String, at mark: String) -> [String] {
        text.split(separator: mark, omittingEmptySubsequences: false).map { String($0) }
    }
}

/// Why the server cannot compose the map's styles.
package struct StyleFault: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
