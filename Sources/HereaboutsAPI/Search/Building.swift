/// Asks for the inside of a building.
public struct BuildingRequest: APIRequest {
    public var id: String
    public var language: String?

    public init(id: String, language: String? = nil) {
        self.id = id
        self.language = language
    }

    package static let endpoint = Endpoint(
        "/api/v1/buildings/{id}", "building", "The levels of a building, and the rooms on them.",
        answer: .json(Building.self), failures: [.notFound])
    package static let blank = BuildingRequest(id: "w1")

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.text("id", "OpenStreetMap's type and id: `n12`, `w12`, `r12`.", maximumLength: 64), &id)
        try fields.optional(.language, &language)
    }
}

/// The levels of a building, and the rooms on them.
public struct Building: Codable, Equatable, Sendable {
    public let id: String
    public let name: String?
    public let start: Double
    public let levels: [BuildingLevel]
    public let spaces: [Space]

    /// A room, corridor or area.
    public struct Space: Codable, Equatable, Sendable {
        public let id: String
        public let name: String?
        public let ref: String?
        public let kind: Kind
        public let use: String?
        public let levels: [Double]
        public let lat: Double
        public let lon: Double

        /// How a space is bounded.
        public enum Kind: String, Codable, CaseIterable, Sendable {
            case room
            case corridor
            case area
        }

        enum CodingKeys: String, CodingKey {
            case id, name, ref, use, levels, lat, lon
            case kind = "class"
        }
    }
}

/// A level of a building.
public struct BuildingLevel: Codable, Equatable, Sendable {
    public let level: Double
    public let name: String?
}

/// The building around a room.
public struct BuildingName: Codable, Equatable, Sendable {
    public let id: String
    public let name: String?
}

extension Building: Annotated {
    package static let notes = [
        "id": "OpenStreetMap's type and id: `n12`, `w12`, `r12`.",
        "name": "Its name in the requested language.",
        "start": "The level to show first: that of the main entrance, else the ground floor.",
        "levels": "The lowest first.",
        "spaces": "Rooms, corridors and areas, by their lowest level and then by number or name.",
    ]
}

extension Building.Space: Annotated {
    package static let notes = [
        "id": "OpenStreetMap's type and id: `n12`, `w12`, `r12`.",
        "name": "Its name in the requested language; missing when it has none.",
        "ref": "The number on its door.",
        "class": "A `room` or `corridor` has walls around it, an `area` has none.",
        "use": "What it is for, as OpenStreetMap's value, such as `office` or `toilets`.",
        "levels": "The levels that it is on, the lowest first.",
        "lat": "Latitude of a point inside, in degrees.",
        "lon": "Longitude of the same point, in degrees.",
    ]
}

extension BuildingLevel: Annotated {
    package static let notes = [
        "level": "Its number, such as 0, -1 or 0.5. The ground floor is 0 as a rule.",
        "name": "The word for it on signs; missing when that is not known.",
    ]
}

extension BuildingName: Annotated {
    package static let notes = [
        "id": "OpenStreetMap's type and id: `n12`, `w12`, `r12`.",
        "name": "Its name in the requested language.",
    ]
}

extension Building.Space.Kind: WireWords {}
