package import Community
package import HereaboutsAPI
package import Logging
package import ServiceLifecycle

/// A source of people, busyness and queues beside the reports of devices.
package protocol PresenceSource: Service {
    /// The people who are out now.
    var people: [SeenPerson] { get }
    /// The queues now, the longest first.
    var queues: [QueueAtPlace] { get }
    /// The places that are busy now.
    var busyPlaces: [BusyPlace] { get }
    /// The queue at a place by its id; `nil` for none.
    func queue(at place: String) -> PlaceQueue?
    /// How busy a place is, by its id; `nil` for a place without visitors.
    func busyness(of place: String) -> SourceBusyness?

    /// The number of people that the source adds, and their habits.
    var crowd: SimulatedCrowd { get }
    /// Changes the number and habits from now on; throws `CommunityFault.invalid`.
    func change(to crowd: SimulatedCrowd) async throws
    /// Prepares today's people; a running source does that by itself.
    func prepare() async throws
}

/// How busy a place is, according to a source.
package struct SourceBusyness: Sendable {
    /// By day of the week, Monday first, and hour: 0 to 5.
    package let levels: [[Int]]
    /// The number of weeks that the levels rest on.
    package let weeks: Int
    package let now: BusynessState?

    package init(levels: [[Int]], weeks: Int, now: BusynessState?) {
        (self.levels, self.weeks, self.now) = (levels, weeks, now)
    }
}

/// The parts of the server that a source may use.
package struct SourceContext: Sendable {
    package let atlas: LiveAtlas
    package let workers: WorkerPool
    package let feed: LiveFeed
    package let timeline: Timeline
    /// A source calls it after a change of the timeline.
    package let timelineChanged: @Sendable () -> Void
    package let logger: Logger
    package let now: @Sendable () -> Timestamp
}

/// A source without people.
package struct NoOtherSource: PresenceSource {
    package init() {}

    package var people: [SeenPerson] { [] }
    package var queues: [QueueAtPlace] { [] }
    package var busyPlaces: [BusyPlace] { [] }
    package func queue(at place: String) -> PlaceQueue? { nil }
    package func busyness(of place: String) -> SourceBusyness? { nil }
    package var crowd: SimulatedCrowd { SimulatedCrowd(people: 0) }
    package func prepare() async throws {}
    package func run() async throws { try? await gracefulShutdown() }

    package func change(to crowd: SimulatedCrowd) async throws {
        throw CommunityFault.invalid(field: "people", reason: "cannot be simulated by this server")
    }
}
