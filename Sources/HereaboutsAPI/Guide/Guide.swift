/// Asks for the guide.
public struct GuideRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/guide", "guide", "Venues and tours in the curators' order; curators see drafts too.",
        answer: .json(GuideAnswer.self), access: .readers)
}

/// The guide as the reader may see it, in the curators' order.
public struct GuideAnswer: Codable, Equatable, Sendable {
    public let venues: [Venue]
    public let tours: [Tour]
    public let changed: String

    public init(venues: [Venue], tours: [Tour], changed: String) {
        self.venues = venues
        self.tours = tours
        self.changed = changed
    }
}

extension GuideAnswer: Annotated {
    package static let notes = ["changed": GuideNote.changed]
}

enum GuideNote {
    static let changed =
        "It includes all changes of the guide up to this cursor. The event `ready` of the live stream has the newest."
}

/// Whether an entry of the guide is shown.
public enum GuideState: String, Codable, Sendable, CaseIterable {
    case draft, published
}

extension GuideState: WireWords {}

/// A point of the map.
public struct GuideLocation: Codable, Equatable, Sendable {
    public var lat: Double
    public var lon: Double

    public init(lat: Double, lon: Double) {
        self.lat = lat
        self.lon = lon
    }
}

extension GuideLocation: Annotated {
    package static let notes = [
        "lat": "Latitude in degrees, WGS 84.",
        "lon": "Longitude in degrees, WGS 84.",
    ]
}

/// Puts entries of the guide in another order.
public struct OrderRequest: BodyRequest, FieldlessRequest {
    package static var maximumLength: Int { guideLength }
    public var body: Order

    /// The new order.
    public struct Order: Codable, Equatable, Sendable {
        public var ids: [String]

        public init(ids: [String]) { self.ids = ids }
    }

    public init(ids: [String]) { body = Order(ids: ids) }

    package static let endpoint = Endpoint(
        .put, "/api/v1/guide/order", "order_guide",
        "Puts all venues, all works of one venue, or all tours in the given order.", answer: .nothing,
        access: .curators, failures: [.invalidBody, .changedMeanwhile])
    package static let blank = OrderRequest(ids: [])
}

extension OrderRequest.Order: Annotated {
    package static let notes = ["ids": "All ids, in their new order."]
}

/// A request about one entry of the guide.
package protocol EntryRequest: ObjectRequest {}

extension BodyRequest {
    /// Of a body of the guide: long descriptions, and the ids of all its entries.
    static var guideLength: Int { 1 << 20 }
}
