import Community
import Crowd
import GeoCore
import Logging
import Search
import ServiceLifecycle

/// Lets people who do not exist say something now and then. Their posts are marked.
package struct SimulatedVisitors: Service {
    let life: SimulatedLife
    let pages: TimelinePages
    let atlas: LiveAtlas
    let logger: Logger
    let now: @Sendable () -> Int64

    /// The most posts of theirs that stay.
    package static let maximum = 60

    package func run() async throws {
        // It only ends by being cancelled, with the server.
        try? await cancelWhenGracefulShutdown { try await live { try await Task.sleep(for: $0) } }
    }

    /// Lets them speak, until `wait`, which is told how long, throws.
    package func live(waiting wait: (Duration) async throws -> Void) async throws {
        await told {
            try await life.prepare()
            try await fill()
        }
        while true {
            try await wait(.seconds(.random(in: 40...120)))
            await told {
                try await say(at: now())
                try await forgetOldest()
            }
        }
    }

    private func told(_ body: () async throws -> Void) async {
        do { try await body() } catch { logger.error("visitors could not be simulated: \(error.inLog)") }
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
        let recent = Set(try await pages.timeline.posts(before: nil, limit: Remark.messages.count - 2).map(\.message))
        let message = Remark.messages.filter { !recent.contains($0) }.randomElement() ?? Remark.messages[0]
        // Before they live nobody is anywhere.
        guard let somebody = life.somebody(at: milliseconds) else { return }
        try await pages.timeline.addSimulated(
            message, by: somebody.name, at: location(of: somebody.point, speed: somebody.speed),
            milliseconds: milliseconds)
        pages.changed()
    }

    private func forgetOldest() async throws {
        let simulated = try await pages.timeline.posts(before: nil, limit: 500).filter(\.isSimulated)
        for post in simulated.dropFirst(Self.maximum) { try await pages.timeline.deleteSimulated(post.id) }
        if simulated.count > Self.maximum { pages.changed() }
    }

    /// Where somebody is who is out, as their phone would tell it.
    private func location(of point: PointE7, speed: Double) -> PostLocation {
        PostLocation(
            point: point, accuracyMetres: Double(Int.random(in: 4...20)),
            place: atlas.current.search.localityName(at: Coordinate(point)) ?? PostLocation.unknownPlace,
            facing: Facing(magneticHeading: .random(in: 0..<360)), speed: SpeedClass(metresPerSecond: speed))
    }
}
