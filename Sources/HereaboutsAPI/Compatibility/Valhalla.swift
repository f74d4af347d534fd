/// A request to Valhalla's isochrone service (valhalla.github.io/valhalla/api/isochrone/api-reference).
package struct IsochroneRequest: APIRequest {
    package var json: String?
    package var id: String?

    package init() {}

    package static let endpoint = Endpoint(
        "/isochrone", "isochrone", "Valhalla's isochrone service.",
        answer: .foreignJSON(.valhallaIsochrone), refusals: .valhallaRefusal)
    package static let blank = IsochroneRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(
            .text(
                "json",
                "The question: an object with `locations`, `costing` and `contours`, and what else Valhalla knows.",
                maximumLength: 4096), &json)
        try fields.optional(.text("id", "A name, which the answer repeats.", maximumLength: 128), &id)
    }
}

/// The same, posted.
package struct IsochroneBodyRequest: BodyRequest, FieldlessRequest {
    package var body = IsochroneBody()

    package init() {}

    package static let refusesUnknownMembers = false
    package static let endpoint = Endpoint(
        .post, "/isochrone", "isochrone_post", "Valhalla's isochrone service.",
        answer: .foreignJSON(.valhallaIsochrone), refusals: .valhallaRefusal)
    package static let blank = IsochroneBodyRequest()
}

/// A question to Valhalla's isochrone service. A member of a wrong type counts as missing: the answer says so in
/// Valhalla's words.
package struct IsochroneBody: Codable, Sendable, Equatable {
    package struct Location: Codable, Sendable, Equatable {
        package var lat: Double?
        package var lon: Double?

        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            lat = members.lenient(Double.self, .lat)
            lon = members.lenient(Double.self, .lon)
        }
    }

    package struct Contour: Codable, Sendable, Equatable {
        package var time: Double?
        package var distance: Double?
        package var color: String?

        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            time = members.lenient(Double.self, .time)
            distance = members.lenient(Double.self, .distance)
            color = members.lenient(String.self, .color)
        }
    }

    package var locations: [Location]?
    package var costing: String?
    package var contours: [Contour]?
    package var polygons: Bool?
    package var denoise: Double?
    package var generalize: Double?
    package var showLocations: Bool?
    package var reverse: Bool?
    package var id: String?

    private enum CodingKeys: String, CodingKey {
        case locations, costing, contours, polygons, denoise, generalize, reverse, id
        case showLocations = "show_locations"
    }

    package init() {}

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        locations = members.lenient([Location].self, .locations)
        costing = members.lenient(String.self, .costing)
        contours = members.lenient([Contour].self, .contours)
        polygons = members.lenient(Bool.self, .polygons)
        denoise = members.lenient(Double.self, .denoise)
        generalize = members.lenient(Double.self, .generalize)
        showLocations = members.lenient(Bool.self, .showLocations)
        reverse = members.lenient(Bool.self, .reverse)
        id = members.lenient(String.self, .id)
    }
}

extension IsochroneBody.Contour: Annotated {
    package static let notes = [
        "time": "Minutes.",
        "distance": "Kilometres.",
        "color": "Six hexadecimal digits.",
    ]
}

extension IsochroneBody: Annotated {
    package static let notes = [
        "denoise": "The server leaves out areas smaller than this share of the largest.",
        "generalize": "How far lines may move to save points, in metres.",
        "reverse": "Whether you travel to the location, not from it.",
    ]
}

extension KeyedDecodingContainer {
    /// The member's value; `nil` also for one of another type.
    fileprivate func lenient<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }
}
