/// A node, line or area for the theme files: its tags and its size on the map.
struct MapObject {
    let tags: Tags
    /// The area on the Mercator plane in m²; 0 for nodes and lines.
    var squareMetres = 0.0
    /// The length on the Mercator plane in metres; 0 for nodes and areas.
    var metres = 0.0
    /// Whether it is a relation of type boundary.
    var isBoundary = false
    /// Whether all of it lies in the extract.
    var isWhole = true

    init(_ tags: Tags) { self.tags = tags }

    /// The size of a pixel at zoom 0 in metres, with tiles of 512 pixels: the world's width at the equator (EPSG:3857)
    /// over 512.
    private static let pixelAtZoom0 = 40_075_016.685578488 / 512

    /// Returns the first zoom at which the area covers `squarePixels`, at least `first`, at most 14.
    func zoom(covering squarePixels: Double, from first: Int) -> Int {
        zoom(from: first) { metresPerPixel in squareMetres >= squarePixels * metresPerPixel * metresPerPixel }
    }

    /// Returns the first zoom at which the line is `pixels` long, at least `first`, at most 14.
    func zoom(reaching pixels: Double, from first: Int) -> Int { zoom(from: first) { metres >= pixels * $0 } }

    private func zoom(from first: Int, where isLargeEnough: (Double) -> Bool) -> Int {
        var zoom = 0, metresPerPixel = Self.pixelAtZoom0
        while zoom < 14, zoom < first || !isLargeEnough(metresPerPixel) {
            zoom += 1
            metresPerPixel /= 2
        }
        return zoom
    }

    /// `name` and every `name:XX` with the code of a language; empty if there is no `name`.
    var names: [MapAttribute] {
        guard let name = tags["name"], !name.isEmpty else { return [] }
        var names = [MapAttribute.text(.name, name)]
        for (key, value) in tags where key.hasPrefix("name:") && !value.isEmpty {
            let language = String(key.dropFirst(5))
            if Self.isLanguage(language) { names.append(MapAttribute(key: .localName(language), value: .text(value))) }
        }
        return names
    }

    /// Whether `code` has the form of an IETF language tag (RFC 5646): a language, then scripts, regions, variants.
    static func isLanguage(_ code: String) -> Bool {
        let parts = code.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let language = parts.first, (2...3).contains(language.count),
            language.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        else { return false }
        return parts.count <= 4
            && parts.dropFirst().allSatisfy { part in
                (2...8).contains(part.count)
                    && part.allSatisfy { byte in
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    }
            }
    }

    /// `tunnel=yes`, `building_passage` or `covered=yes`, as the schema defines tunnels.
    var isTunnel: Bool {
        let tunnel = tags["tunnel"]
        return tunnel == "yes" || tunnel == "building_passage" || tags["covered"] == "yes"
    }

    /// Whether the schema counts the value of `bridge` as a bridge.
    var isBridge: Bool { tags["bridge"].map(Self.bridges.contains) ?? false }

    private static let bridges: Set = [
        "yes", "viaduct", "boardwalk", "cantilever", "covered", "low_water_crossing", "movable", "trestle",
    ]

    /// The tag `layer`, −7 ... 7; 0 if there is none.
    var layer: Int { tags["layer"].flatMap { Int($0) }.map { min(7, max(-7, $0)) } ?? 0 }
}
