import Foundation
import GeoCore
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Presence
import Testing

/// In the home area a post carries the area only.
@Suite struct PostFromHomeTests {
    private static let house = AddressesRequest.Point(lat: 60.1700123, lon: 24.9400456)
    private static let harbour = AddressesRequest.Point(lat: 47.1410123, lon: 9.5200456)

    /// A post that says all that a client can know.
    private static func draft(_ message: String, from point: AddressesRequest.Point) -> NewPost {
        NewPost(
            message: message,
            location: .init(
                lat: point.lat, lon: point.lon, accuracy: 7.5, place: "Anna's kitchen", heading: 91, speed: 1.4),
            key: "0123456789abcdef-\(message)")
    }

    private static func exact(_ point: AddressesRequest.Point) -> HereaboutsAPI.Post.Location {
        .init(
            lat: point.lat, lon: point.lon, accuracy: 7.5, place: "Anna's kitchen", facing: "East", speed: "walking")
    }

    /// All that guests and lab clients read of posts, as bytes come.
    private static func told(in town: Town) async throws -> String {
        let posts = try await town.get("/api/v1/posts"), classic = try await town.get("/getmaps/")
        return String(buffer: posts.body) + String(buffer: classic.body)
    }

    /// Half of an area's diagonal, in metres.
    private static func radius(_ area: SeenPerson.Area) throws -> Double {
        let southWest = try #require(Coordinate(latitude: area.south, longitude: area.west))
        let northEast = try #require(Coordinate(latitude: area.north, longitude: area.east))
        return southWest.distance(inMetresTo: northEast) / 2
    }

    @Test func `a post from home has the middle of the area, its size, and nothing finer`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        let home = try await anna.homeArea(lat: Self.house.lat, lon: Self.house.lon)
        let sharing = try await anna.changeSharing(revision: 0, SharingFields(homes: [home.home]))
        let post = try await anna.add(Self.draft("breakfast", from: Self.house))
        let location = try #require(post.location), middle = try #require(sharing.areas.first).middle
        #expect(location.lat == middle.lat && location.lon == middle.lon)
        let accuracy = try #require(location.accuracy), radius = try Self.radius(home.area)
        #expect(abs(accuracy - radius) <= 1)
        #expect(location.place == "Place unknown" && location.facing == "unknown" && location.speed == "resting")
        #expect(try await town.guest.posts().posts == [post])
        let told = try await Self.told(in: town)
        #expect(told.contains("breakfast"))
        for secret in ["60.1700123", "24.9400456", "kitchen"] { #expect(!told.contains(secret)) }
    }

    @Test func `a repeated post from home exists once, and keeps the area when the home is removed`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        let home = try await anna.homeArea(lat: Self.house.lat, lon: Self.house.lon)
        let sharing = try await anna.changeSharing(revision: 0, SharingFields(homes: [home.home]))
        let draft = Self.draft("breakfast", from: Self.house)
        let post = try await anna.add(draft)
        #expect(try await anna.add(draft) == post)
        _ = try await anna.changeSharing(revision: sharing.revision, SharingFields())
        #expect(try await anna.add(draft) == post)
        #expect(try await town.guest.posts().posts == [post])
        #expect(try await !Self.told(in: town).contains("60.1700123"))
    }

    @Test func `a lab client's post from home reveals no more`() async throws {
        let town = try Town()
        let token = try await town.token(of: "anna")
        let anna = HereaboutsClient(TownTransport(town: town), token: token)
        let home = try await anna.homeArea(lat: Self.house.lat, lon: Self.house.lon)
        let sharing = try await anna.changeSharing(revision: 0, SharingFields(homes: [home.home]))
        for (place, isTold) in [(Self.house, false), (Self.harbour, true)] {
            let geodata = "[\(place.lat), \(place.lon), \"Anna's kitchen\", \"North\", \"walking\"]"
            let body = try JSONEncoder().encode(ClassicPost(username: "anna", message: "hi", geodata: geodata))
            let answer = try await town.send(
                .post, "/postmaps/", String(decoding: body, as: UTF8.self),
                headers: [.authorization: "Bearer \(token)"])
            #expect(answer.status == .ok)
            #expect(try await Self.told(in: town).contains("kitchen") == isTold)
        }
        let told = try await Self.told(in: town), middle = try #require(sharing.areas.first).middle
        #expect(!told.contains("60.1700123") && told.contains("\(middle.lat)"))
    }

    @Test func `a post from elsewhere, and a post of another person, is exact`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna"), ben = try await town.client(of: "ben")
        let home = try await anna.homeArea(lat: Self.house.lat, lon: Self.house.lon)
        _ = try await anna.changeSharing(revision: 0, SharingFields(homes: [home.home]))
        #expect(try await anna.add(Self.draft("ship", from: Self.harbour)).location == Self.exact(Self.harbour))
        #expect(try await ben.add(Self.draft("visit", from: Self.house)).location == Self.exact(Self.house))
        // The other tests would find these texts.
        let told = try await Self.told(in: town)
        for shown in ["47.1410123", "9.5200456", "60.1700123", "24.9400456"] { #expect(told.contains(shown)) }
    }

    @Test func `with the switch and no area a post carries the whole square, until it is switched off`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        let sharing = try await anna.changeSharing(revision: 0, SharingFields(atHome: true))
        let location = try #require(try await anna.add(Self.draft("hidden", from: Self.house)).location)
        let point = PointE7(try #require(Coordinate(latitude: Self.house.lat, longitude: Self.house.lon)))
        let square = try #require(HomeGrid(divided: [:]).cell(of: point))
        let middle = Coordinate(square.middle)
        #expect(location.lat == middle.latitude && location.lon == middle.longitude)
        #expect(location.accuracy.map { (10_000...20_000).contains($0) } == true)
        #expect(location.facing == "unknown" && location.speed == "resting")
        let told = try await Self.told(in: town)
        for secret in ["60.1700123", "24.9400456", "kitchen"] { #expect(!told.contains(secret)) }
        _ = try await anna.changeSharing(revision: sharing.revision, SharingFields())
        // The moment of switching off is the last moment at home.
        town.clock.advance(by: 1000)
        #expect(try await anna.add(Self.draft("shown", from: Self.harbour)).location == Self.exact(Self.harbour))
    }
}
