import Community
import FoundationEssentials
import GeoCore
import HereaboutsAPI
import Hummingbird
import Presence

extension Routes {
    /// Adds the two addresses of the classic lab clients: `{"chatts": [[name, message, time, geodata], …]}`. Geodata is
    /// null or a text with a JSON array of latitude, longitude, place, facing and speed.
    mutating func addClassic(
        _ pages: TimelinePages, _ authentication: Authentication, _ atlas: LiveAtlas, _ presence: PresenceService
    ) {
        on(ClassicPostsRequest.self, authentication) { _, _, exchange in
            let kept = try await pages.classic(limit: ClassicForm.posts) { ClassicForm.json($0) }
            return exchange.json(kept, cacheControl: "no-store")
        }
        on(ClassicPostRequest.self, authentication) { request, viewer, exchange in
            try authentication.spendPost(exchange)
            let classic = request.body
            let place = try classic.geodata.map { try ClassicForm.location($0) }
            let author = try await authentication.author(viewer, named: classic.username)
            let location = try await presence.concealed(place, of: author.account, atlas)
            try pages.spendPost(of: author, exchange)
            // The original text could reveal more than the published location.
            _ = try await pages.timeline.add(
                classic.message, by: author, at: location,
                classicLocation: location == place ? classic.geodata : nil)
            pages.changed()
            return Response(json: Array("{}".utf8))
        }
    }
}

/// The form of posts for the classic lab clients.
private enum ClassicForm {
    /// The most posts in an answer: the clients request all posts and show one list.
    static let posts = 500

    static func json(_ posts: [Community.Post]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 200 * posts.count + 64)
        writer.beginObject()
        writer.key("chatts")
        writer.beginArray()
        for post in posts {
            writer.beginArray()
            writer.value(post.author.name)
            writer.value(post.message)
            writer.value(WireTime.text(post.written ?? post.created.milliseconds))
            if let text = post.classicLocation ?? post.location.map({ geodata($0) }) {
                writer.value(text)
            } else {
                writer.null()
            }
            writer.endArray()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private static func geodata(_ location: PostLocation) -> String {
        var writer = JSONWriter(reservingCapacity: 96)
        writer.beginArray()
        writer.value(Double(location.point.latitudeE7) / 1e7, decimals: 7)
        writer.value(Double(location.point.longitudeE7) / 1e7, decimals: 7)
        writer.value(location.place)
        writer.value(location.facing.word)
        writer.value(location.speed.word)
        writer.endArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads a client's geodata; throws `invalid` unless it has the five values. Unknown words count as unknown.
    static func location(_ text: String) throws(CommunityFault) -> PostLocation {
        guard text.utf8.count <= 1000, let row = try? JSONDecoder().decode(sent: Row.self, from: Array(text.utf8)),
            let coordinate = Coordinate(latitude: row.latitude, longitude: row.longitude)
        else {
            throw .invalid(
                field: "geodata", reason: "is not a JSON array of latitude, longitude, place, facing and speed")
        }
        return PostLocation(
            point: PointE7(coordinate), accuracyMetres: nil,
            place: row.place.isEmpty ? PostLocation.unknownPlace : row.place,
            facing: Facing.allCases.first { $0.word == row.facing } ?? .unknown,
            speed: SpeedClass.allCases.first { $0.word == row.speed } ?? .resting)
    }

    private struct Row: Decodable {
        let latitude: Double
        let longitude: Double
        let place: String
        let facing: String
        let speed: String

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            latitude = try values.decode(Double.self)
            longitude = try values.decode(Double.self)
            place = try values.decode(String.self)
            facing = try values.decode(String.self)
            speed = try values.decode(String.self)
            guard values.isAtEnd else {
                throw DecodingError.dataCorruptedError(in: values, debugDescription: "there are more than five values")
            }
        }
    }
}
