import Community
import GeoCore
import Logging
import Search
import ServiceLifecycle

/// Visitors who do not exist: they walk about and say something now and then, so that a place which nobody has visited yet shows what it
/// is like with people in it. Their posts are marked.
package struct SimulatedVisitors: Service {
    let pages: TimelinePages
    let atlas: LiveAtlas
    let logger: Logger
    let now: @Sendable () -> Int64

    /// The most posts of theirs that stay.
    package static let maximum = 60
    /// How far from the middle of the place they go, in metres.
    private static let radius = 600.0

    package func run() async throws {
        // It only ends by being cancelled, with the server.
        try? await cancelWhenGracefulShutdown { try await live { try await Task.sleep(for: $0) } }
    }

    /// Lets them speak, until `wait`, which is told how long, throws.
    package func live(waiting wait: (Duration) async throws -> Void) async throws {
        await told { try await fill() }
        while true {
            try await wait(.seconds(.random(in: 40...120)))
            await told {
                try await say(at: now())
                try await forgetOldest()
            }
        }
    }

    private func told(_ body: () async throws -> Void) async {
        do { try await body() } catch { logger.error("visitors could not be simulated: \(type(of: error))") }
    }

    /// Lets them have said something in the last hours, where nobody has said anything yet.
    private func fill() async throws {
        guard try await pages.timeline.posts(before: nil, limit: 1).isEmpty else { return }
        let hour: Int64 = 3_600_000
        for minutesAgo in [310, 275, 240, 205, 170, 150, 128, 95, 72, 51, 33, 18, 9, 3] as [Int64] {
            try await say(at: now() - minutesAgo * hour / 60)
        }
    }

    private func say(at milliseconds: Int64) async throws {
        // Nobody says what has just been said.
        let recent = Set(try await pages.timeline.posts(before: nil, limit: Self.messages.count - 2).map(\.message))
        let message = Self.messages.filter { !recent.contains($0) }.randomElement() ?? Self.messages[0]
        try await pages.timeline.addSimulated(
            message, by: Self.names.randomElement() ?? "Aino", at: location(), milliseconds: milliseconds)
        pages.changed()
    }

    private func forgetOldest() async throws {
        let simulated = try await pages.timeline.posts(before: nil, limit: 500).filter(\.isSimulated)
        for post in simulated.dropFirst(Self.maximum) { try await pages.timeline.deleteSimulated(post.id) }
        if simulated.count > Self.maximum { pages.changed() }
    }

    /// Somewhere around the middle, as a walker's phone would tell it.
    private func location() -> PostLocation? {
        let generation = atlas.current
        let middle = Coordinate(generation.center)
        let metres = Coordinate.earthRadiusInMetres * Elementary.radiansPerDegree
        let distance = Self.radius * Double.random(in: 0...1).squareRoot()
        let direction = Elementary.sineAndCosine(.random(in: 0..<2 * .pi))
        let latitude = middle.latitude + distance * direction.cosine / metres
        let width = metres * Elementary.cosine(middle.latitude * Elementary.radiansPerDegree)
        let longitude = middle.longitude + distance * direction.sine / width
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
        return PostLocation(
            point: PointE7(coordinate), accuracyMetres: Double(Int.random(in: 4...20)),
            place: generation.search.localityName(at: coordinate) ?? PostLocation.unknownPlace,
            facing: Facing(magneticHeading: .random(in: 0..<360)), speed: Bool.random() ? .walking : .resting)
    }

    private static let names = [
        "Aino", "Emil", "Fatima", "Juhani", "Kaisa", "Leo", "Mei", "Noor", "Olga", "Sami", "Yusuf",
    ]
    private static let messages = [
        "The sun has reached the benches.", "Buskers by the square, worth a detour.",
        "Coffee queue is short right now.",
        "Found the quiet courtyard again.", "Market stalls are still open.", "Lost a blue glove somewhere here.",
        "Tram is late, so I walk.", "Best light for photographs at the moment.",
        "Somebody feeds the gulls. Mind your lunch.",
        "The fountain is on.", "Good view from the stairs.", "Free seats on the terrace.",
        "A choir is practising inside.",
        "Fewer people than yesterday.", "The bookshop has a new window.", "Cobblestones and wheels do not mix.",
    ]
}
