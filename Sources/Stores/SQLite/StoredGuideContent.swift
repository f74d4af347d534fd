import Community
import Foundation
import GeoCore

/// The content of a guide entry, as JSON in a column. Names and meanings never change, because existing databases
/// contain them.
struct StoredGuideContent: Codable {
    var name: String
    var text: String?
    var address: String?
    var lat: Int32?
    var lon: Int32?
    var hours: String?
    var link: String?
    var artist: String?
    var medium: String?
    var width: Double?
    var height: Double?
    var unit: String?
    var year: Int?
    var venues: [String]?
    var picture: Picture?
    var detail: StoredVenueDetail?

    struct Picture: Codable {
        var id: String
        var width: Int
        var height: Int
        var text: String

        init(_ picture: ShownPicture) {
            (id, width, height, text) = (picture.id.text, picture.width, picture.height, picture.text)
        }

        var shown: ShownPicture {
            get throws(Unreadable) {
                ShownPicture(id: try StoredGuideContent.id(id), width: width, height: height, text: text)
            }
        }
    }

    init(_ content: GuideContent) {
        name = content.name
        picture = content.picture.map { Picture($0) }
        switch content {
        case .venue(let venue):
            (text, address, hours, link) = (venue.description, venue.address, venue.hours, venue.link)
            (lat, lon) = (venue.point?.latitudeE7, venue.point?.longitudeE7)
            detail = venue.detail.isEmpty ? nil : StoredVenueDetail(venue.detail)
        case .work(let work):
            (text, artist, medium, year) = (work.description, work.artist, work.medium, work.year)
            (width, height, unit) = (work.width, work.height, work.unit.rawValue)
        case .tour(let tour):
            (text, venues) = (tour.description, tour.venues.map(\.text))
        }
    }

    /// Returns the content for an entry of `kind`; throws `Unreadable`.
    func content(_ kind: GuideKind) throws(Unreadable) -> GuideContent {
        let shown = try picture.map { picture throws(Unreadable) in try picture.shown }
        switch kind {
        case .venue:
            let point = lat.flatMap { lat in lon.map { PointE7(latitudeE7: lat, longitudeE7: $0) } }
            return .venue(
                .init(
                    name: name, address: address, point: point, description: text, hours: hours, link: link,
                    picture: shown, detail: try detail?.detail ?? VenueDetail()))
        case .work:
            return .work(
                .init(
                    title: name, artist: artist, description: text, medium: medium, width: width, height: height,
                    unit: try readUnit(), year: year, picture: shown))
        case .tour:
            let stops = try (venues ?? []).map { text throws(Unreadable) in try Self.id(text) as GuideID }
            return .tour(.init(name: name, description: text, venues: stops))
        }
    }

    /// Removes a picture, and the floor plans that it draws.
    mutating func remove(_ removed: PictureID) {
        if picture?.id == removed.text { picture = nil }
        detail?.pictures.removeAll { $0.picture.id == removed.text }
        detail?.plans.removeAll { $0.picture.id == removed.text }
    }

    /// An id or a word that this program never writes.
    struct Unreadable: Error {}

    static func id<Entity>(_ text: String) throws(Unreadable) -> ID<Entity> {
        guard let id = ID<Entity>(text: text) else { throw Unreadable() }
        return id
    }

    private func readUnit() throws(Unreadable) -> GuideContent.LengthUnit {
        guard let unit else { return .centimetres }
        guard let known = GuideContent.LengthUnit(rawValue: unit) else { throw Unreadable() }
        return known
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    init(json: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(json.utf8)) }
}
