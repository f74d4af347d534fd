/// Asks for the help pins.
public struct HelpPinsRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/mesh/pins", "help_pins",
        "The places where people of the place ask for help: those of the last six hours that nobody resolved.",
        answer: .json(HelpPins.self), access: .readers, failures: [.noMesh])
}

/// Help pins, the newest first.
public struct HelpPins: Codable, Equatable, Sendable {
    public let pins: [HelpPin]

    public init(pins: [HelpPin]) { self.pins = pins }
}

/// A place where somebody asks for help.
public struct HelpPin: Codable, Equatable, Sendable {
    public let id: String
    public let lat: Double
    public let lon: Double
    public let text: String
    public let time: Int
    public let author: String
    public let name: String?
    public let isNamed: Bool
    public let mayResolve: Bool

    public init(
        id: String, lat: Double, lon: Double, text: String, time: Int, author: String, name: String?, isNamed: Bool,
        mayResolve: Bool
    ) {
        (self.id, self.lat, self.lon, self.text, self.time) = (id, lat, lon, text, time)
        (self.author, self.name, self.isNamed, self.mayResolve) = (author, name, isNamed, mayResolve)
    }

    enum CodingKeys: String, CodingKey {
        case id, lat, lon, text, time, author, name
        case isNamed = "is_named"
        case mayResolve = "may_resolve"
    }
}

extension HelpPin: Annotated {
    package static let notes = [
        "id": "The pin's id, a UUID.",
        "lat": "Latitude in degrees, WGS 84, as exact as its author sent it.",
        "lon": "Longitude in degrees, WGS 84.",
        "time": "When its author wrote it, in milliseconds since 1970. Six hours later it ends.",
        "author": "The author's key, 64 hexadecimal digits; one of this server's for somebody without keys.",
        "name": "The name in the roster, or else that of the account here; missing where there is none.",
        "is_named": "Whether the roster names the author. Anybody can have any other name elsewhere.",
        "may_resolve": """
        Whether the account that asks may resolve it: its author, and operators at the organiser's server. Guests \
        resolve theirs with their key.
        """,
    ]
}

/// Asks for help at a point, for somebody without keys; the server signs it.
public struct AddHelpPinRequest: BodyRequest, FieldlessRequest {
    public var body: NewHelpPin

    public init(_ pin: NewHelpPin) { body = pin }

    package static let endpoint = Endpoint(
        .post, "/api/v1/mesh/pins", "add_help_pin",
        """
        Asks for help at a point, which everybody at the place then knows exactly. One in ten minutes. The server signs \
        it for the account, or for the guest with this key. The same text at the same point is the pin that is there.
        """,
        answer: .created(HelpPin.self), access: .posters,
        failures: [.invalidBody, .tooSoon, .noMesh, .unavailable])
    package static let blank = AddHelpPinRequest(NewHelpPin(lat: 0, lon: 0, text: ""))
}

/// A place where somebody asks for help.
public struct NewHelpPin: Codable, Equatable, Sendable {
    public var lat: Double
    public var lon: Double
    public var text: String
    public var key: String?

    public init(lat: Double, lon: Double, text: String, key: String? = nil) {
        (self.lat, self.lon, self.text, self.key) = (lat, lon, text, key)
    }
}

extension NewHelpPin: Annotated {
    package static let notes = [
        "lat": "Latitude in degrees, WGS 84. Everybody gets it as exact as it comes.",
        "lon": "Longitude in degrees, WGS 84.",
        "text": "1 to 400 characters, and at most 480 bytes in UTF-8.",
        "key": """
        Of a guest: 16 to 64 visible ASCII characters, chosen at random once and told to nobody. It stands for the \
        author, and resolves the pin.
        """,
    ]
}

/// Resolves a help pin.
public struct ResolveHelpPinRequest: BodyRequest, ObjectRequest {
    public var id: String
    public var body: Resolution

    /// What a guest knows as the author.
    public struct Resolution: Codable, Equatable, Sendable {
        public var key: String?

        public init(key: String? = nil) { self.key = key }
    }

    public init(id: String, key: String? = nil) { (self.id, body) = (id, Resolution(key: key)) }

    package static let endpoint = Endpoint(
        .put, "/api/v1/mesh/pins/{id}/resolved", "resolve_help_pin",
        "Resolves a help pin: its author, or an operator at the organiser's server. No node shows it from then on.",
        answer: .nothing, access: .posters, failures: [.invalidBody, .notFound, .tooSoon, .noMesh, .unavailable])
    package static let blank = ResolveHelpPinRequest(id: .blankID)
}

extension ResolveHelpPinRequest.Resolution: Annotated {
    package static let notes = ["key": "The key with which a guest wrote it; missing for an account."]
}
