/// Asks for a map style.
public struct StyleRequest: APIRequest {
    public var name: StyleName

    public init(name: StyleName) { self.name = name }

    package static let endpoint = Endpoint(
        "/styles/{name}.json", "style", "A map style for the tiles (MapLibre style specification 8).",
        answer: .foreignJSON(.mapStyle), failures: [.notFound])
    package static let blank = StyleRequest(name: .streets)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.word("name", "The style's name."), &name)
    }
}

/// The styles of the map; only servers with pictures have *satellite*.
public enum StyleName: String, Codable, Sendable, CaseIterable {
    case streets, light, dark, satellite
}

extension StyleName: WireWords {}

/// Asks for the glyphs of a range of characters, which map programs draw text with.
public struct GlyphsRequest: APIRequest {
    public var fonts: String
    public var range: String

    public init(fonts: String, range: String) {
        self.fonts = fonts
        self.range = range
    }

    package static let endpoint = Endpoint(
        "/fonts/{fonts}/{range}.pbf", "glyphs",
        """
        The glyphs of 256 characters as distance fields (MapLibre's glyphs.proto); fonts that the server lacks are \
        passed over.
        """,
        answer: .bytes(["application/x-protobuf"]), failures: [.notFound])
    package static let blank = GlyphsRequest(fonts: "", range: "")

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(
            .text(
                "fonts", "Names of fonts, with commas between. For each character, the first font that has it counts.",
                maximumLength: 256), &fonts)
        try fields.required(
            .text(
                "range", "The first character, a multiple of 256, and the last: `0-255` to `65280-65535`.",
                maximumLength: 11),
            &range)
    }
}

/// Asks where a style's icons are on their common picture.
public struct SpriteRequest: APIRequest {
    public var name: SpriteName

    public init(name: SpriteName) { self.name = name }

    package static let endpoint = Endpoint(
        "/sprites/{name}.json", "sprite",
        "Where the icons of a style are on their picture (MapLibre style specification).",
        answer: .foreignJSON(.mapSprite), failures: [.notFound])
    package static let blank = SpriteRequest(name: .streets)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.sprite, &name)
    }
}

/// Asks for the picture of a style's icons.
public struct SpritePictureRequest: APIRequest {
    public var name: SpriteName

    public init(name: SpriteName) { self.name = name }

    package static let endpoint = Endpoint(
        "/sprites/{name}.png", "sprite_picture", "The picture of the icons of a style.",
        answer: .bytes(["image/png"]), failures: [.notFound])
    package static let blank = SpritePictureRequest(name: .streets)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.sprite, &name)
    }
}

/// The icons of the styles, each in two densities.
public enum SpriteName: String, Codable, Sendable, CaseIterable {
    case streets, light, dark
    case denseStreets = "streets@2x"
    case denseLight = "light@2x"
    case denseDark = "dark@2x"
}

extension SpriteName: WireWords {}

extension Parameter where Value == SpriteName {
    fileprivate static let sprite = Parameter.word("name", "The style's name, with @2x for twice the density.")
}
