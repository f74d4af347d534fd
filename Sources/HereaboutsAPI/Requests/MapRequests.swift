/// Asks what the server holds.
public struct AboutRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/about", "about", "What this server holds and can do.", answer: .json(About.self))
    package static let blank = AboutRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Asks for the atlas itself, for use without a network.
public struct AtlasRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/atlas", "atlas", "The atlas file that the answers come from; heeds Range and If-None-Match.",
        answer: .bytes(["application/octet-stream"]), failures: [.rangeNotSatisfiable])
    package static let blank = AtlasRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Asks for one vector tile.
public struct TileRequest: APIRequest {
    public var z: Int
    public var x: Int
    public var y: Int
    /// The version the address was made for: with it the answer may be kept for good.
    public var version: String?

    public init(z: Int, x: Int, y: Int, version: String? = nil) {
        self.z = z
        self.x = x
        self.y = y
        self.version = version
    }

    package static let endpoint = Endpoint(
        "/tiles/{z}/{x}/{y}.mvt", "tile",
        "One vector tile (MVT 2.1, Shortbread 1.1 schema); 204 where the map has nothing.",
        answer: .bytes(["application/vnd.mapbox-vector-tile"], orNothing: true))
    package static let blank = TileRequest(z: 0, x: 0, y: 0)

    private static let zoom = Parameter.integer("z", "Zoom; maps enlarge the last.", in: 0...14)
    private static let column = Parameter.integer("x", "Column, from 180° W eastward.", in: 0...16383)
    private static let row = Parameter.integer("y", "Row, from the north edge southward.", in: 0...16383)
    package static let version = Parameter.text(
        "v", "The version in the TileJSON's address; an answer to the current one may be cached for good.",
        maximumLength: 32)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(Self.zoom, &z)
        try fields.required(Self.column, &x)
        try fields.required(Self.row, &y)
        try fields.optional(Self.version, &version)
        guard x >> z == 0, y >> z == 0 else {
            throw ErrorBody(
                .invalidParameter, "zoom \(z) has rows and columns 0 to \((1 << z) - 1)",
                field: x >> z == 0 ? "y" : "x")
        }
    }
}

/// Asks for the description of the tiles.
public struct TileJSONRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/tiles.json", "tilejson", "The tiles' description (TileJSON 3.0.0).", answer: .json(TileJSON.self))
    package static let blank = TileJSONRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Asks for a map style.
public struct StyleRequest: APIRequest {
    public var name: StyleName

    public init(name: StyleName) { self.name = name }

    package static let endpoint = Endpoint(
        "/styles/{name}.json", "style", "A map style for the tiles (MapLibre style specification 8).",
        answer: .foreignJSON(.mapStyle))
    package static let blank = StyleRequest(name: .streets)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.word("name", "The style's name."), &name)
    }
}

/// Asks for the glyphs of a range of characters, which map programs draw text with.
public struct GlyphsRequest: APIRequest {
    /// Names of fonts with commas between: of each character the first that has it counts.
    public var fonts: String
    /// First and last character, such as `0-255`.
    public var range: String

    public init(fonts: String, range: String) {
        self.fonts = fonts
        self.range = range
    }

    package static let endpoint = Endpoint(
        "/fonts/{fonts}/{range}.pbf", "glyphs",
        "The glyphs of 256 characters as distance fields (MapLibre's glyphs.proto); fonts that the server lacks are passed over.",
        answer: .bytes(["application/x-protobuf"]), failures: [.notFound])
    package static let blank = GlyphsRequest(fonts: "", range: "")

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(
            .text("fonts", "Names of fonts, with commas between.", maximumLength: 256), &fonts)
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

/// The styles of the map.
public enum StyleName: String, Codable, Sendable, CaseIterable {
    case streets, light, dark
}

extension StyleName: WireWords {}
