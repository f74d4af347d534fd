import Community
import Crowd
import GeoCore
import Logging
import Search
import Server

/// Posts that simulated people write now and then. They are marked as simulated.
package struct SimulatedPosts: Sendable {
    private let context: SourceContext

    /// The most simulated posts that the timeline keeps.
    package static let maximum = 60

    init(_ context: SourceContext) { self.context = context }

    /// Writes posts until `wait`, which waits for the pause before the next post, throws.
    package func write(
        by people: SimulatedPeople, waiting wait: (Duration) async throws -> Void
    ) async throws {
        await attempt {
            try await people.prepare()
            try await fill(by: people)
        }
        while true {
            try await wait(.seconds(.random(in: 40...120)))
            await attempt {
                try await write(by: people, at: context.now())
                try await deleteOldest()
            }
        }
    }

    private func attempt(_ body: () async throws -> Void) async {
        do { try await body() } catch { context.logger.error("the server wrote no simulated post: \(error.inLog)") }
    }

    /// Writes the posts of the last hours into an empty timeline.
    private func fill(by people: SimulatedPeople) async throws {
        guard try await context.timeline.posts(before: nil, limit: 1).isEmpty else { return }
        let minute: Milliseconds = 60_000
        for minutesAgo in [310, 275, 240, 205, 170, 150, 128, 95, 72, 51, 33, 18, 9, 3] as [Int64] {
            try await write(by: people, at: context.now() - minutesAgo * minute)
        }
    }

    private func write(by people: SimulatedPeople, at time: Timestamp) async throws {
        // No message repeats a recent one.
        let recent = Set(
            try await context.timeline.posts(before: nil, limit: Remark.messages.count - 2).map(\.message))
        let message = Remark.messages.filter { !recent.contains($0) }.randomElement() ?? Remark.messages[0]
        // There are no people before the first scene.
        guard let author = people.somebody(at: time) else { return }
        try await context.timeline.addSimulated(
            message, by: author.name, at: location(of: author.point, speed: author.speed), time: time)
        context.timelineChanged()
    }

    private func deleteOldest() async throws {
        let simulated = try await context.timeline.posts(before: nil, limit: 500).filter(\.isSimulated)
        for post in simulated.dropFirst(Self.maximum) { try await context.timeline.deleteSimulated(post.id) }
        if simulated.count > Self.maximum { context.timelineChanged() }
    }

    /// The location of a post, as a phone would report it.
    private func location(of point: PointE7, speed: Double) -> PostLocation {
        PostLocation(
            point: point, accuracyMetres: Double(Int.random(in: 4...20)),
            place: context.atlas.current.search.localityName(at: Coordinate(point)) ?? PostLocation.unknownPlace,
            facing: Facing(magneticHeading: .random(in: 0..<360)), speed: SpeedClass(metresPerSecond: speed))
    }
}
