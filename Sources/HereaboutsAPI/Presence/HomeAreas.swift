import GeoCore

extension SharingFields {
    /// An area in which others see only that you are at home: quarters of a square of the web map's grid, mostly all
    /// four.
    public struct Home: Codable, Equatable, Sendable {
        public var zoom: Int
        public var x: Int
        public var y: Int
        public var quarters: Int

        public init(zoom: Int, x: Int, y: Int, quarters: Int = 15) {
            (self.zoom, self.x, self.y, self.quarters) = (zoom, x, y, quarters)
        }

        /// Whether `point` is in one of the quarters.
        func contains(_ point: PointE7) -> Bool {
            guard (0..<TileID.maximumZoom).contains(zoom), let quarter = TileID(containing: point, zoom: zoom + 1)
            else {
                return false
            }
            let bit = 1 << (quarter.x & 1 | (quarter.y & 1) << 1)
            return (quarter.x >> 1, quarter.y >> 1) == (x, y) && quarters & bit != 0
        }
    }
}

extension SharingFields.Home: Annotated {
    package static let notes = [
        "zoom": "With `x` and `y`, a square of the web map's grid.",
        "quarters": "Which of its quarters, as bits: 1 north-west, 2 north-east, 4 south-west, 8 south-east.",
    ]
}

/// A home area, and the point that a device in it or near it reports instead of its own.
public struct HomePlace: Codable, Equatable, Sendable {
    public let area: SeenPerson.Area
    public let around: SeenPerson.Area
    public let middle: AddressesRequest.Point

    public init(area: SeenPerson.Area, around: SeenPerson.Area, middle: AddressesRequest.Point) {
        (self.area, self.around, self.middle) = (area, around, middle)
    }
}

extension HomePlace: Annotated {
    package static let notes = [
        "around": "A device in here counts as being at home and need not report more.",
        "middle": "A point in the area that is the same for everybody. A device at home reports this point.",
    ]
}

/// Asks for the areas that stand for homes in a square of the web map's grid. The client picks the area of a home by
/// itself, so that the server does not learn where the home is.
public struct HomeAreasRequest: APIRequest {
    public var x: Int
    public var y: Int

    /// The zoom of the squares that are asked for: 20 to 40 km wide where people live.
    public static let zoom = 10

    public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

    package static let endpoint = Endpoint(
        "/api/v1/home-areas/{x}/{y}", "home_areas",
        """
        The areas that stand for homes in a square of the web map's grid, in any order: all of the square, and none \
        twice. The area of a home is the one that has the quarter around it.
        """,
        answer: .json(HomeAreas.self), access: .users)
    package static let blank = HomeAreasRequest(x: 0, y: 0)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        let positions = 0...(1 << Self.zoom) - 1
        try fields.required(.integer("x", "The square's column at zoom \(Self.zoom), from 180° W.", in: positions), &x)
        try fields.required(.integer("y", "The square's row, from the north.", in: positions), &y)
    }
}

/// The areas of a square of the web map's grid.
public struct HomeAreas: Codable, Equatable, Sendable {
    public let areas: [HomeArea]

    public init(areas: [HomeArea]) { self.areas = areas }
}

/// A home, and the area that stands for it.
public struct HomeArea: Codable, Equatable, Sendable {
    public let home: SharingFields.Home
    public let area: SeenPerson.Area

    public init(home: SharingFields.Home, area: SeenPerson.Area) { (self.home, self.area) = (home, area) }
}

/// Asks for the home areas of a device's owner, by the device's own token.
public struct DeviceHomesRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/device/homes", "device_homes",
        """
        The home areas of a device's owner, by the device's own token, so that the device need not report where in \
        them it is. For devices of the kinds `gpsd` and `program`.
        """,
        answer: .json(DeviceHomes.self), failures: [.notLoggedIn])
}

/// The home areas of a device's owner.
public struct DeviceHomes: Codable, Equatable, Sendable {
    public let areas: [HomePlace]
    public let atHome: Bool

    public init(areas: [HomePlace], atHome: Bool) { (self.areas, self.atHome) = (areas, atHome) }

    enum CodingKeys: String, CodingKey {
        case areas
        case atHome = "at_home"
    }

    /// What a device may report.
    public enum Publishable: Equatable, Sendable {
        case place
        /// This point and the time, and nothing else.
        case middle(AddressesRequest.Point)
        case nothing
    }

    /// Returns what may leave a device that is at a place, in degrees.
    public func publishable(lat: Double, lon: Double) -> Publishable {
        let home = areas.first { home in
            let around = home.around
            return lat >= around.south && lat <= around.north && lon >= around.west && lon <= around.east
        }
        if let home { return .middle(home.middle) }
        return atHome ? areas.first.map { .middle($0.middle) } ?? .nothing : .place
    }
}

extension DeviceHomes: Annotated {
    package static let notes = ["at_home": "Whether the owner counts as being at home wherever they are."]
}
